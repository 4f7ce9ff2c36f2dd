import { z } from 'zod';
import { type Attributes, answerOf, anyJson, created, element, optional } from '../answer-shape.ts';
import type { FieldPath, ModyoClient } from '../client.ts';
import { type Page, type PageRequest, pageOf } from '../pages.ts';

const workflow = element({
  id: optional(z.number()),
  current_state: optional(z.string()),
  archived: optional(z.boolean()),
});

const fieldValue = element({
  id: optional(z.number()),
  field_id: z.number(),
  type: z.string(),
  value: anyJson.optional(),
});

/** One entry in one locale; the locales of an entry share its `uuid`, and each has its own `id`. */
const entry = element({
  id: z.number(),
  uuid: z.string(),
  name: optional(z.string()),
  slug: optional(z.string()),
  locale: optional(z.string()),
  /** `translate` where the entry does not exist in the locale that was asked for. */
  status: optional(z.string()),
  content_type_id: optional(z.number()),
  category_id: z.number().nullish(),
  tags: optional(z.array(z.string())),
  targets: optional(z.array(z.number())),
  private: optional(z.boolean()),
  published: optional(z.boolean()),
  scheduled: optional(z.boolean()),
  published_at: optional(z.string()),
  unpublished_at: optional(z.string()),
  updated_at: optional(z.string()),
  dirty: optional(z.boolean()),
  review_enabled: optional(z.boolean()),
  /** The name of its class: `Content::Entry`. */
  type: optional(z.string()),
  workflow: optional(workflow),
  /** In the detail only. */
  field_values: optional(z.array(fieldValue)),
});

export type Entry = z.output<typeof entry>;

const entryPage = pageOf('entries', entry);
const startedJob = element({ job_id: optional(z.string()) });
const localeList = z.union([
  z.array(z.string()),
  z.object({ available_locales: z.array(z.string()) }).transform((answer) => answer.available_locales),
  z.object({ locales: z.array(z.string()) }).transform((answer) => answer.locales),
]);

export interface EntryListRequest extends PageRequest {
  readonly query?: string | undefined;
  readonly ids?: readonly number[] | undefined;
  /** Whether `ids` name the versions that are listed, in whatever language. */
  readonly byIds?: boolean | undefined;
  readonly type_id?: number | undefined;
  readonly category_id?: number | undefined;
  readonly user_id?: number | undefined;
  readonly target_locale?: string | undefined;
  readonly tags?: readonly string[] | undefined;
  readonly states?: readonly string[] | undefined;
  readonly workflow_state?: string | undefined;
  readonly translation?: boolean | undefined;
}

export function listEntries(
  modyo: ModyoClient,
  spaceId: number,
  request: EntryListRequest,
): Promise<Page<Entry>> {
  return answerOf(modyo, 'listEntries', entryPage, { path: { space_id: spaceId }, query: { ...request } });
}

export function getEntry(modyo: ModyoClient, spaceId: number, entryId: number): Promise<Entry> {
  return answerOf(modyo, 'getEntry', entry, { path: { space_id: spaceId, entry_id: entryId } });
}

/**
 * Creates a draft; with the `uuid` of an entry and another `locale`, its translation.
 * @returns its id; what Modyo stored is not taken from its answer
 */
export async function createEntry(
  modyo: ModyoClient,
  spaceId: number,
  attributes: Attributes,
  fieldPath?: FieldPath,
): Promise<number> {
  const request = { path: { space_id: spaceId }, body: attributes, fieldPath };
  return (await answerOf(modyo, 'createEntry', created, request)).id;
}

/** Modyo answers nothing that is documented: read the entry again. */
export async function updateEntry(
  modyo: ModyoClient,
  spaceId: number,
  entryId: number,
  attributes: Attributes,
  fieldPath?: FieldPath,
): Promise<void> {
  await modyo.call('updateEntry', {
    path: { space_id: spaceId, entry_id: entryId },
    body: attributes,
    fieldPath,
  });
}

/** @throws {AppError} `INVALID_PARAMS` or `CONFLICT` for an entry that is not archived */
export async function deleteEntry(modyo: ModyoClient, spaceId: number, entryId: number): Promise<void> {
  await modyo.call('deleteEntry', { path: { space_id: spaceId, entry_id: entryId } });
}

export interface Publication {
  readonly published_immediately?: boolean | undefined;
  /** ISO 8601; a moment that has passed publishes at once. */
  readonly published_at?: string | undefined;
  readonly unpublish_scheduled?: boolean | undefined;
  readonly unpublished_at?: string | undefined;
  /** Skips the review; for administrators of the space. */
  readonly force_publish?: boolean | undefined;
}

export async function publishEntry(
  modyo: ModyoClient,
  spaceId: number,
  entryId: number,
  publication: Publication,
  fieldPath?: FieldPath,
): Promise<void> {
  await modyo.call('publishEntry', {
    path: { space_id: spaceId, entry_id: entryId },
    body: { ...publication },
    fieldPath,
  });
}

export async function unpublishEntry(modyo: ModyoClient, spaceId: number, entryId: number): Promise<void> {
  await modyo.call('unpublishEntry', { path: { space_id: spaceId, entry_id: entryId } });
}

/**
 * Copies an entry with its translations as a draft.
 * @returns the id of the copy, where Modyo says it; the answer is not documented
 */
export async function copyEntry(
  modyo: ModyoClient,
  spaceId: number,
  entryId: number,
  uuid: string,
): Promise<number | undefined> {
  const request = { path: { space_id: spaceId, entry_id: entryId }, body: { uuid } };
  const copy = created.safeParse((await modyo.call('copyEntry', request)).body);
  return copy.success && copy.data.id !== entryId ? copy.data.id : undefined;
}

/** The locales in which an entry exists, or `undefined` when the answer has none of the forms that we know. */
export async function listEntryLocales(
  modyo: ModyoClient,
  spaceId: number,
  uuid: string,
): Promise<readonly string[] | undefined> {
  const request = { path: { space_id: spaceId, entry_uuid: uuid } };
  const parsed = localeList.safeParse((await modyo.call('listEntryLocales', request)).body);
  return parsed.success ? parsed.data : undefined;
}

/** What {@link bulkEntries} does; all but `create` are inferred. */
export type BulkAction =
  | 'create'
  | 'publish'
  | 'force_publish'
  | 'unpublish'
  | 'archive'
  | 'restore'
  | 'delete';

/** Items that one request takes. */
export const bulkItemsMax = 100;

export interface BulkRequest {
  /** The entries that are moved. */
  readonly uuids?: readonly string[] | undefined;
  /** The entries that are created; the `uuid` of one that exists makes a translation of it. */
  readonly entries?: readonly Attributes[] | undefined;
  readonly target_locale?: string | undefined;
}

/**
 * Creates or moves at most {@link bulkItemsMax} entries in the background.
 * @returns the uuid of the job, where Modyo says it
 */
export async function bulkEntries(
  modyo: ModyoClient,
  spaceId: number,
  action: BulkAction,
  request: BulkRequest,
): Promise<string | undefined> {
  const { job_id: jobId } = await answerOf(modyo, 'bulkEntries', startedJob, {
    path: { space_id: spaceId },
    query: { bulk_action: action },
    body: { ...request },
  });
  return jobId;
}
