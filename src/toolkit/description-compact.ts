import type { CompiledAction, CompiledTool } from './compiled.ts';
import { effectOf } from './exposure-effects.ts';
import { cell } from './markdown.ts';

/** Characters: some forty tokens, so that the short form stays half as long as the full one. */
const noteLengthMax = 160;

/**
 * The short form: summary, one row an action with fixed columns, one note, the link. It repeats nothing of
 * the schemas but what an action cannot do without.
 * @param visible the actions that the caller may see, all of one tool
 */
export function describeCompactly<Ctx>(
  tool: CompiledTool<Ctx>,
  visible: readonly CompiledAction<Ctx>[],
): string {
  const rows = visible.map((action) => row([action.wire, needsOf(action), effectOf(action)]));
  return [
    cell(tool.summary),
    ...(visible.length > 1 ? [row(['action', 'needs', 'effect']), ...rows] : []),
    `Note: ${noteOf(tool, visible)}`,
    `📚 ${tool.documentUri}`,
  ].join('\n');
}

/**
 * What an action cannot do without. The parts of `manage` are told apart by it: each is a row under the one
 * value that leads to them.
 */
function needsOf<Ctx>(action: CompiledAction<Ctx>): string {
  const needed = [...action.required, ...(action.changing === undefined ? [] : ['changes'])];
  return needed.length === 0 ? '-' : needed.join(' ');
}

function noteOf<Ctx>(tool: CompiledTool<Ctx>, visible: readonly CompiledAction<Ctx>[]): string {
  const [only, ...others] = visible;
  const notes = [...(tool.spec.notes ?? []), ...visible.flatMap((action) => action.definition.notes)];
  const effect = others.length === 0 && only !== undefined ? [`effect ${effectOf(only)}.`] : [];
  const said = fitting([...effect, ...new Set(notes.map(cell))]);
  return said === '' ? 'parameters as in the schema.' : said;
}

/** Whole sentences, as many as fit; the others are on the page behind the link. */
function fitting(notes: readonly string[]): string {
  let text = '';
  for (const note of notes) {
    const longer = text === '' ? note : `${text} ${note}`;
    if (longer.length <= noteLengthMax) text = longer;
  }
  return text;
}

function row(cells: readonly string[]): string {
  return cells.map(cell).join('|');
}
