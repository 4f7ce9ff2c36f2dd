const lineBreaks = /\s*[\n\v\f\r\u0085\u2028\u2029]+\s*/g;

/** A table whose cells cannot break it. */
export function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]) => `| ${cells.map(cell).join(' | ')} |`;
  return [line(head), line(head.map(() => '---')), ...rows.map(line)].join('\n');
}

/** A text that stays in its cell. A backslash before a bar is doubled, or it would take the bar's own away. */
export function cell(text: string): string {
  return oneLine(text).replace(/\\*\|/g, (bar) => `${bar.slice(0, -1).repeat(2)}\\|`);
}

export function oneLine(text: string): string {
  return text.trim().replace(lineBreaks, ' ');
}
