import { AppError, type Json } from '../../errors/app-error.ts';
import type { ModyoClient } from '../../modyo/client.ts';
import { type ContentType, getType, listAllTypes, updateType } from '../../modyo/content/types.ts';
import type { Warning } from '../../toolkit/result.ts';
import { inTurns } from '../in-turns.ts';
import type { ModyoToolContext } from '../kit.ts';
import { copiedField, linkedTypeId } from './copied-field.ts';
import type { StoredField } from './field-changes.ts';
import { createTypeWithinPlan } from './plan-limit.ts';
import { isContained } from './stored-value.ts';

/** A type that shall be copied, under which names. */
export interface WantedType {
  readonly source: ContentType;
  readonly name: string;
  readonly uid: string;
}

/** What became of one type. */
export interface CopiedType {
  readonly from: number;
  readonly to?: number | undefined;
  readonly uid: string;
  /** `completed`: it was there, and fields that it lacked were added. */
  readonly result: 'created' | 'completed' | 'kept' | 'incomplete' | 'failed';
  readonly code?: string | undefined;
}

export interface TypeCopies {
  readonly items: readonly CopiedType[];
  /** Every type that stands for a source type, as it was read at last. */
  readonly bySource: ReadonlyMap<number, ContentType>;
  readonly warnings: readonly Warning[];
  /** Why types were not made. */
  readonly failures: readonly AppError[];
}

/** Every type of a space with its fields, which lists do not show. */
export async function typesWithFields(modyo: ModyoClient, spaceId: number): Promise<readonly ContentType[]> {
  const types = await listAllTypes(modyo, spaceId);
  return inTurns(types, ({ id }) => getType(modyo, spaceId, id));
}

export interface TypeCopying {
  /** Where the copies come to lie. */
  readonly spaceId: number;
  /** Types that are there already, and stand for source types that are not copied. */
  readonly standing: ReadonlyMap<number, number>;
  /** Hears of each step. */
  onStep(done: number, total: number): void;
}

/**
 * Copies types with their fields. All of them are made before any gets its fields, so that types may link to
 * each other in a circle. A type with the wanted uid that is there already is kept, and gets what it lacks.
 * What fails is told beside what was made.
 */
export async function copyTypes(
  ctx: ModyoToolContext,
  wanted: readonly WantedType[],
  { spaceId, standing, onStep }: TypeCopying,
): Promise<TypeCopies> {
  const present = await listAllTypes(ctx.modyo, spaceId);
  const made: MadeType[] = [];
  for (const type of wanted) {
    made.push(await madeType(ctx.modyo, spaceId, type, present));
    onStep(made.length, wanted.length * 2);
  }
  await ctx.identifiers.forget({ kind: 'type', spaceId });
  const ids = new Map([...standing, ...made.flatMap(({ wanted: { source }, id }) => pair(source.id, id))]);
  const items: CopiedType[] = [];
  const bySource = new Map<number, ContentType>();
  const warnings: Warning[] = [];
  for (const type of made) {
    const filled = await filledType(ctx.modyo, spaceId, type, (id) => ids.get(id));
    items.push(filled.item);
    warnings.push(...filled.warnings);
    if (filled.type !== undefined) bySource.set(type.wanted.source.id, filled.type);
    onStep(wanted.length + items.length, wanted.length * 2);
  }
  return { items, bySource, warnings, failures: made.flatMap(({ failure }) => failure ?? []) };
}

function pair(from: number, to: number | undefined): readonly (readonly [number, number])[] {
  return to === undefined ? [] : [[from, to]];
}

interface MadeType {
  readonly wanted: WantedType;
  readonly id?: number | undefined;
  readonly isCreated: boolean;
  readonly failure?: AppError | undefined;
}

async function madeType(
  modyo: ModyoClient,
  spaceId: number,
  wanted: WantedType,
  present: readonly ContentType[],
): Promise<MadeType> {
  const standing = present.find(({ uid }) => uid === wanted.uid);
  if (standing !== undefined) return { wanted, id: standing.id, isCreated: false };
  const { name, uid, source } = wanted;
  const description = typeof source['description'] === 'string' ? source['description'] : undefined;
  try {
    const id = await createTypeWithinPlan(modyo, spaceId, { name, uid, single: source.single, description });
    return { wanted, id, isCreated: true };
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    return { wanted, isCreated: false, failure: error };
  }
}

interface FilledType {
  readonly item: CopiedType;
  readonly type?: ContentType;
  readonly warnings: readonly Warning[];
}

