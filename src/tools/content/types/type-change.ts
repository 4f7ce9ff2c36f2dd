import type { Json } from '../../../errors/app-error.ts';
import { type ContentType, getType } from '../../../modyo/content/types.ts';
import { type Fail, fail } from '../../../toolkit/result.ts';
import { plannedChanges } from '../../plan-wording.ts';
import { refusedRename } from '../../rename-guard.ts';
import { type FieldChanges, type FieldPlan, planFieldChanges, type StoredField } from '../field-changes.ts';
import type { OfType } from '../resolvers.ts';
import { changesOf, type FieldArguments, linkedTypes, refusedPlan } from './change-request.ts';
import { busyWithReindex, reindexOf } from './reindex.ts';
import { entriesOfType } from './type-entries.ts';

export interface SentTypeChange extends FieldArguments {
  readonly name?: string | undefined;
  readonly uid?: string | undefined;
  readonly single?: boolean | undefined;
  readonly description?: string | undefined;
  readonly allow_rename?: boolean | undefined;
}

export interface TypeChange {
  readonly before: ContentType;
  readonly attributes: { readonly [name: string]: Json | undefined };
  readonly changes: FieldChanges;
  /** Empty of fields if the call changes none. */
  readonly fieldPlan: FieldPlan;
}

/**
 * Whether a call may lose stored values: by a field that goes, by choices of which some may be left out, or
 * by links to entries of another type than the field then asks for.
 */
export function mayLoseValues({ remove_fields: removed, update_fields: updated }: FieldArguments): boolean {
  const isRisky = updated?.some(
    ({ choices, linked_type: type }) => choices !== undefined || type !== undefined,
  );
  return removed !== undefined || isRisky === true;
}

/**
 * The write that an update leads to, or its refusal.
 * @param read the type, where it was read just now: what it led to must not be judged by another reading
 */
export async function typeChange(
  sent: SentTypeChange,
  ctx: OfType,
  read?: ContentType,
): Promise<TypeChange | Fail> {
  const { name, uid, single, description } = sent;
  const before = read ?? (await getType(ctx.modyo, ctx.space.id, ctx.type.id));
  const changes = changesOf(sent);
  const target = { space: ctx.space.id, identifier: before.id };
  const linked = await linkedTypes(ctx, changes);
  const fieldPlan = planFieldChanges(before.fields ?? [], changes, (reference) => linked.get(reference));
  const refused =
    refusedRename({ path: 'uid', stored: before.uid, wanted: uid, isRenameAllowed: sent.allow_rename }) ??
    refusedPlan(fieldPlan) ??
    busyWithReindex(reindexOf(before.reindex_job), target) ??
    (await refusedSingle(ctx, before, single));
  if (refused !== undefined) return refused;
  const changesFields = changes.add.length + changes.update.length + changes.remove.length > 0;
  return {
    before,
    attributes: { name, uid, single, description },
    changes,
    fieldPlan: changesFields ? fieldPlan : { ...fieldPlan, fields: [] },
  };
}

/** A type with several entries cannot become one of a single entry, which Modyo refuses too. */
async function refusedSingle(
  ctx: OfType,
  before: ContentType,
  single: boolean | undefined,
): Promise<Fail | undefined> {
  if (single !== true || before.single === true) return undefined;
  const entries = await entriesOfType(ctx, before.id);
  if (entries <= 1) return undefined;
  const message = `The type has ${entries} entries, and a single type has one at most.`;
  return fail('INVALID_PARAMS', `${message} Nothing was changed.`, {
    fields: [{ path: 'single', message }],
    details: { entries },
  });
}

/** Whether the write would change nothing: neither is it made, then, nor a reindex started. */
export function isUnchanged(change: TypeChange): boolean {
  return plannedChanges(...sides(change)).length === 0;
}

type Side = Readonly<Record<string, Json | undefined>>;

/** Attributes and fields before and after; a field that is removed is absent after. */
export function sides({ before, attributes, fieldPlan }: TypeChange): readonly [Side, Side] {
  const { name, uid, single } = before;
  const plain = { name, uid, single, description: before['description'] };
  const sent = Object.entries(attributes).filter(([, value]) => value !== undefined);
  const fields = byName((before.fields ?? []) as readonly StoredField[]);
  const planned = fieldPlan.fields.filter((field) => field['_destroy'] !== true);
  const after = fieldPlan.fields.length === 0 ? fields : byName(planned);
  return [
    { ...plain, fields },
    { ...plain, ...Object.fromEntries(sent), fields: after },
  ];
}

/** What writers see of each field, by its name. */
function byName(fields: readonly { readonly [key: string]: unknown }[]): Json {
  const entries = fields.map(({ name, type, hint, validations }) => [
    String(name),
    { type, hint, validations },
  ]);
  // Modyo's fields came out of `JSON.parse`, and ours are JSON.
  return Object.fromEntries(entries) as Json;
}
