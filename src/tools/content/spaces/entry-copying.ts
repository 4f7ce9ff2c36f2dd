import { AppError } from '../../../errors/app-error.ts';
import { createEntry, type Entry, getEntry, updateEntry } from '../../../modyo/content/entries.ts';
import type { Warning } from '../../../toolkit/result.ts';
import { attributeLosses } from '../../attribute-losses.ts';
import { inTurns } from '../../in-turns.ts';
import type { ModyoToolContext } from '../../kit.ts';
import { fieldLosses } from '../field-losses.ts';
import type { FieldValue } from '../field-values.ts';
import { copiedValues, linksOf, type Standings } from './entry-copy-values.ts';
import type { ReadEntry } from './entry-sources.ts';

/** Entries that are made at once. */
const atOnce = 4;

/** What became of one entry. */
export interface CopiedEntry {
  readonly from: string;
  readonly to?: string | undefined;
  readonly name?: string | undefined;
  /** `completed`: it was there, and lacked a language or a link; `incomplete`: it still does. */
  readonly result: 'created' | 'completed' | 'kept' | 'incomplete' | 'failed';
  readonly code?: string | undefined;
}

export interface EntryCopies {
  readonly items: readonly CopiedEntry[];
  /** Entries that the call had no time for. */
  readonly left: number;
  readonly warnings: readonly Warning[];
}

export interface EntryCopying {
  readonly spaceId: number;
  readonly standings: Standings;
  /** When no other entry is begun, in milliseconds since the Unix epoch. */
  readonly untilMs: number;
  onStep(done: number): void;
}

interface Copied {
  readonly item: CopiedEntry;
  /** The made versions, each with the one that it was made of. */
  readonly versions: readonly { readonly source: Entry; readonly id: number }[];
  readonly warnings: readonly Warning[];
  /** Whether a link led to an entry that had no copy yet. */
  readonly isUnlinked: boolean;
}

/**
 * Makes drafts of entries. What an entry links to is made before it; where entries link in a circle, one is
 * made without its links, and gets them when the others are there. What fails is told beside what was made.
 */
export async function copyEntries(
  ctx: ModyoToolContext,
  entries: readonly ReadEntry[],
  copying: EntryCopying,
): Promise<EntryCopies> {
  const waiting = new Map(entries.map((entry) => [entry.uuid, entry]));
  const copied: Copied[] = [];
  while (waiting.size > 0 && ctx.clock.nowMs() < copying.untilMs) {
    const turn = nextOf(waiting, copying.standings);
    for (const { uuid } of turn) waiting.delete(uuid);
    copied.push(...(await inTurns(turn, (entry) => copyEntry(ctx, entry, copying))));
    copying.onStep(copied.length);
  }
  const settled = await inTurns(copied, (one) => linked(ctx, one, copying));
  if (copied.length > 0) await ctx.identifiers.forget({ kind: 'entry', spaceId: copying.spaceId });
  return {
    items: settled.map(({ item }) => item),
    left: waiting.size,
    warnings: settled.flatMap(({ warnings }) => warnings),
  };
}

/** Those that link to none that still waits; if there is none, one of a circle. */
function nextOf(waiting: ReadonlyMap<string, ReadEntry>, standings: Standings): readonly ReadEntry[] {
  const ready: ReadEntry[] = [];
  for (const entry of waiting.values()) {
    const links = entry.versions.flatMap((version) => linksOf(version, standings));
    if (links.some((uuid) => uuid !== entry.uuid && waiting.has(uuid))) continue;
    ready.push(entry);
    if (ready.length >= atOnce) return ready;
  }
  return ready.length > 0 ? ready : [...waiting.values()].slice(0, 1);
}

