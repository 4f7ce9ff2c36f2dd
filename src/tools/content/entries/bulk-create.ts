import { z } from 'zod';
import { AppError, type FieldFault } from '../../../errors/app-error.ts';
import { type Entry, getEntry } from '../../../modyo/content/entries.ts';
import { getSpace } from '../../../modyo/content/spaces.ts';
import { getType } from '../../../modyo/content/types.ts';
import type { Plan } from '../../../toolkit/action.ts';
import { resolver } from '../../../toolkit/derivation.ts';
import type { Identifier } from '../../../toolkit/identifier.ts';
import { type Answer, ok, type Warning } from '../../../toolkit/result.ts';
import { inTurns } from '../../in-turns.ts';
import { namedBy } from '../../named-parameter.ts';
import { counted } from '../../plan-wording.ts';
import { rereadAfter } from '../../reread.ts';
import type { FieldDefinition } from '../field-definition.ts';
import { type FieldValue, mapFields } from '../field-values.ts';
import { jobItems } from '../job-results.ts';
import { entryNames } from '../parameter-names.ts';
import type { OfType } from '../resolvers.ts';
import type { bulkDraft } from './bulk-arguments.ts';
import { type BulkItem, bulkCounts, bulkItem, countsOf, errorsOf, statusOf } from './bulk-items.ts';
import {
  bulkJobs,
  type Chunk,
  isUnderWay,
  jobIdsOf,
  jobsView,
  jobWarnings,
  runInBulk,
  waitingFor,
} from './bulk-jobs.ts';
import { rowOfUuid } from './bulk-targets.ts';
import { wireValue } from './entry-body.ts';
import { entryLosses } from './entry-losses.ts';

export const createData = z.object({
  locale: z.string(),
  items: z.array(bulkItem),
  ...bulkCounts,
  jobs: bulkJobs,
});

/** Losses that one answer tells; their number stands with the items. */
const warningsMax = 100;

/** One entry as it is sent. */
interface Draft {
  readonly index: number;
  readonly attributes: {
    readonly name: string;
    readonly slug: string | undefined;
    readonly category_id: number | undefined;
    readonly tags: string[] | undefined;
    readonly private: boolean | undefined;
  };
  readonly uuid: string | undefined;
  readonly values: readonly FieldValue[];
  readonly notes: readonly Warning[];
}

interface Drafts {
  readonly locale: string;
  readonly typeId: number;
  readonly definitions: readonly FieldDefinition[];
  readonly drafts: readonly Draft[];
}

interface Sent {
  readonly entries: readonly z.output<typeof bulkDraft>[];
}

type InLanguage = OfType & { readonly locale: string | undefined };
type CreateContext = InLanguage & { readonly sheet: Drafts };

/**
 * The entries of a call in Modyo's form.
 * @throws {AppError} `INVALID_PARAMS` with every fault of every entry, before anything is sent
 */
export const draftsOfCall = resolver('sheet', async (sent: Sent, ctx: InLanguage): Promise<Drafts> => {
  const type = await namedBy('type', getType(ctx.modyo, ctx.space.id, ctx.type.id));
  const locale = ctx.locale ?? (await getSpace(ctx.modyo, ctx.space.id)).default_locale;
  const definitions = type.fields ?? [];
  const categories = await categoriesOf(sent, ctx);
  const faults: FieldFault[] = [];
  const drafts = sent.entries.map((draft, index): Draft => {
    const mapped = mapFields(draft.fields ?? {}, definitions);
    const category = draft.category === undefined ? undefined : categories.get(draft.category);
    faults.push(...at(index, mapped.faults));
    if (typeof category === 'object') faults.push(...at(index, [category]));
    const { name, slug, tags, uuid } = draft;
    const categoryId = typeof category === 'number' ? category : undefined;
    const attributes = { name, slug, category_id: categoryId, tags, private: draft.private };
    return { index, attributes, uuid, values: mapped.values, notes: mapped.notes };
  });
  if (faults.length === 0) return { locale, typeId: type.id, definitions, drafts };
  throw new AppError('Some entries do not fit the type or the space. Nothing was created.', {
    code: 'INVALID_PARAMS',
    fields: faults,
  });
});

function at(index: number, faults: readonly FieldFault[]): readonly FieldFault[] {
  return faults.map((fault) => ({ ...fault, path: `entries.${index}.${fault.path}` }));
}

/** Each category that an entry names, looked up once: its id, or why there is none. */
async function categoriesOf(
  { entries }: Sent,
  ctx: InLanguage,
): Promise<ReadonlyMap<Identifier, number | FieldFault>> {
  const wanted = [...new Set(entries.flatMap(({ category }) => (category === undefined ? [] : [category])))];
  const found = await inTurns(
    wanted,
    async (identifier): Promise<readonly [Identifier, number | FieldFault]> => {
      try {
        const query = { kind: 'category', spaceId: ctx.space.id, identifier } as const;
        return [identifier, (await ctx.identifiers.resolve(query)).id];
      } catch (error) {
        if (!(error instanceof AppError) || (error.code !== 'NOT_FOUND' && error.code !== 'AMBIGUOUS'))
          throw error;
        return [identifier, { path: 'category', message: error.message }];
      }
    },
  );
  return new Map(found);
}

