import { type Finding, type FindingKind, isGap, type Offers } from '../modyo/catalogue-difference.ts';
import { table } from '../toolkit/markdown.ts';

/** An action that calls an operation. */
export interface AffectedAction {
  readonly tool: string;
  readonly action: string;
}

/** What the doctor found, with everything that both forms of its report say. */
export interface Examination {
  readonly tenant: string | undefined;
  /** Where the account's catalogue was read. */
  readonly source: string;
  readonly operationCounts: { readonly ours: number; readonly account: number };
  readonly findings: readonly Finding[];
  readonly offers: Offers;
  actionsOf(operation: string): readonly AffectedAction[];
}

/** The report as a person reads it: gaps first, then what to know, then what is not used. */
export function reportText(examination: Examination): string {
  const { tenant, source, operationCounts, findings, offers } = examination;
  const gaps = findings.filter(isGap);
  const notes = findings.filter((finding) => !isGap(finding) && finding.kind !== 'not described');
  const silent = findings.filter(({ kind }) => kind === 'not described');
  const missing = missingOperations(findings);
  const others = [...offers.others].map(([family, count]) => `${family} ${count}`);
  const sections = [
    `# Doctor${tenant === undefined ? '' : `: ${tenant}`}`,
    `${source} has ${operationCounts.account} operations; the service sends ${operationCounts.ours}.`,
    ...(gaps.length + notes.length === 0
      ? []
      : [
          table(
            ['operation', 'evidence', 'finding', 'detail', 'tools'],
            [...gaps, ...notes].map((finding) => row(finding, examination)),
          ),
        ]),
    ...(silent.length === 0
      ? []
      : [
          `It does not say what these take, so their parameters were not compared: ${idsOf(silent).join(', ')}.`,
        ]),
    gaps.length === 0 ? 'Nothing is missing.' : summaryOf(findings),
    ...(missing.length === 0
      ? []
      : [
          'A catalogue can be older than its platform. What fails when it is called can be refused before, with this in the record of the tenant:',
          `missing_operations: [${missing.join(', ')}]`,
        ]),
    ...offered(offers),
    ...(others.length === 0 ? [] : [`It has operations besides: ${others.join(', ')}.`]),
  ];
  return `${sections.join('\n\n')}\n`;
}

/** The report as a program reads it. */
export function reportJson(examination: Examination): string {
  const { tenant, source, operationCounts, findings, offers, actionsOf } = examination;
  const report = {
    tenant,
    source,
    operations: operationCounts,
    gaps: findings.filter(isGap).length,
    findings: findings.map((finding) => ({
      operation: finding.operation.id,
      method: finding.operation.method,
      path: finding.operation.path,
      evidence: finding.operation.evidence,
      finding: finding.kind,
      is_gap: isGap(finding),
      detail: finding.detail,
      tools: actionsOf(finding.operation.id ?? ''),
    })),
    missing_operations: missingOperations(findings),
    offers: {
      operations: offers.operations.map(({ method, path }) => ({ method, path })),
      names: offers.names.map(({ operation, names }) => ({ operation: operation.id, names })),
      others: Object.fromEntries(offers.others),
    },
  };
  return `${JSON.stringify(report, null, 2)}\n`;
}

/** `5 gaps: 2 missing, 1 renamed?, 2 unknown query.` */
export function summaryOf(findings: readonly Finding[]): string {
  const gaps = findings.filter(isGap);
  const counts = new Map<FindingKind, number>();
  for (const { kind } of gaps) counts.set(kind, (counts.get(kind) ?? 0) + 1);
  const parts = [...counts].map(([kind, count]) => `${count} ${kind}`).join(', ');
  return `${gaps.length} ${gaps.length === 1 ? 'gap' : 'gaps'}: ${parts}.`;
}

/** Those that the account does not have where the service would call them. */
function missingOperations(findings: readonly Finding[]): readonly string[] {
  return idsOf(findings.filter(({ kind }) => kind === 'missing' || kind === 'renamed?'));
}

function idsOf(findings: readonly Finding[]): readonly string[] {
  return [...new Set(findings.map(({ operation }) => operation.id ?? operation.path))];
}

function row({ operation, kind, detail }: Finding, { actionsOf }: Examination): readonly string[] {
  const { id = '', method, path, evidence = '' } = operation;
  return [`${id}: ${method} ${path}`, evidence, kind, detail, toolsText(actionsOf(id))];
}

/** `content-spaces-list (list), content-spaces-manage (list, get)`. */
function toolsText(actions: readonly AffectedAction[]): string {
  const byTool = new Map<string, string[]>();
  for (const { tool, action } of actions) byTool.set(tool, [...(byTool.get(tool) ?? []), action]);
  const parts = [...byTool].map(([tool, names]) => `${tool} (${names.join(', ')})`);
  return parts.length === 0 ? 'none' : parts.join(', ');
}

function offered({ operations, names }: Offers): readonly string[] {
  const rows = [
    ...names.map(({ operation, names: more }) => [
      `${operation.method} ${operation.path}`,
      `also takes ${more.join(', ')}`,
    ]),
    ...operations.map(({ method, path }) => [`${method} ${path}`, 'not used']),
  ];
  return rows.length === 0
    ? []
    : ['What the account has beside these (`*`: it insists on it):', table(['operation', 'what'], rows)];
}