async function copyEntry(
  ctx: ModyoToolContext,
  { uuid, versions }: ReadEntry,
  { spaceId, standings }: EntryCopying,
): Promise<Copied> {
  const made: { source: Entry; id: number }[] = [];
  const hadCopy = standings.entries.has(uuid);
  const warnings: Warning[] = [];
  // A copy that lacks a language is there already.
  let target = standings.entries.get(uuid);
  let code: string | undefined;
  let isUnlinked = false;
  for (const source of versions) {
    const { values, unlinked } = copiedValues(source, standings);
    isUnlinked ||= unlinked.length > 0;
    try {
      const body = { ...bodyOf(source, standings, values), ...(target !== undefined && { uuid: target }) };
      const id = await createEntry(ctx.modyo, spaceId, body);
      made.push({ source, id });
      target ??= (await getEntry(ctx.modyo, spaceId, id)).uuid;
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      code = error.code;
      warnings.push(notCopied(source, error));
      if (target === undefined) break;
    }
  }
  if (target !== undefined) standings.entries.set(uuid, target);
  const isWhole = code === undefined;
  const result = isWhole ? (hadCopy ? 'completed' : 'created') : outcomeOf(hadCopy || made.length > 0);
  const item = { from: uuid, to: target, name: versions[0]?.name, result, code } as const;
  return { item, versions: made, warnings, isUnlinked };
}

function outcomeOf(isThere: boolean): 'incomplete' | 'failed' {
  return isThere ? 'incomplete' : 'failed';
}

/** Segments and what belongs to a version's publication are of the source alone. */
function bodyOf(source: Entry, { types, categories }: Standings, values: readonly FieldValue[]) {
  const { content_type_id: typeId = -1, category_id: categoryId, locale, name, slug, tags } = source;
  const category = typeof categoryId === 'number' ? categories.get(categoryId) : undefined;
  return {
    content_type_id: types.get(typeId)?.id,
    locale,
    name,
    slug,
    tags,
    private: source.private,
    ...(category !== undefined && { category_id: category }),
    field_values: values.map(({ field_id, type, value }) => ({ field_id, type, value })),
  };
}

/** Links the versions that had to wait for another entry, and tells what each holds now. */
async function linked(
  ctx: ModyoToolContext,
  copied: Copied,
  { spaceId, standings }: EntryCopying,
): Promise<Copied> {
  const warnings = [...copied.warnings];
  let { item } = copied;
  for (const { source, id } of copied.versions) {
    const { values, unlinked } = copiedValues(source, standings);
    try {
      if (copied.isUnlinked) await updateEntry(ctx.modyo, spaceId, id, bodyOf(source, standings, values));
      const stored = await getEntry(ctx.modyo, spaceId, id);
      warnings.push(
        ...unlinked.map((field) => lostLink(source, field)),
        ...lossesOf(source, stored, standings),
      );
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      item = { ...item, result: 'incomplete', code: error.code };
      warnings.push(notCopied(source, error));
    }
    if (unlinked.length > 0) item = { ...item, result: 'incomplete', code: item.code ?? 'LINK_NOT_REBUILT' };
  }
  return { ...copied, item, warnings };
}

function lossesOf(source: Entry, stored: Entry, standings: Standings): readonly Warning[] {
  const { values } = copiedValues(source, standings);
  const { field_values: _values, content_type_id: _type, ...attributes } = bodyOf(source, standings, values);
  const definitions = standings.types.get(source.content_type_id ?? -1)?.fields ?? [];
  const losses = [
    ...attributeLosses(attributes, stored),
    ...fieldLosses({ asked: values, before: [], after: stored.field_values ?? [], definitions }),
  ];
  return losses.map((loss) => ({ ...loss, path: `${placeOf(source)}.${loss.path}` }));
}

function lostLink(source: Entry, field: string): Warning {
  return {
    code: 'LINK_NOT_REBUILT',
    path: `${placeOf(source)}.fields.${field}`,
    message: 'A linked entry has no copy, so the copy of this field lacks the link.',
  };
}

function notCopied(source: Entry, { message, fields = [] }: AppError): Warning {
  const reasons = fields.map((fault) => `${fault.path}: ${fault.message}`);
  return { code: 'ENTRY_NOT_COPIED', path: placeOf(source), message: [message, ...reasons].join(' ') };
}

function placeOf({ uuid, locale }: Entry): string {
  return `entries.${uuid}.${locale ?? ''}`;
}
