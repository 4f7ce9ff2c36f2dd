import type { OperationId } from '../modyo/operations.ts';
import { mergeAnnotations } from './annotations.ts';
import type { CompiledAction, CompiledTool } from './compiled.ts';
import type { RawSchema } from './json-schema.ts';
import { table } from './markdown.ts';
import { parameterTable } from './parameter-table.ts';
import type { AvailableAction } from './result.ts';
import type { Surface } from './surface.ts';
import type { ToolDocument, ToolPage } from './tool-call.ts';

/** How well an upstream operation is known; `undefined` for one that nobody has looked at. */
export type EvidenceOf = (operation: OperationId) => string | undefined;

/**
 * The page behind a tool's link: what the short description leaves out.
 * @param offered an offer in the names that the reader knows; what leads to nothing visible is left out
 */
export function documentOf<Ctx>(
  tool: CompiledTool<Ctx>,
  evidenceOf: EvidenceOf,
  offered: Surface<Ctx>['offered'],
): ToolDocument {
  const sections = [
    `# ${tool.name}`,
    `${tool.title}: ${tool.summary.replace(/\.$/, '')}.`,
    '## Actions',
    actionTable(tool),
    '## Parameters',
    parameterTable(tool),
    ...tool.actions.map((action) => actionSection(action, evidenceOf)),
    '## Errors',
    errorSection(tool, offered),
    '## Annotations',
    annotationList(tool),
  ];
  return { ...pageOf(tool), text: `${sections.join('\n\n')}\n` };
}

export function pageOf<Ctx>(tool: CompiledTool<Ctx>): ToolPage {
  return {
    uri: tool.documentUri,
    name: tool.name,
    title: tool.title,
    description: tool.summary,
    mimeType: 'text/markdown',
  };
}

/** How addresses begin that need no module. */
export const documentAliases = 'modyo://docs/tools/';

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

function errorSection<Ctx>(tool: CompiledTool<Ctx>, offered: Surface<Ctx>['offered']): string {
  const recoveries = [tool.spec.recovery ?? {}, ...tool.actions.map((action) => action.definition.recovery)];
  const rows = recoveries.flatMap((recovery) =>
    Object.entries(recovery).flatMap(([code, offers]) =>
      offers.flatMap((offer) => {
        const known = offered(offer);
        return known === undefined ? [] : `- \`${code}\`: ${callText(known)}: ${known.reason}`;
      }),
    ),
  );
  return [
    'A failed call answers `isError` and the text `{"error":{"code","message","fields","available_actions","retry_after_ms","details","request_id"}}`; absent keys have nothing to say.',
    ...(rows.length === 0 ? [] : ['', 'What helps after a code:', '', ...new Set(rows)]),
  ].join('\n');
}

function callText({ tool, action, args }: AvailableAction): string {
  return [tool, action, args && `\`${JSON.stringify(args)}\``].filter(Boolean).join(' ');
}

function annotationList<Ctx>(tool: CompiledTool<Ctx>): string {
  const hints = mergeAnnotations(tool.actions.map((action) => action.annotations));
  return Object.entries(hints)
    .map(([hint, value]) => `- ${hint}: ${value}`)
    .join('\n');
}
