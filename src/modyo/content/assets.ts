import { z } from 'zod';
import { answerOf, anyJson, created, element, optional } from '../answer-shape.ts';
import type { FieldPath, FilePart, ModyoClient } from '../client.ts';
import { type Page, type PageRequest, pageOf } from '../pages.ts';

/** A media file of the account. */
const asset = element({
  id: z.number(),
  uuid: optional(z.string()),
  /** File name. */
  name: optional(z.string()),
  title: optional(z.string()),
  alt_text: optional(z.string()),
  description: optional(z.string()),
  tags: optional(z.array(z.string())),
  url: optional(z.string()),
  data_content_type: optional(z.string()),
  /** Bytes. */
  data_file_size: optional(z.number()),
  updated_at: optional(z.string()),
});

export type Asset = z.output<typeof asset>;

const assetPage = pageOf('assets', asset);

/** The classes in which the platform sorts files. */
export const assetClasses = [
  'picture',
  'video',
  'audio',
  'file',
  'logo',
  'favicon',
  'appleIcon',
  'avatar',
] as const;

export type AssetClass = (typeof assetClasses)[number];

export interface AssetListRequest extends PageRequest {
  /** Looked for in file names and in the names of authors. */
  readonly query?: string | undefined;
  readonly extensions?: readonly string[] | undefined;
  readonly tags?: readonly string[] | undefined;
}

export function listAssets(modyo: ModyoClient, request: AssetListRequest): Promise<Page<Asset>> {
  return answerOf(modyo, 'listAssets', assetPage, { query: { ...request } });
}

export function getAsset(modyo: ModyoClient, assetId: number): Promise<Asset> {
  return answerOf(modyo, 'getAsset', asset, { path: { asset_id: assetId } });
}

/**
 * Uploads a file, which is live at once.
 * @returns its id; texts and tags follow with {@link updateAsset}
 * @throws {AppError} `INVALID_PARAMS` or `CONFLICT` with Modyo's reason for a file that it does not take
 */
export async function createAsset(
  modyo: ModyoClient,
  file: FilePart,
  assetClass: AssetClass,
  fieldPath?: FieldPath,
): Promise<number> {
  const request = { form: { klass: assetClass, data: file }, fieldPath };
  return (await answerOf(modyo, 'createAsset', created, request)).id;
}

/** What can be told of a file. What is left out stays; empty texts and an empty list clear. */
export interface AssetTexts {
  readonly title?: string | undefined;
  readonly alt_text?: string | undefined;
  readonly description?: string | undefined;
  readonly tags?: readonly string[] | undefined;
}

/** What Modyo stored is not taken from its answer: read the asset again. */
export async function updateAsset(
  modyo: ModyoClient,
  assetId: number,
  texts: AssetTexts,
  fieldPath?: FieldPath,
): Promise<void> {
  await modyo.call('updateAsset', { path: { asset_id: assetId }, form: { ...texts }, fieldPath });
}

/**
 * Puts another file in the place of the stored one; id, uuid and address stay.
 * @throws {AppError} as {@link createAsset}
 */
export async function changeAsset(
  modyo: ModyoClient,
  assetId: number,
  file: FilePart,
  fieldPath?: FieldPath,
): Promise<void> {
  await modyo.call('changeAsset', { path: { asset_id: assetId }, form: { data: file }, fieldPath });
}

/** @throws {AppError} `CONFLICT` for one that Modyo does not let go */
export async function deleteAsset(modyo: ModyoClient, assetId: number): Promise<void> {
  await modyo.call('deleteAsset', { path: { asset_id: assetId } });
}

/** Sets the tags of many files, maybe in the background; the answer is not documented. */
export async function tagAssets(
  modyo: ModyoClient,
  assetIds: readonly number[],
  tags: readonly string[],
  fieldPath?: FieldPath,
): Promise<void> {
  const body = { id: assetIds, tags };
  await modyo.call('bulkAssets', { query: { act: 'tags' }, body, fieldPath });
}

const extensionLists = z.union([
  z.array(z.string()),
  z.object({ extensions: z.array(z.string()) }).transform(({ extensions }) => extensions),
  z.object({ current_extensions: z.array(z.string()) }).transform((answer) => answer.current_extensions),
  z.record(z.string(), z.array(z.string())).transform((byClass) => Object.values(byClass).flat()),
]);

const space = z.union([
  z.number(),
  z.object({ remaining_space: z.coerce.number() }).transform((answer) => answer.remaining_space),
]);

/** The extensions that a file may have, or `undefined` when the answer has none of the forms that we know. */
export async function listAssetExtensions(modyo: ModyoClient): Promise<readonly string[] | undefined> {
  const parsed = extensionLists.safeParse(await answerOf(modyo, 'listAssetExtensions', anyJson));
  return parsed.success ? parsed.data : undefined;
}

/** What the plan leaves for files, in Modyo's unit, or `undefined` when the answer has no form that we know. */
export async function getAssetSpace(modyo: ModyoClient): Promise<number | undefined> {
  const parsed = space.safeParse(await answerOf(modyo, 'getAssetSpace', anyJson));
  return parsed.success ? parsed.data : undefined;
}