async function filledType(
  modyo: ModyoClient,
  spaceId: number,
  { wanted, id, isCreated, failure }: MadeType,
  linked: (typeId: number) => number | undefined,
): Promise<FilledType> {
  const { source, uid } = wanted;
  const item = { from: source.id, to: id, uid };
  if (id === undefined)
    return { item: { ...item, result: 'failed', code: failure?.code }, warnings: [failed(uid, failure)] };
  try {
    const before = await getType(modyo, spaceId, id);
    const lacking = lackingFields(source, before);
    const relinked = relinkedFields(source, before, linked);
    if (lacking.length + relinked.size === 0)
      return { item: { ...item, result: isCreated ? 'created' : 'kept' }, type: before, warnings: [] };
    const fields = lacking.map((field) => copiedField(field, linked));
    await updateType(modyo, spaceId, id, { fields: [...sentBack(before, relinked), ...fields] });
    const type = await getType(modyo, spaceId, id);
    return {
      item: { ...item, result: isCreated ? 'created' : 'completed' },
      type,
      warnings: [...unlinked(uid, lacking, linked), ...changedFields(uid, fields, type)],
    };
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    return { item: { ...item, result: 'incomplete', code: error.code }, warnings: [failed(uid, error)] };
  }
}

function lackingFields(source: ContentType, target: ContentType): readonly StoredField[] {
  const names = new Set((target.fields ?? []).map(({ name }) => name.toLowerCase()));
  return (source.fields ?? []).filter(({ name }) => !names.has(name.toLowerCase()));
}

/** Fields that an earlier copy had to leave without a link, and the types that they can link to by now. */
function relinkedFields(
  source: ContentType,
  { fields = [] }: ContentType,
  linked: (typeId: number) => number | undefined,
): ReadonlyMap<number, number> {
  const links = fields.flatMap((field) => {
    const origin = source.fields?.find(({ name, type }) => name === field.name && type === field.type);
    const from = origin === undefined ? undefined : linkedTypeId(origin);
    const to = from === undefined ? undefined : linked(from);
    return to === undefined || linkedTypeId(field) !== undefined ? [] : [[field.id, to] as const];
  });
  return new Map(links);
}

/** The fields that are there, so that none is lost whether Modyo merges the list or replaces it. */
function sentBack({ fields = [] }: ContentType, relinked: ReadonlyMap<number, number>) {
  return fields.map((field) => {
    const { validations, ...rest } = copiedField(field, (id) => id);
    const link = relinked.get(field.id);
    const rules = validations as { readonly [rule: string]: Json } | undefined;
    return {
      ...rest,
      id: field.id,
      validations: { ...rules, ...(link !== undefined && { content_type: link }) },
    };
  });
}

function unlinked(
  uid: string,
  fields: readonly StoredField[],
  linked: (typeId: number) => number | undefined,
): readonly Warning[] {
  return fields
    .filter((field) => {
      const id = linkedTypeId(field);
      return id !== undefined && linked(id) === undefined;
    })
    .map(({ name }) => ({
      code: 'LINK_NOT_REBUILT',
      path: `types.${uid}.fields.${name}`,
      message: 'The type that this field links to was not copied, so it links to entries of any type.',
    }));
}

function changedFields(
  uid: string,
  sent: readonly { readonly [key: string]: unknown }[],
  { fields = [] }: ContentType,
): readonly Warning[] {
  return sent.flatMap(({ position: _position, ...field }) => {
    const path = `types.${uid}.fields.${String(field['name'])}`;
    const stored = fields.find(({ name }) => name === field['name']);
    if (stored === undefined)
      return [{ code: 'FIELD_NOT_STORED', path, message: 'The copy does not have this field.' }];
    if (isContained(field, stored)) return [];
    return [{ code: 'FIELD_CHANGED', path, message: 'The platform stored this field in another form.' }];
  });
}

/** What is told of a part that was not copied: what the platform said, and about what. */
function failed(uid: string, failure: AppError | undefined): Warning {
  const reasons = (failure?.fields ?? []).map(({ path, message }) => `${path}: ${message}`);
  return {
    code: 'TYPE_NOT_COPIED',
    path: `types.${uid}`,
    message: [failure?.message ?? 'It was not copied.', ...reasons, failure?.hint].filter(isText).join(' '),
  };
}

function isText(part: string | undefined): part is string {
  return part !== undefined;
}
