import type { Json } from '../errors/app-error.ts';
import { isSameContent } from './entry-content.ts';
import type { JsonObject } from './json-object.ts';
import type { AccountData, ContentTypeRecord, EntryRecord, SpaceRecord } from './records.ts';
import { toTimestamp, toTimestampOrNull } from './timestamp.ts';

/** An entry seen in one language: the version of that language if there is one, else the nearest. */
export interface EntryRow {
  readonly entry: EntryRecord;
  readonly targetLocale: string;
}

function isDirty(entry: EntryRecord): boolean {
  return entry.published === undefined || !isSameContent(entry.editable, entry.published);
}

/** The first rule that holds names the status; the order is the platform's. */
export function statusOf({ entry, targetLocale }: EntryRow): string {
  if (entry.locale !== targetLocale) return 'translate';
  if (entry.workflowState === 'archived') return 'archived';
  if (entry.schedule !== undefined) return 'scheduled';
  if (entry.workflowState === 'reviewing') {
    return entry.published === undefined ? 'reviewing' : 'reviewing_published';
  }
  if (entry.workflowState === 'approved') return 'approved';
  if (entry.published === undefined) return 'draft';
  return isDirty(entry) ? 'pending_changes' : 'published';
}

function userView(entry: EntryRecord, { account, admins }: AccountData): JsonObject {
  const admin = admins.get(entry.authorId);
  if (admin === undefined) return {};
  return {
    name: `${admin.firstName} ${admin.lastName}`,
    first_name: admin.firstName,
    last_name: admin.lastName,
    url: `https://${account.host}/admin/users/${admin.uuid}`,
  };
}

function workflowView(entry: EntryRecord, space: SpaceRecord, data: AccountData): JsonObject {
  const offset = data.account.utcOffsetMinutes;
  const { settings } = space;
  const isTimed = entry.schedule !== undefined || entry.unpublishAtMs !== undefined;
  return {
    id: entry.workflowId,
    current_state: entry.workflowState,
    approved: entry.workflowState === 'approved',
    reviewing: entry.workflowState === 'reviewing',
    editing: entry.workflowState === 'draft',
    archived: entry.workflowState === 'archived',
    review_enabled: settings['team_review'] === true,
    ...(isTimed
      ? {
          schedule: {
            publish: toTimestampOrNull(entry.schedule?.publishAtMs, offset),
            unpublish: toTimestampOrNull(entry.unpublishAtMs, offset),
          },
        }
      : {}),
    application: {
      id: space.id,
      name: space.name,
      team_review: settings['team_review'],
      approvals_quantity: settings['approvals_quantity'],
      locked_review: settings['locked_review'],
      enforced_review: settings['enforced_review'],
      enforce_all_review: settings['enforce_all_review'],
      application_type: 'space',
    },
    author_id: entry.authorId,
  };
}

export interface EntryContext {
  readonly data: AccountData;
  readonly space: SpaceRecord;
}

/** The attributes that lists and details share. */
function commonView(row: EntryRow, { data, space }: EntryContext): JsonObject {
  const { entry, targetLocale } = row;
  const offset = data.account.utcOffsetMinutes;
  return {
    id: entry.id,
    uuid: entry.uuid,
    name: entry.editable.name,
    slug: entry.editable.slug,
    content_type_id: entry.typeId,
    type_name: space.types.get(entry.typeId)?.name ?? null,
    user: userView(entry, data),
    category_id: entry.editable.categoryId,
    published: entry.published !== undefined,
    scheduled: entry.schedule !== undefined,
    published_at: toTimestampOrNull(entry.schedule?.publishAtMs ?? entry.publishedAtMs, offset),
    unpublished_at: toTimestampOrNull(entry.unpublishAtMs, offset),
    updated_at: toTimestamp(entry.updatedAtMs, offset),
    tags: entry.editable.tags,
    locale: entry.locale,
    workflow: workflowView(entry, space, data),
    dirty: isDirty(entry),
    status: statusOf(row),
    translated: entry.locale === targetLocale,
  };
}

export function listItemView(row: EntryRow, context: EntryContext): JsonObject {
  const { account } = context.data;
  const { slug: _onlyInDetails, ...item } = commonView(row, context);
  return {
    ...item,
    target_locale: row.targetLocale,
    url: `https://${account.host}/admin/content/spaces/${context.space.uid}/entries/${row.entry.uuid}?target_locale=${row.targetLocale}`,
  };
}

function namedFields(entry: EntryRecord, type: ContentTypeRecord | undefined): JsonObject {
  return Object.fromEntries(
    (type?.fields ?? []).map((field) => [field.name, entry.editable.values.get(field.id) ?? null]),
  );
}

/** Nested twice on the wire, as the catalogue has it. */
function deliveryView(entry: EntryRecord, { data, space }: EntryContext): JsonObject {
  const offset = data.account.utcOffsetMinutes;
  const { editable } = entry;
  const category = space.categories.get(editable.categoryId ?? -1);
  const type = space.types.get(entry.typeId);
  return {
    json: {
      meta: {
        uuid: entry.uuid,
        space: space.uid,
        name: editable.name,
        type: type?.uid ?? null,
        category: category?.slug ?? null,
        slug: editable.slug,
        excerpt: editable.excerpt,
        locale: entry.locale,
        available_locales: [...(space.entriesByUuid.get(entry.uuid)?.keys() ?? [])],
        tags: editable.tags,
        targets: editable.targets.map(String),
        private: editable.isPrivate,
        published: entry.published !== undefined,
        created_at: toTimestamp(entry.createdAtMs, offset),
        updated_at: toTimestamp(entry.updatedAtMs, offset),
        published_at: toTimestampOrNull(entry.publishedAtMs, offset),
        unpublished_at: toTimestampOrNull(entry.unpublishAtMs, offset),
      },
      fields: namedFields(entry, type),
    },
  };
}

/** The ids of field values carry no meaning of their own; entry and field together make one. */
const fieldsPerEntry = 1_000;

function fieldValuesView(entry: EntryRecord, type: ContentTypeRecord | undefined): readonly Json[] {
  return (type?.fields ?? []).flatMap((field, index) => {
    const value = entry.editable.values.get(field.id);
    return value === undefined
      ? []
      : [{ id: entry.id * fieldsPerEntry + index, field_id: field.id, type: field.type, value }];
  });
}

export function detailView(entry: EntryRecord, context: EntryContext): JsonObject {
  return {
    ...commonView({ entry, targetLocale: entry.locale }, context),
    space_id: context.space.id,
    type: 'Content::Entry',
    excerpt: entry.editable.excerpt,
    private: entry.editable.isPrivate,
    restriction_enabled: entry.editable.targets.length > 0,
    targets: entry.editable.targets,
    blocked: false,
    review_enabled: context.space.settings['team_review'] === true,
    field_values: fieldValuesView(entry, context.space.types.get(entry.typeId)),
    json: deliveryView(entry, context),
  };
}
