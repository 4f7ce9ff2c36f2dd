import { z } from 'zod';
import { identifier } from '../../../../toolkit/identifier.ts';
import { isFail, ok, type Warning } from '../../../../toolkit/result.ts';
import { attributeLosses } from '../../../attribute-losses.ts';
import { inOurParameters } from '../../../fault-paths.ts';
import { kit } from '../../../kit.ts';
import { wantedFields } from '../../field-arguments.ts';
import { type InSpace, spaceOfCall } from '../../resolvers.ts';
import { warningsOf } from '../field-saving.ts';
import { type Reindex, reindexData, reindexOf, waitForReindex } from '../reindex.ts';
import { awaitReindex, outcomeOfWait } from '../reindex-wait.ts';
import { typeAttributes, typeName, typeUid } from '../type-arguments.ts';
import { isUnchanged, type TypeChange } from '../type-change.ts';
import { contentType, typeResource } from '../type-shape.ts';
import {
  mayLoseByUpsert,
  planUpsert,
  type SentType,
  type StandingType,
  standingType,
  upsertChange,
} from '../type-upsert.ts';
import { changeOutcome, writeTypeChange } from '../type-writing.ts';

/** Asked about only where choices or links of a type that exists may change with values that entries hold. */
export const upsertAction = kit.mutation({
  summary: 'Create a content type, or bring the one with this uid to these attributes and fields',
  idempotent: true,
  input: z.object({
    space: identifier('Space'),
    uid: typeUid,
    name: typeName.optional(),
    ...typeAttributes,
    fields: wantedFields,
    wait_for_reindex: waitForReindex,
  }),
  data: z.object({
    type: contentType,
    type_created: z.boolean(),
    reindex: reindexData.optional(),
    fields_added: z.array(z.string()).optional(),
  }),
  resolve: [spaceOfCall],
  operations: [
    'listSpaces',
    'getSpace',
    'listTypes',
    'getType',
    'createType',
    'updateType',
    'listEntries',
    'getEntry',
    'getBackgroundJob',
  ],
  notes: [
    'Fields that are not sent stay; a field is known by its name, so it is not renamed or removed here.',
    'Of many who call this for one uid at once, one creates the type and the others find it.',
  ],
  confirm: mayLoseByUpsert,
  invalidates: ['content-types.*', 'content-spaces.*', 'content-entries.*'],
  plan: planUpsert,
  async run(input, ctx) {
    const place = { kind: 'content-type', scope: [ctx.space.id], key: input.uid };
    return ctx.singleFlight.alone(place, () => upsert(ctx, input, input.wait_for_reindex));
  },
});

async function upsert(ctx: InSpace, sent: SentType, waits: boolean | undefined) {
  const standing = await standingType(ctx, sent);
  if (isFail(standing)) return standing;
  const change = await upsertChange(ctx, sent, standing);
  if (isFail(change)) return change;
  if (isUnchanged(change)) return unchanged(sent, standing);
  if (standing.isCreated) return completed(ctx, sent, change);
  const written = await inOurParameters(writeTypeChange(ctx, change), fieldsPath);
  if (isFail(written)) return written;
  const { type, reindex } =
    waits === true
      ? await awaitReindex(ctx, written)
      : { type: written, reindex: reindexOf(written.reindex_job) };
  const outcome = changeOutcome(change, type);
  const wait = outcomeOfWait(waits, reindex);
  return answer({ type, isCreated: false }, outcome.fields_added, {
    reindex,
    status: wait.status,
    warnings: [...outcome.warnings, ...wait.warnings],
  });
}

/** The fields of a type that this call has made; if they are refused, the type is there without them. */
async function completed(ctx: InSpace, sent: SentType, change: TypeChange) {
  let type = change.before;
  const unsaved = await warningsOf(async () => {
    type = await writeTypeChange(ctx, change);
  });
  const outcome = changeOutcome(unsaved.length > 0 ? { ...change, fieldPlan: nothing } : change, type);
  return answer({ type, isCreated: true }, outcome.fields_added, {
    status: unsaved.length > 0 ? 'partial' : 'done',
    warnings: [...lossesOf(sent, type), ...outcome.warnings, ...unsaved.map(inFields)],
  });
}

const nothing = { fields: [], removed: [], faults: [] };

function unchanged(sent: SentType, standing: StandingType) {
  const { type, isCreated } = standing;
  return answer(standing, [], {
    reindex: reindexOf(type.reindex_job),
    status: isCreated ? 'done' : 'unchanged',
    warnings: isCreated ? lossesOf(sent, type) : [],
  });
}

function lossesOf({ uid, name, description, single }: SentType, type: StandingType['type']) {
  return attributeLosses({ uid, name, description, single }, type);
}

function inFields(warning: Warning): Warning {
  return { ...warning, path: warning.path.replace(/^add_fields/, 'fields') };
}

/** Modyo counts the stored fields too, so that only the list can be named after a refusal. */
function fieldsPath(path: string): string {
  return path.startsWith('add_fields') || path.startsWith('update_fields') ? 'fields' : path;
}

interface Facts {
  readonly reindex?: Reindex | undefined;
  readonly status: 'done' | 'unchanged' | 'partial' | 'accepted';
  readonly warnings: readonly Warning[];
}

function answer({ type, isCreated }: StandingType, added: string[], { reindex, ...state }: Facts) {
  return ok(
    { type, type_created: isCreated, reindex, fields_added: added },
    { resource: typeResource(type), state },
  );
}
