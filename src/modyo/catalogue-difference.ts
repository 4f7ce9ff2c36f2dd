import type { Catalogue, CatalogueOperation } from './catalogue-document.ts';
import { type NameDifference, namesBeside, undeclaredNames } from './catalogue-names.ts';
import { nearNames } from './near-names.ts';

/**
 * What a comparison says of one operation of ours. `missing`, `renamed?` and `unknown …` are gaps; the others
 * are what an operator should know.
 */
export type FindingKind =
  | 'missing'
  | 'renamed?'
  | 'unknown query'
  | 'unknown body'
  | 'declared elsewhere'
  | 'not described'
  | 'as inferred';

export interface Finding {
  readonly kind: FindingKind;
  readonly operation: CatalogueOperation;
  /** A sentence's worth: names, or where the operation may be now. Empty where the kind says all. */
  readonly detail: string;
}

/** What the account has and we do not use. */
export interface Offers {
  /** Names that operations of ours take besides what we know. */
  readonly names: readonly { readonly operation: CatalogueOperation; readonly names: readonly string[] }[];
  /** Operations on or below a path of ours. */
  readonly operations: readonly CatalogueOperation[];
  /** How many others there are, by the first segment of their path. */
  readonly others: ReadonlyMap<string, number>;
}

export interface CatalogueDifference {
  /** In the order of our operations. */
  readonly findings: readonly Finding[];
  readonly offers: Offers;
}

const gaps: readonly FindingKind[] = ['missing', 'renamed?', 'unknown query', 'unknown body'];
const candidatesShown = 3;

export function isGap({ kind }: Pick<Finding, 'kind'>): boolean {
  return gaps.includes(kind);
}

/**
 * Holds what an account says of its operations against those that we send. Two operations are the same if
 * their methods are, and their paths but for the names of parameters.
 */
export function differenceBetween(ours: Catalogue, account: Catalogue): CatalogueDifference {
  const known = new Set(ours.operations.map(keyOf));
  const offered = new Map(account.operations.map((operation) => [keyOf(operation), operation]));
  const beside = account.operations.filter((operation) => !known.has(keyOf(operation)));
  const findings = ours.operations.flatMap((operation) => {
    const same = offered.get(keyOf(operation));
    if (same === undefined) return [absence(operation, beside, account)];
    return [...nameFindings(operation, undeclaredNames(operation, same)), ...inference(operation)];
  });
  const names = ours.operations.flatMap((operation) => {
    const same = offered.get(keyOf(operation));
    const more = same === undefined ? [] : namesBeside(operation, same);
    return more.length === 0 ? [] : [{ operation, names: more }];
  });
  return { findings, offers: { names, ...sorted(beside, ours) } };
}

function keyOf({ method, shape }: CatalogueOperation): string {
  return `${method} ${shape}`;
}

function absence(
  operation: CatalogueOperation,
  beside: readonly CatalogueOperation[],
  account: Catalogue,
): Finding {
  const candidates = renamed(operation, beside);
  if (candidates.length > 0) {
    const detail = candidates.map(({ method, path }) => `${method} ${path}`).join(' or ');
    return { kind: 'renamed?', operation, detail };
  }
  const methods = account.operations
    .filter(({ shape }) => shape === operation.shape)
    .map(({ method }) => method);
  const detail = methods.length === 0 ? '' : `the path is there with ${methods.join(', ')}`;
  return { kind: 'missing', operation, detail };
}

/**
 * Operations of the account that may be this one under another name: PUT for PATCH on the same path, or the
 * same method on a path that differs in a single fixed segment. That segment has to be spelled alike, or to be
 * the only one that could be meant; the first of a path, which names what it is about, has to be alike.
 */
function renamed(
  operation: CatalogueOperation,
  beside: readonly CatalogueOperation[],
): readonly CatalogueOperation[] {
  const swapped = { PUT: 'PATCH', PATCH: 'PUT' }[operation.method];
  const other = beside.find(({ method, shape }) => method === swapped && shape === operation.shape);
  if (other !== undefined) return [other];
  const candidates = beside.flatMap((candidate) => {
    const changed =
      candidate.method === operation.method ? changedSegment(operation.shape, candidate.shape) : undefined;
    return changed === undefined ? [] : [{ candidate, ...changed }];
  });
  const alike = candidates.filter(({ from, to }) => nearNames(from, [{ name: to }], 1).length > 0);
  const [only] = candidates;
  const isOnly = candidates.length === 1 && only !== undefined && !only.isFirst;
  return (alike.length === 0 && isOnly ? [only] : alike)
    .slice(0, candidatesShown)
    .map(({ candidate }) => candidate);
}

interface ChangedSegment {
  readonly from: string;
  readonly to: string;
  readonly isFirst: boolean;
}

/** The one segment in which two paths differ, where another fixed one remains to know them by. */
function changedSegment(left: string, right: string): ChangedSegment | undefined {
  const [ours, theirs] = [left.split('/').slice(1), right.split('/').slice(1)];
  if (ours.length !== theirs.length) return undefined;
  const isFixed = (segment: string) => !segment.includes('{');
  const changed = ours.flatMap((from, at) => {
    const to = theirs[at] ?? '';
    return from === to ? [] : [{ from, to, isFirst: at === 0 }];
  });
  const [first] = changed;
  const remains = ours.some((segment, at) => isFixed(segment) && segment === theirs[at]);
  if (first === undefined || changed.length > 1 || !remains) return undefined;
  return isFixed(first.from) && isFixed(first.to) ? first : undefined;
}

function nameFindings(operation: CatalogueOperation, difference: NameDifference): readonly Finding[] {
  const finding = (kind: FindingKind, names: readonly string[]): readonly Finding[] =>
    names.length === 0 ? [] : [{ kind, operation, detail: names.join(', ') }];
  return [
    ...finding('unknown query', difference.query),
    ...finding('unknown body', difference.body),
    ...finding('declared elsewhere', difference.elsewhere),
    ...finding('not described', difference.notDescribed),
  ];
}

/** The least certain kind of knowledge is shown even where the account confirms it. */
function inference(operation: CatalogueOperation): readonly Finding[] {
  const isGuess = (evidence: string | undefined) => evidence === 'inferred-low';
  const names = [
    ...operation.query.filter(({ evidence }) => isGuess(evidence)).map(({ name }) => name),
    ...[...operation.body.keys].filter(([, { evidence }]) => isGuess(evidence)).map(([name]) => name),
  ];
  if (!isGuess(operation.evidence) && names.length === 0) return [];
  const detail =
    names.length === 0 ? 'the account has it' : `the account has it; guessed: ${names.join(', ')}`;
  return [{ kind: 'as inferred', operation, detail }];
}

function sorted(
  beside: readonly CatalogueOperation[],
  ours: Catalogue,
): Pick<Offers, 'operations' | 'others'> {
  const shapes = [...new Set(ours.operations.map(({ shape }) => shape))];
  const isOurs = ({ shape }: CatalogueOperation) =>
    shapes.some((own) => shape === own || shape.startsWith(`${own}/`));
  const others = new Map<string, number>();
  for (const operation of beside) {
    if (isOurs(operation)) continue;
    const family = operation.path.split('/')[1] ?? '';
    others.set(family, (others.get(family) ?? 0) + 1);
  }
  return { operations: beside.filter(isOurs), others };
}
