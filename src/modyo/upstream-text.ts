/**
 * Text that Modyo sent, made fit for an error: one line, no control, format or bidirectional characters,
 * at most `lengthMax` characters.
 */
export function upstreamText(text: string, lengthMax: number): string {
  const line = text
    .slice(0, lengthMax * 4)
    .replace(/[\p{C}\p{Z}]+/gu, ' ')
    .trim();
  return line.length <= lengthMax ? line : `${line.slice(0, lengthMax - 1).trimEnd()}…`;
}
