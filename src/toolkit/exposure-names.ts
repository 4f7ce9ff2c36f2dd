/** The word that names a tool of a whole resource; it is no action of its own. */
const wholeResource = 'manage';

/**
 * The name of an action as a tool of its own: `content-entries-publish`. A tool with one action has it already.
 * @param wires the values of the tool's `action` argument
 */
export function flatNameOf(tool: string, wires: readonly string[], action: string): string {
  if (wires.length === 1 && wires[0] === action) return tool;
  const lastHyphen = tool.lastIndexOf('-');
  const lastWord = tool.slice(lastHyphen + 1);
  const isAction = lastWord === wholeResource || wires.includes(lastWord);
  return `${isAction ? tool.slice(0, lastHyphen) : tool}-${action.replaceAll('_', '-')}`;
}
