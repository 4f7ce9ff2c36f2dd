import { z } from 'zod';
import { type Attributes, created, element, optional, readAnswer } from '../answer-shape.ts';
import { backgroundJob } from '../background-jobs.ts';
import type { FieldPath, ModyoClient } from '../client.ts';
import { type Page, type PageRequest, pageOf } from '../pages.ts';

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

export async function listTypes(
  modyo: ModyoClient,
  spaceId: number,
  request: TypeListRequest,
): Promise<Page<ContentType>> {
  const answer = await modyo.call('listTypes', { path: { space_id: spaceId }, query: { ...request } });
  return readAnswer(typePage, 'listTypes', answer);
}

export async function getType(modyo: ModyoClient, spaceId: number, typeId: number): Promise<ContentType> {
  const answer = await modyo.call('getType', { path: { space_id: spaceId, type_id: typeId } });
  return readAnswer(contentType, 'getType', answer);
}

/**
 * Creates a type without fields; {@link updateType} gives it some.
 * @returns its id; what Modyo stored is not taken from its answer
 */
export async function createType(
  modyo: ModyoClient,
  spaceId: number,
  attributes: Attributes,
  fieldPath?: FieldPath,
): Promise<number> {
  const request = { path: { space_id: spaceId }, body: attributes, ...(fieldPath && { fieldPath }) };
  return readAnswer(created, 'createType', await modyo.call('createType', request)).id;
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
    ...(fieldPath && { fieldPath }),
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
