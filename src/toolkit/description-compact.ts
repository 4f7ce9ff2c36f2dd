import type { CompiledAction, CompiledTool } from './compiled.ts';

/**
 * The short form: summary, one row an action with fixed columns, one note, the link. It repeats nothing of
 * the schemas but what an action cannot do without.
 * @param visible the actions that the caller may see, all of one tool
 */
export function describeCompactly<Ctx>(
  tool: CompiledTool<Ctx>,
  visible: readonly CompiledAction<Ctx>[],
): string {
  const rows = visible.map((action) => row([calledAs(action), needsOf(action), effectOf(action)]));
  return [
    cell(tool.summary),
    ...(visible.length > 1 ? [row(['action', 'needs', 'effect']), ...rows] : []),
    `Note: ${noteOf(tool, visible)}`,
    `📚 ${tool.documentUri}`,
  ].join('\n');
}

/** The value of the `action` argument, and which part of it is meant where it has several. */
function calledAs<Ctx>(action: CompiledAction<Ctx>): string {
  return action.wire === action.name ? action.name : `${action.wire}/${action.name}`;
}

/** What belongs to an update but is not required one by one. */
function needsOf<Ctx>(action: CompiledAction<Ctx>): string {
  const needed = [...action.required, ...(action.changing === undefined ? [] : ['changes'])];
  return needed.length === 0 ? '-' : needed.join(' ');
}

function effectOf<Ctx>(action: CompiledAction<Ctx>): string {
  if (action.definition.verb === 'query') return 'read';
  return action.annotations.destructiveHint ? 'destroy' : 'write';
}

function noteOf<Ctx>(tool: CompiledTool<Ctx>, visible: readonly CompiledAction<Ctx>[]): string {
  const [first] = [...(tool.spec.notes ?? []), ...visible.flatMap((action) => action.definition.notes)];
  const [only, ...others] = visible;
  const effect = others.length === 0 && only !== undefined ? `effect ${effectOf(only)}.` : undefined;
  return (
    [effect, first]
      .filter((part) => part !== undefined)
      .map(cell)
      .join(' ') || 'parameters as in the schema.'
  );
}

function row(cells: readonly string[]): string {
  return cells.map(cell).join('|');
}

function cell(text: string): string {
  return text
    .trim()
    .replaceAll('|', '\\|')
    .replace(/\s*[\r\n]+\s*/g, ' ');
}
