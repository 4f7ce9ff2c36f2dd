import type { DescribeForm } from '../tenant/policy.ts';
import { type CompiledAction, type CompiledTool, discriminator } from './compiled.ts';
import { callParameters } from './confirmation.ts';
import { describeCompactly } from './description-compact.ts';
import { oneLine } from './markdown.ts';

/** What a definition does, in the words of the description. */
function effectOf<Ctx>(action: CompiledAction<Ctx>): string | undefined {
  if (action.definition.verb === 'query') return undefined;
  return action.annotations.destructiveHint ? 'destructive' : 'writes';
}

/** What a tool says about itself, in one of the two forms. */
export function describeTool<Ctx>(
  tool: CompiledTool<Ctx>,
  visible: readonly CompiledAction<Ctx>[],
  form: DescribeForm,
): string {
  const isCompact = form === 'compact' || tool.spec.describe === 'compact';
  return isCompact ? describeCompactly(tool, visible) : describeFully(tool, visible);
}

/**
 * The full form: summary, then Actions, Params, Response and Note in this order, then the link. Written
 * from the definition, so it cannot say anything else than the schemas.
 * @param visible the actions that the caller may see, all of one tool
 */
function describeFully<Ctx>(tool: CompiledTool<Ctx>, visible: readonly CompiledAction<Ctx>[]): string {
  return [
    sentence(tool.summary),
    '',
    `**Actions**: ${actionsLine(tool, visible)}`,
    `**Params**: ${paramsLine(tool, visible)}`,
    `**Response**: ${responseLine(visible)}`,
    `**Note**: ${noteLine(tool, visible)}`,
    '',
    `📚 ${tool.documentUri}`,
  ].join('\n');
}

function actionsLine<Ctx>(tool: CompiledTool<Ctx>, visible: readonly CompiledAction<Ctx>[]): string {
  return wiresOf(visible)
    .map((wire) => {
      const parts = visible.filter((action) => action.wire === wire);
      const facts = [
        wire === tool.defaultWire && tool.hasDiscriminator ? 'default' : undefined,
        isManage(tool, wire) ? parts.map(managePart).join(', ') : parts.map(effectOf)[0],
      ].filter((fact) => fact !== undefined);
      return facts.length === 0 ? wire : `${wire} (${facts.join('; ')})`;
    })
    .join(', ');
}

function isManage<Ctx>(tool: CompiledTool<Ctx>, wire: string): boolean {
  return tool.wireActions.get(wire)?.kind === 'manage';
}

function managePart<Ctx>(part: CompiledAction<Ctx>): string {
  if (part.name === 'create') return 'creates without an identifier';
  if (part.name === 'update') return 'updates with an identifier and changes';
  return 'reads without changes';
}

function paramsLine<Ctx>(tool: CompiledTool<Ctx>, visible: readonly CompiledAction<Ctx>[]): string {
  const lines = tool.hasDiscriminator ? [discriminator] : [];
  for (const name of parameterNames(visible)) {
    const facts = [requirement(name, visible), belonging(name, visible)].filter((fact) => fact !== undefined);
    lines.push(facts.length === 0 ? name : `${name} (${facts.join('; ')})`);
  }
  return lines.length === 0 ? 'none' : lines.join(', ');
}

function requirement<Ctx>(name: string, visible: readonly CompiledAction<Ctx>[]): string | undefined {
  const requiring = visible.filter((action) => action.required.has(name));
  if (requiring.length === 0) return undefined;
  return requiring.length === visible.length
    ? 'required'
    : `required for: ${actionNames(requiring, visible)}`;
}

function belonging<Ctx>(name: string, visible: readonly CompiledAction<Ctx>[]): string | undefined {
  const owners = visible.filter((action) => action.parameters.has(name));
  const optional = owners.filter((action) => !action.required.has(name));
  if (owners.length === visible.length || optional.length === 0) return undefined;
  return `for: ${actionNames(optional, visible)}`;
}

/** The names of actions; `manage` where all its parts are meant, or all its writing parts. */
export function actionNames<Ctx>(
  some: readonly CompiledAction<Ctx>[],
  all: readonly CompiledAction<Ctx>[],
): string {
  const isMeant = (part: CompiledAction<Ctx>) => some.includes(part) || part.definition.verb === 'query';
  const names = some.map((action) => {
    const parts = all.filter((other) => other.wire === action.wire);
    const isWhole = parts.length > 2 ? parts.every(isMeant) : parts.every((part) => some.includes(part));
    return isWhole ? action.wire : action.name;
  });
  return [...new Set(names)].join(', ');
}

function parameterNames<Ctx>(visible: readonly CompiledAction<Ctx>[]): readonly string[] {
  return [...new Set(visible.flatMap((action) => [...action.parameters.keys()]))];
}

function responseLine<Ctx>(visible: readonly CompiledAction<Ctx>[]): string {
  const keys = new Map<string, string>();
  for (const action of visible) {
    for (const [name, schema] of Object.entries(action.rawData.properties ?? {})) {
      keys.set(name, schema.type === 'array' ? `${name}[]` : name);
    }
  }
  const state = visible.some((action) => action.definition.paginate)
    ? 'state {returned, total, page, per_page, complete}'
    : 'state';
  return `data {${[...keys.values()].join(', ')}}, resource, ${state}`;
}

function noteLine<Ctx>(tool: CompiledTool<Ctx>, visible: readonly CompiledAction<Ctx>[]): string {
  const destructive = visible.filter((action) => action.annotations.destructiveHint);
  const isReading = visible.every((action) => action.definition.verb === 'query');
  const confirmed = visible.filter((action) => action.parameters.has(callParameters.confirmToken));
  const stale = visible.flatMap((action) => action.definition.invalidates);
  const notes = [
    isReading ? 'Reads only' : undefined,
    destructive.length > 0 ? `Overwrites or deletes: ${actionNames(destructive, visible)}` : undefined,
    confirmed.length > 0 ? `Asks for confirmation: ${actionNames(confirmed, visible)}` : undefined,
    stale.length > 0 ? `Stale after a write: ${[...new Set(stale)].join(', ')}` : undefined,
    ...(tool.spec.notes ?? []),
    ...visible.flatMap((action) => action.definition.notes),
  ].filter((note) => note !== undefined);
  return notes.length === 0 ? 'Adds without overwriting.' : [...new Set(notes)].map(sentence).join(' ');
}

function wiresOf<Ctx>(visible: readonly CompiledAction<Ctx>[]): readonly string[] {
  return [...new Set(visible.map((action) => action.wire))];
}

function sentence(text: string): string {
  const line = oneLine(text);
  return /[.!?]$/.test(line) ? line : `${line}.`;
}
