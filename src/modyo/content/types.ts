import { z } from 'zod';
import { type Attributes, answerOf, created, element, optional } from '../answer-shape.ts';
import { backgroundJob } from '../background-jobs.ts';
import type { FieldPath, ModyoClient } from '../client.ts';
import { type Page, type PageRequest, pageOf, walkPages } from '../pages.ts';

const field = element({
  id: z.number(),
  name: z.string(),
  type: z.string(),
  validations: optional(element({})),
});

const contentType = element({
  id: z.number(),
  name: z.string(),
  uid: optional(z.string()),
  single: optional(z.boolean()),
  updated_at: optional(z.string()),
  fields: optional(z.array(field)),
  reindex_job: optional(backgroundJob),
});

export type ContentType = z.output<typeof contentType>;

const typePage = pageOf('types', contentType);

export interface TypeListRequest extends PageRequest {
  readonly query?: string | undefined;
  readonly ids?: readonly number[] | undefined;
  /** Attributes to answer; `id` and `name` are always needed. */
  readonly only?: readonly string[] | undefined;
}

export function listTypes(
  modyo: ModyoClient,
  spaceId: number,
  request: TypeListRequest,
): Promise<Page<ContentType>> {
  return answerOf(modyo, 'listTypes', typePage, { path: { space_id: spaceId }, query: { ...request } });
}

export function getType(modyo: ModyoClient, spaceId: number, typeId: number): Promise<ContentType> {
  return answerOf(modyo, 'getType', contentType, { path: { space_id: spaceId, type_id: typeId } });
}

/** Pages of a hundred; a plan has fifty types a space unless it is extended. */
const pagesMax = 20;

/** Every type of a space, without its fields. */
export async function listAllTypes(modyo: ModyoClient, spaceId: number): Promise<readonly ContentType[]> {
  const only = ['id', 'name', 'uid'];
  const fetchPage = (request: PageRequest) => listTypes(modyo, spaceId, { ...request, only });
  return (await walkPages({ fetchPage, pagesMax })).items;
}

/** The id of the type with exactly this uid. */
export async function findTypeByUid(
  modyo: ModyoClient,
  spaceId: number,
  uid: string,
): Promise<number | undefined> {
  const types = await listAllTypes(modyo, spaceId);
  return types.find((type) => type.uid === uid)?.id;
}

/**
 * Creates a type without fields; {@link updateType} gives it some.
 * @returns its id; what Modyo stored is not taken from its answer
 */
export async function createType(
  modyo: ModyoClient,
  spaceId: number,
  attributes: Attributes,
): Promise<number> {
  const request = { path: { space_id: spaceId }, body: attributes };
  return (await answerOf(modyo, 'createType', created, request)).id;
}

/** What Modyo stored is not taken from its answer: read the type again. */
export async function updateType(
  modyo: ModyoClient,
  spaceId: number,
  typeId: number,
  attributes: Attributes,
  fieldPath?: FieldPath,
): Promise<void> {
  await modyo.call('updateType', {
    path: { space_id: spaceId, type_id: typeId },
    body: attributes,
    fieldPath,
  });
}

export async function deleteType(modyo: ModyoClient, spaceId: number, typeId: number): Promise<void> {
  await modyo.call('deleteType', { path: { space_id: spaceId, type_id: typeId } });
}

/** Starts a reindex, during which Modyo refuses to save the type. */
export async function reindexType(modyo: ModyoClient, spaceId: number, typeId: number): Promise<void> {
  await modyo.call('reindexType', { path: { space_id: spaceId, type_id: typeId } });
}

export async function cancelTypeReindex(modyo: ModyoClient, spaceId: number, typeId: number): Promise<void> {
  await modyo.call('cancelTypeReindex', { path: { space_id: spaceId, type_id: typeId } });
}
