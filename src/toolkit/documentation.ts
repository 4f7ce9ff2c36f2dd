import type { OperationId } from '../modyo/operations.ts';
import { mergeAnnotations } from './annotations.ts';
import { expectation } from './argument-faults.ts';
import { type CompiledAction, type CompiledTool, discriminator } from './compiled.ts';
import { actionNames } from './description.ts';
import type { RawSchema } from './json-schema.ts';
import type { ToolDocument } from './tool-call.ts';

/** How well an upstream operation is known; `undefined` for one that nobody has looked at. */
export type EvidenceOf = (operation: OperationId) => string | undefined;

/** The page behind a tool's link: what the short description leaves out. */
export function documentOf<Ctx>(tool: CompiledTool<Ctx>, evidenceOf: EvidenceOf): ToolDocument {
  const sections = [
    `# ${tool.name}`,
    `${tool.title}. ${tool.summary}.`,
    '## Actions',
    actionTable(tool),
    '## Parameters',
    parameterTable(tool),
    ...tool.actions.map((action) => actionSection(action, evidenceOf)),
    '## Annotations',
    annotationList(tool),
  ];
  return {
    uri: tool.documentUri,
    name: tool.name,
    title: tool.title,
    description: tool.summary,
    mimeType: 'text/markdown',
    text: `${sections.join('\n\n')}\n`,
  };
}

/** The tool name that a documentation address means, or `undefined` for another address. */
export function toolOfDocument(uri: string): string | undefined {
  const own = /^modyo:\/\/mcp-[a-z]+\/tools\/([a-z0-9-]+)$/.exec(uri);
  if (own !== null) return own[1];
  // The platform's own server writes the words of the name as a path.
  const alias = /^modyo:\/\/docs\/tools\/([a-z0-9/-]+)$/.exec(uri);
  return alias?.[1]?.replaceAll('/', '-');
}

function actionTable<Ctx>(tool: CompiledTool<Ctx>): string {
  const rows = tool.actions.map((action) => [
    tool.hasDiscriminator ? action.wire : action.name,
    action.name,
    action.definition.verb,
    action.definition.scope,
    action.definition.summary,
  ]);
  return table(['called as', 'action', 'verb', 'scope', 'does'], rows);
}

function parameterTable<Ctx>(tool: CompiledTool<Ctx>): string {
  const names = new Set(tool.actions.flatMap((action) => [...action.parameters.keys()]));
  const rows = [...names].map((name) => {
    const owners = tool.actions.filter((action) => action.parameters.has(name));
    const requiring = owners.filter((action) => action.required.has(name));
    const schema = owners[0]?.parameters.get(name) ?? {};
    return [
      name,
      expectation(schema) ?? '',
      requiring.length === 0 ? '' : actionNames(requiring, tool.actions),
      actionNames(owners, tool.actions),
      schema.default === undefined ? '' : JSON.stringify(schema.default),
      schema.description ?? '',
    ];
  });
  const choice = [
    discriminator,
    `one of: ${[...tool.wireActions.keys()].join(', ')}`,
    tool.defaultWire === undefined ? 'all' : '',
    'all',
    tool.defaultWire === undefined ? '' : JSON.stringify(tool.defaultWire),
    'What to do',
  ];
  return table(
    ['name', 'takes', 'required for', 'for', 'default', 'meaning'],
    tool.hasDiscriminator ? [choice, ...rows] : rows,
  );
}

function actionSection<Ctx>(action: CompiledAction<Ctx>, evidenceOf: EvidenceOf): string {
  const { definition } = action;
  const parameters = [...action.parameters.keys()].map((name) =>
    action.required.has(name) ? `\`${name}\` (required)` : `\`${name}\``,
  );
  const operations = definition.operations.map((operation) => {
    const evidence = evidenceOf(operation);
    return evidence === undefined ? `\`${operation}\`` : `\`${operation}\` (${evidence})`;
  });
  const lines = [
    `### ${action.name}`,
    '',
    `- Does: ${definition.summary}`,
    `- Parameters: ${parameters.join(', ') || 'none'}`,
    `- Answers in \`data\`: ${
      Object.entries(action.rawData.properties ?? {})
        .map(dataKey)
        .join(', ') || 'nothing'
    }`,
    `- Scope: \`${definition.scope}\``,
    ...(operations.length > 0
      ? [`- Modyo operations, with how well each is known: ${operations.join(', ')}`]
      : []),
    ...definition.notes.map((note) => `- Note: ${note}`),
  ];
  return lines.join('\n');
}

function dataKey([name, schema]: readonly [string, RawSchema]): string {
  return schema.type === 'array' ? `\`${name}[]\`` : `\`${name}\``;
}

function annotationList<Ctx>(tool: CompiledTool<Ctx>): string {
  const hints = mergeAnnotations(tool.actions.map((action) => action.annotations));
  return Object.entries(hints)
    .map(([hint, value]) => `- ${hint}: ${value}`)
    .join('\n');
}

function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]) => `| ${cells.map(cell).join(' | ')} |`;
  return [line(head), line(head.map(() => '---')), ...rows.map(line)].join('\n');
}

function cell(text: string): string {
  return text.replaceAll('|', '\\|').replaceAll('\n', ' ');
}
