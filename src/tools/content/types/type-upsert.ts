import { AppError } from '../../../errors/app-error.ts';
import { type ContentType, findTypeByUid, getType } from '../../../modyo/content/types.ts';
import type { Plan } from '../../../toolkit/action.ts';
import { type Fail, fail, isFail } from '../../../toolkit/result.ts';
import { inOurParameters } from '../../fault-paths.ts';
import { counted, quoted } from '../../plan-wording.ts';
import { reread } from '../../reread.ts';
import type { FieldUpdate, NewField } from '../field-arguments.ts';
import { planFieldChanges } from '../field-changes.ts';
import { type FieldDefinition, findField } from '../field-definition.ts';
import { createTypeWithinPlan } from '../plan-limit.ts';
import type { InSpace } from '../resolvers.ts';
import { linkedTypes, refusedPlan } from './change-request.ts';
import { type SentTypeChange, type TypeChange, typeChange } from './type-change.ts';
import { planOfChange } from './type-change-plan.ts';

export interface SentType {
  readonly uid: string;
  readonly name?: string | undefined;
  readonly description?: string | undefined;
  readonly single?: boolean | undefined;
  readonly fields?: readonly NewField[] | undefined;
}

/** The type with this uid as the space has it now. */
async function typeWithUid(ctx: InSpace, uid: string): Promise<ContentType | undefined> {
  const id = await findTypeByUid(ctx.modyo, ctx.space.id, uid);
  return id === undefined ? undefined : getType(ctx.modyo, ctx.space.id, id);
}

/** A type that is there, and whether this call has made it. */
export interface StandingType {
  readonly type: ContentType;
  readonly isCreated: boolean;
}

/**
 * Finds the type, or creates it without fields. To one who creates it at the same time elsewhere the
 * platform says that the uid is taken, and the type is found then.
 */
export async function standingType(ctx: InSpace, sent: SentType): Promise<StandingType | Fail> {
  const found = await typeWithUid(ctx, sent.uid);
  if (found !== undefined) return { type: found, isCreated: false };
  if (sent.name === undefined) return nameNeeded;
  const refused = await refusedCreation(sent, ctx);
  if (refused !== undefined) return refused;
  try {
    const { fields: _fields, ...attributes } = sent;
    const id = await createTypeWithinPlan(ctx.modyo, ctx.space.id, attributesOf(attributes));
    await ctx.identifiers.forget({ kind: 'type', spaceId: ctx.space.id });
    return { type: await reread(getType(ctx.modyo, ctx.space.id, id), id), isCreated: true };
  } catch (error) {
    if (!isTaken(error)) throw error;
    const other = await typeWithUid(ctx, sent.uid);
    if (other === undefined) throw error;
    return { type: other, isCreated: false };
  }
}

function attributesOf({ uid, name, description, single }: SentType) {
  return { uid, name, description, single };
}

/** Whether the platform complains about the uid, as it does of one that another type has. */
function isTaken(error: unknown): boolean {
  return (
    error instanceof AppError &&
    error.code === 'INVALID_PARAMS' &&
    error.fields?.some(({ path }) => path === 'uid') === true
  );
}

const nameNeededMessage = 'The space has no type with this uid, and a new one needs a name.';
const nameNeeded = fail('INVALID_PARAMS', `${nameNeededMessage} Nothing was changed.`, {
  fields: [{ path: 'name', message: nameNeededMessage }],
});

/** Whether a call may lose stored values of a type that exists. */
export function mayLoseByUpsert({ fields }: Pick<SentType, 'fields'>): boolean {
  return (
    fields?.some(({ choices, linked_type: type }) => choices !== undefined || type !== undefined) === true
  );
}

/**
 * What brings a type to what was sent: fields that it lacks are added, those that it has are brought to
 * these rules, and all others stay. The faults name our parameters.
 */
