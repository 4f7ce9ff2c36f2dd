import {
  type Answer,
  conflict,
  created,
  done,
  type ErrorItem,
  fieldError,
  noContent,
  notFound,
  ok,
  unprocessable,
} from './answer.ts';
import { type SandboxCall, spaceOf } from './call.ts';
import { withEntry } from './entries.ts';
import { isSameContent, readContent } from './entry-content.ts';
import { trackSchedule } from './entry-schedule.ts';
import { detailView } from './entry-view.ts';
import { integerOf, type JsonObject, textOf } from './json-object.ts';
import type { ContentTypeRecord, EntryContent, EntryRecord, SpaceRecord } from './records.ts';

/** What a write leaves behind: the entry, or the reasons why nothing changed. */
export type EntryWrite = { readonly entry: EntryRecord } | { readonly errors: readonly ErrorItem[] };

function refuse(...errors: readonly ErrorItem[]): EntryWrite {
  return { errors };
}

/** Adds one version to the space. Everything but its content is new. */
function addEntry(
  call: SandboxCall,
  space: SpaceRecord,
  fresh: {
    readonly uuid: string;
    readonly typeId: number;
    readonly locale: string;
    readonly content: EntryContent;
  },
): EntryRecord {
  const entry: EntryRecord = {
    id: call.data.newId(),
    uuid: fresh.uuid,
    typeId: fresh.typeId,
    locale: fresh.locale,
    authorId: call.token.adminId,
    workflowId: call.data.newId(),
    createdAtMs: call.nowMs,
    updatedAtMs: call.nowMs,
    workflowState: 'draft',
    review: undefined,
    editable: fresh.content,
    published: undefined,
    publishedAtMs: undefined,
    publications: 0,
    backups: [],
    unpublishAtMs: undefined,
    schedule: undefined,
  };
  insertEntry(space, entry);
  return entry;
}

export function insertEntry(space: SpaceRecord, entry: EntryRecord): void {
  space.entries.set(entry.id, entry);
  const versions = space.entriesByUuid.get(entry.uuid) ?? new Map<string, EntryRecord>();
  versions.set(entry.locale, entry);
  space.entriesByUuid.set(entry.uuid, versions);
  trackSchedule(entry, space);
}

function removeEntry(space: SpaceRecord, entry: EntryRecord): void {
  space.entries.delete(entry.id);
  space.timedEntries.delete(entry);
  const versions = space.entriesByUuid.get(entry.uuid);
  versions?.delete(entry.locale);
  if (versions?.size === 0) space.entriesByUuid.delete(entry.uuid);
}

function isSingleTaken(type: ContentTypeRecord, space: SpaceRecord): boolean {
  return type.single && [...space.entries.values()].some((entry) => entry.typeId === type.id);
}

/** A known `uuid` with another language makes a translation; without one the entry is new. */
export function writeNewEntry(call: SandboxCall, space: SpaceRecord, body: JsonObject): EntryWrite {
  const uuid = textOf(body['uuid']);
  const versions = uuid === undefined ? undefined : space.entriesByUuid.get(uuid);
  if (uuid !== undefined && versions === undefined) {
    return refuse(fieldError('uuid', 'Entry must exist', 'required'));
  }
  const sibling = versions?.values().next().value;
  const type = space.types.get(sibling?.typeId ?? integerOf(body['content_type_id']) ?? -1);
  if (type === undefined) return refuse(fieldError('content_type_id', 'Content type must exist', 'required'));
  const locale = textOf(body['locale']) ?? space.defaultLocale;
  if (!space.locales.includes(locale)) {
    return refuse(fieldError('locale', 'Locale is not included in the list', 'inclusion'));
  }
  if (versions?.has(locale) === true) return refuse(fieldError('locale', 'Must be unique', 'taken'));
  if (versions === undefined && isSingleTaken(type, space)) {
    return refuse(fieldError('content_type_id', 'A single type takes one entry only', 'taken'));
  }
  const draft = { uuid: uuid ?? call.data.newUuid(), type };
  const { errors, value } = readContent(body, draft, { data: call.data, space });
  if (errors.length > 0) return refuse(...errors);
  return { entry: addEntry(call, space, { uuid: draft.uuid, typeId: type.id, locale, content: value }) };
}

