import type { Json } from '../../../errors/app-error.ts';
import { type ContentType, getType } from '../../../modyo/content/types.ts';
import type { Plan } from '../../../toolkit/action.ts';
import { type Fail, isFail } from '../../../toolkit/result.ts';
import { counted, plannedChanges, quoted, versionMark } from '../../plan-wording.ts';
import { refusedRename } from '../../rename-guard.ts';
import { type FieldChanges, type FieldPlan, planFieldChanges, type StoredField } from '../field-changes.ts';
import { choicesOf, findField } from '../field-definition.ts';
import type { OfType } from '../resolvers.ts';
import { changesOf, type FieldArguments, linkedTypes, refusedPlan } from './change-request.ts';
import { busyWithReindex, reindexOf } from './reindex.ts';
import { entriesOfType } from './type-entries.ts';
import { typeResource } from './type-shape.ts';

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

/** Whether a call may lose stored values: by a field that goes, or by choices of which some may be left out. */
export function mayLoseValues({ remove_fields: removed, update_fields: updated }: FieldArguments): boolean {
  return removed !== undefined || updated?.some(({ choices }) => choices !== undefined) === true;
}

/** The write that an update leads to, or its refusal. */
export async function typeChange(sent: SentTypeChange, ctx: OfType): Promise<TypeChange | Fail> {
  const { name, uid, single, description } = sent;
  const before = await getType(ctx.modyo, ctx.space.id, ctx.type.id);
  const changes = changesOf(sent);
  const linked = await linkedTypes(ctx, changes);
  const fieldPlan = planFieldChanges(before.fields ?? [], changes, (reference) => linked.get(reference));
  const refused =
    refusedRename({ path: 'uid', stored: before.uid, wanted: uid, isRenameAllowed: sent.allow_rename }) ??
    refusedPlan(fieldPlan) ??
    busyWithReindex(reindexOf(before.reindex_job));
  if (refused !== undefined) return refused;
  const changesFields = changes.add.length + changes.update.length + changes.remove.length > 0;
  return {
    before,
    attributes: { name, uid, single, description },
    changes,
    fieldPlan: changesFields ? fieldPlan : { ...fieldPlan, fields: [] },
  };
}

/** What the write would change and lose; it refuses what {@link typeChange} refuses. */
export async function planTypeChange(sent: SentTypeChange, ctx: OfType): Promise<Plan | Fail> {
  const change = await typeChange(sent, ctx);
  if (isFail(change)) return change;
  const { before, changes, fieldPlan } = change;
  const stored = before.fields ?? [];
  const removed = fieldPlan.removed.map((field) => field.name);
  const choices = changes.update.flatMap((update) => leavingChoices(stored, update));
  const entries = await entriesOfType(ctx, before.id);
  const isHarmless = removed.length === 0 && choices.length === 0;
  return {
    resource: typeResource(before),
    changes: {
      changed: plannedChanges(...sides(change)),
      fields_added: changes.add.map((field) => field.name),
      fields_removed: removed,
      choices_removed: choices,
      entries,
      starts_reindex: entries > 0,
    },
    version: versionMark(before.id, before.updated_at, before.uid, stored.length, entries),
    summary: isHarmless
      ? `The content type ${quoted(before.name)} is changed, and no stored value is lost.`
      : `The content type ${quoted(before.name)} loses ${lossesIn(removed, choices)}; it has ${counted(entries, 'entry', 'entries')}, whose values of these are erased.`,
    ...(isHarmless && { isHarmless }),
  };
}

type Side = Readonly<Record<string, Json | undefined>>;

/** Attributes and fields before and after; a field that is removed is absent after. */
function sides({ before, attributes, fieldPlan }: TypeChange): readonly [Side, Side] {
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

interface LeavingChoices {
  readonly [key: string]: Json;
  readonly field: string;
  readonly choices: readonly string[];
}

function leavingChoices(
  stored: readonly StoredField[],
  { field: reference, choices }: FieldChanges['update'][number],
): readonly LeavingChoices[] {
  const field = findField(stored, reference);
  if (field === undefined || choices === undefined) return [];
  const leaving = choicesOf(field)
    .map(({ label }) => label)
    .filter((label) => !choices.includes(label));
  return leaving.length === 0 ? [] : [{ field: field.name, choices: leaving }];
}

function lossesIn(removed: readonly string[], choices: readonly LeavingChoices[]): string {
  const left = choices.reduce((sum, { choices: labels }) => sum + labels.length, 0);
  return [
    removed.length > 0 ? counted(removed.length, 'field', 'fields') : undefined,
    left > 0 ? counted(left, 'choice', 'choices') : undefined,
  ]
    .filter((part) => part !== undefined)
    .join(' and ');
}