export function planBulkCreate({ sheet, space }: CreateContext): Plan {
  const { drafts, locale } = sheet;
  return {
    resource: { type: 'space', ...space },
    changes: {
      locale,
      creates: drafts.length,
      entries: drafts.map(({ index, attributes: { name, slug }, uuid }) => ({
        index,
        name,
        slug,
        translation_of: uuid,
      })),
    },
    summary: `${counted(drafts.length, 'entry is created as a draft', 'entries are created as drafts')} in ${locale}.`,
    isHarmless: true,
  };
}

/** Creates the entries and answers each one as it is stored. */
export async function makeBulkCreation(ctx: CreateContext): Promise<Answer<z.input<typeof createData>>> {
  const { drafts, locale, typeId } = ctx.sheet;
  const chunks = await runInBulk(ctx, {
    action: 'create',
    items: drafts,
    request: (items) => ({
      target_locale: locale,
      entries: items.map(({ attributes, uuid, values }) => ({
        ...attributes,
        uuid,
        content_type_id: typeId,
        field_values: values.map(wireValue),
      })),
    }),
  });
  await ctx.identifiers.forget({ kind: 'entry', spaceId: ctx.space.id });
  const outcomes = await rereadAfter(
    inTurns(reportsOf(chunks, ctx.sheet), (report) => outcomeOf(ctx, report)),
    {
      hint: 'The jobs say what was created: content-jobs-manage. A repeated call would create it again.',
      details: { job_ids: jobIdsOf(chunks) },
    },
  );
  const items = outcomes.map(({ item }) => item);
  const counts = countsOf(items);
  const losses = outcomes.flatMap(({ warnings }) => warnings);
  const next = waitingFor(chunks);
  return ok(
    { locale, items, ...counts, jobs: jobsView(chunks) },
    {
      resource: { type: 'space', ...ctx.space },
      state: {
        status: statusOf(counts),
        returned: items.length,
        total: items.length,
        warnings: [...jobWarnings(chunks), ...losses.slice(0, warningsMax), ...moreLosses(losses.length)],
        ...(next.length > 0 && { next }),
      },
    },
  );
}

/** One entry with what its job says of it. */
interface Report {
  readonly draft: Draft;
  readonly chunk: Chunk<Draft>;
  readonly uuid: string | undefined;
  readonly faults: readonly FieldFault[];
}

function reportsOf(chunks: readonly Chunk<Draft>[], { definitions }: Drafts): readonly Report[] {
  return chunks.flatMap((chunk) => {
    const names = (place: number) => entryNames(chunk.items[place]?.values ?? [], definitions);
    const told = new Map((chunk.job ? jobItems(chunk.job, names) : []).map((item) => [item.index, item]));
    return chunk.items.map((draft, place) => ({
      draft,
      chunk,
      uuid: told.get(place)?.uuid,
      faults: at(draft.index, told.get(place)?.faults ?? []),
    }));
  });
}

interface Outcome {
  readonly item: BulkItem;
  readonly warnings: readonly Warning[];
}

async function outcomeOf(ctx: CreateContext, report: Report): Promise<Outcome> {
  const { draft, chunk, uuid, faults } = report;
  const { index } = draft;
  const stored = uuid === undefined || faults.length > 0 ? undefined : await created(ctx, uuid);
  if (stored !== undefined) {
    const { id, name, status } = stored;
    const item = {
      index,
      entry_id: id,
      uuid: stored.uuid,
      ...(name !== undefined && { name }),
      ...(status !== undefined && { entry_status: status }),
      result: 'changed' as const,
    };
    return { item, warnings: lossesOf(ctx, draft, stored) };
  }
  const result = isUnderWay(chunk) && faults.length === 0 ? 'pending' : 'failed';
  const item = { index, ...(uuid !== undefined && { uuid }), result, code: codeOf(report) } as const;
  return { item: { ...item, ...errorsOf(faults) }, warnings: [] };
}

function codeOf({ chunk, uuid, faults }: Report): string {
  if (chunk.failure !== undefined) return chunk.failure.code;
  if (faults.length > 0) return 'REFUSED';
  if (isUnderWay(chunk)) return 'JOB_NOT_OVER';
  if (chunk.status !== 'completed') return 'JOB_FAILED';
  return uuid === undefined ? 'NOT_REPORTED' : 'NOT_FOUND';
}

async function created(ctx: CreateContext, uuid: string): Promise<Entry | undefined> {
  const { modyo, space, sheet } = ctx;
  const row = await rowOfUuid(uuid, { modyo, space, locale: sheet.locale, type: undefined });
  if (row === undefined || row.status === 'translate') return undefined;
  return getEntry(modyo, space.id, row.id);
}

function lossesOf({ sheet }: CreateContext, draft: Draft, stored: Entry): readonly Warning[] {
  const attributes = {
    ...draft.attributes,
    uuid: draft.uuid,
    content_type_id: sheet.typeId,
    locale: sheet.locale,
  };
  const losses = entryLosses({
    attributes,
    values: draft.values,
    before: undefined,
    stored,
    definitions: sheet.definitions,
  });
  return [...draft.notes, ...losses].map((warning) => ({
    ...warning,
    path: `entries.${draft.index}.${warning.path}`,
  }));
}

function moreLosses(count: number): readonly Warning[] {
  if (count <= warningsMax) return [];
  const message = `${count - warningsMax} more values were stored otherwise.`;
  return [{ code: 'WARNINGS_LEFT_OUT', path: 'data.items', message }];
}