export function createEntry(call: SandboxCall): Answer {
  const space = spaceOf(call);
  if (space === undefined) return notFound;
  if (call.body['field_values'] !== undefined && !Array.isArray(call.body['field_values'])) {
    return unprocessable('field_values must be an array');
  }
  const written = writeNewEntry(call, space, call.body);
  return 'errors' in written
    ? conflict(...written.errors)
    : created(detailView(written.entry, { data: call.data, space }));
}

/** Archiving takes what is neither published nor scheduled; restoring makes a draft of it again. */
export function setArchived(entry: EntryRecord, isArchived: boolean, nowMs: number): EntryWrite {
  const isAlready = (entry.workflowState === 'archived') === isArchived;
  if (isAlready) return { entry };
  if (isArchived && (entry.published !== undefined || entry.schedule !== undefined)) {
    return refuse('This element cannot be archived');
  }
  entry.workflowState = isArchived ? 'archived' : 'draft';
  entry.updatedAtMs = nowMs;
  return { entry };
}

/** Attributes of the body that belong to the version, not to its content. */
const notContent = [
  'archived',
  'locale',
  'uuid',
  'content_type_id',
  'published',
  'published_at',
  'unpublished_at',
];

function hasContent(body: JsonObject): boolean {
  return Object.keys(body).some((name) => !notContent.includes(name));
}

/** Any change of an approved or reviewed version makes a draft of it again. */
function writeEntry(call: SandboxCall, space: SpaceRecord, entry: EntryRecord): EntryWrite {
  const type = space.types.get(entry.typeId);
  if (type === undefined) return refuse(fieldError('content_type_id', 'Content type must exist', 'required'));
  const { archived } = call.body;
  if (entry.workflowState === 'archived' && archived !== false && hasContent(call.body)) {
    return refuse('This element is archived and cannot be changed');
  }
  const draft = { id: entry.id, uuid: entry.uuid, type, current: entry.editable };
  const { errors, value } = hasContent(call.body)
    ? readContent(call.body, draft, { data: call.data, space })
    : { errors: [], value: entry.editable };
  if (errors.length > 0) return refuse(...errors);
  if (typeof archived === 'boolean') {
    const moved = setArchived(entry, archived, call.nowMs);
    if ('errors' in moved) return moved;
  }
  if (!isSameContent(value, entry.editable)) {
    entry.editable = value;
    entry.updatedAtMs = call.nowMs;
    if (entry.workflowState !== 'archived') entry.workflowState = 'draft';
  }
  return { entry };
}

/** Keeps what is not sent. The catalogue has no model for the answer, so it has no body. */
export function updateEntry(call: SandboxCall): Answer {
  return withEntry(call, (entry, space) => {
    if (call.body['field_values'] !== undefined && !Array.isArray(call.body['field_values'])) {
      return unprocessable('field_values must be an array');
    }
    const written = writeEntry(call, space, entry);
    return 'errors' in written ? conflict(...written.errors) : done;
  });
}

/** Deletes this language's version with its backups, and only if it is archived. */
export function deleteEntry(call: SandboxCall): Answer {
  return withEntry(call, (entry, space) => {
    if (!writeDeletion(space, entry)) return unprocessable('This element cannot be deleted');
    return noContent;
  });
}

/** @returns whether the entry was archived, and so is gone */
export function writeDeletion(space: SpaceRecord, entry: EntryRecord): boolean {
  if (entry.workflowState !== 'archived') return false;
  removeEntry(space, entry);
  return true;
}

/** A draft of every language under a new uuid: "Copy of …", `copy-of-…`; the author is the caller. */
export function copyEntry(call: SandboxCall): Answer {
  return withEntry(call, (entry, space) => {
    const type = space.types.get(entry.typeId);
    if (type?.single === true) return conflict('A single type takes one entry only');
    const uuid = call.data.newUuid();
    const copies = [...(space.entriesByUuid.get(entry.uuid)?.values() ?? [])].map((version) =>
      addEntry(call, space, {
        uuid,
        typeId: version.typeId,
        locale: version.locale,
        content: {
          ...version.editable,
          name: `Copy of ${version.editable.name}`,
          slug: `copy-of-${version.editable.slug}`,
        },
      }),
    );
    const copy = copies.find(({ locale }) => locale === entry.locale);
    return copy === undefined ? notFound : ok(detailView(copy, { data: call.data, space }));
  });
}