export async function upsertChange(
  ctx: InSpace,
  sent: SentType,
  { type, isCreated }: StandingType,
): Promise<TypeChange | Fail> {
  const split = splitFields(sent.fields ?? [], type.fields ?? []);
  const refused = refusedKinds(sent.fields ?? [], type.fields ?? []);
  if (refused !== undefined) return refused;
  const { uid: _uid, ...attributes } = attributesOf(sent);
  const change: SentTypeChange = { ...(isCreated ? {} : attributes), ...split.changes };
  return inOurParameters(typeChange(change, { ...ctx, type }, type), split.parameterOf);
}

interface SplitFields {
  readonly changes: Pick<SentTypeChange, 'add_fields' | 'update_fields'>;
  /** `fields.2.choices` for `add_fields.0.choices`. */
  parameterOf(path: string): string;
}

function splitFields(wanted: readonly NewField[], stored: readonly FieldDefinition[]): SplitFields {
  const places: { readonly add_fields: number[]; readonly update_fields: number[] } = {
    add_fields: [],
    update_fields: [],
  };
  const added: NewField[] = [];
  const updated: FieldUpdate[] = [];
  for (const [at, field] of wanted.entries()) {
    const known = findField(stored, field.name);
    const { name: _name, type: _type, ...rules } = field;
    if (known === undefined) added.push(field);
    else updated.push({ field: known.name, ...rules });
    places[known === undefined ? 'add_fields' : 'update_fields'].push(at);
  }
  return {
    changes: { add_fields: added, update_fields: updated },
    parameterOf: (path) => ourPath(path, places),
  };
}

function ourPath(path: string, places: Readonly<Record<string, readonly number[]>>): string {
  const [, list = '', at = '', rest = ''] = /^(add_fields|update_fields)\.(\d+)(.*)$/.exec(path) ?? [];
  const place = places[list]?.[Number(at)];
  if (place === undefined) return path.startsWith('update_fields') ? 'fields' : path;
  return `fields.${place}${rest === '.field' ? '.name' : rest}`;
}

/** The kind of a field is fixed when it is added. */
function refusedKinds(wanted: readonly NewField[], stored: readonly FieldDefinition[]): Fail | undefined {
  const faults = wanted.flatMap(({ name, type }, at) => {
    const known = findField(stored, name);
    if (known === undefined || known.type === type) return [];
    const message = `The stored field is of the type ${known.type}, which cannot change.`;
    return [{ path: `fields.${at}.type`, message, expected: known.type }];
  });
  return refusedPlan({ fields: [], removed: [], faults });
}

export async function planUpsert(sent: SentType, ctx: InSpace): Promise<Plan | Fail> {
  const found = await typeWithUid(ctx, sent.uid);
  if (found === undefined) return sent.name === undefined ? nameNeeded : planCreation(sent, ctx);
  const change = await upsertChange(ctx, sent, { type: found, isCreated: false });
  if (isFail(change)) return change;
  const plan = await planOfChange(change, { ...ctx, type: found });
  return { ...plan, changes: { creates: false, ...plan.changes } };
}

/** The fields of a new type are judged before it is made, so that nothing half is left behind. */
async function refusedCreation(sent: SentType, ctx: InSpace): Promise<Fail | undefined> {
  const changes = { add: sent.fields ?? [], update: [], remove: [] };
  const rename = (path: string) => path.replace(/^add_fields/, 'fields');
  const judged = async () => {
    const linked = await linkedTypes(ctx, changes);
    return refusedPlan(planFieldChanges([], changes, (reference) => linked.get(reference)));
  };
  const refused = await inOurParameters(judged(), rename);
  return isFail(refused) ? refused : undefined;
}

async function planCreation(sent: SentType, ctx: InSpace): Promise<Plan | Fail> {
  const refused = await refusedCreation(sent, ctx);
  if (refused !== undefined) return refused;
  const fields = (sent.fields ?? []).map(({ name }) => name);
  return {
    changes: { creates: true, uid: sent.uid, name: sent.name, fields_added: fields },
    summary: `The content type ${quoted(sent.name)} is created with ${counted(fields.length, 'field', 'fields')}.`,
    isHarmless: true,
  };
}
