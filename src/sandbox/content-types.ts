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
} from './answer.ts';
import { idOf, type SandboxCall, spaceOf } from './call.ts';
import { collection, detail, matchesQuery, type Sorting } from './collection.ts';
import { fieldView, readFields } from './content-type-fields.ts';
import { abortJob, jobView, startJob } from './jobs.ts';
import { booleanOf, type JsonObject, jsonObjects, textOf } from './json-object.ts';
import type { ContentTypeRecord, EntryContent, EntryRecord, JobRecord, SpaceRecord } from './records.ts';
import { slugOf } from './slug.ts';
import { toTimestamp } from './timestamp.ts';

const typesMax = 50;
const descriptionCharactersMax = 4_095;
const busy = 'This type is being reindexed and cannot be saved until the reindex ends';

const sorting: Sorting<ContentTypeRecord> = {
  by: 'updated_at',
  order: 'desc',
  keys: {
    id: (type) => type.id,
    name: (type) => type.name,
    uid: (type) => type.uid,
    created_at: (type) => type.createdAtMs,
    updated_at: (type) => type.updatedAtMs,
  },
};

function reindexing(type: ContentTypeRecord): JobRecord | undefined {
  return type.reindexJob?.state === 'waiting' ? type.reindexJob : undefined;
}

function entriesOf(type: ContentTypeRecord, space: SpaceRecord): readonly EntryRecord[] {
  return [...space.entries.values()].filter((entry) => entry.typeId === type.id);
}

function view(type: ContentTypeRecord, space: SpaceRecord, { data, nowMs }: SandboxCall): JsonObject {
  const job = reindexing(type);
  return {
    id: type.id,
    name: type.name,
    uid: type.uid,
    description: type.description,
    single: type.single,
    fields: type.fields.map(fieldView),
    created_at: toTimestamp(type.createdAtMs, data.account.utcOffsetMinutes),
    updated_at: toTimestamp(type.updatedAtMs, data.account.utcOffsetMinutes),
    reindex_job: job === undefined ? null : jobView(job, data, nowMs),
    dependent_entries: entriesOf(type, space).length > 0,
  };
}

export function listTypes(call: SandboxCall): Answer {
  const space = spaceOf(call);
  if (space === undefined) return notFound;
  const words = call.query.get('query');
  const ids = call.query.getAll('ids[]').map(idOf);
  return collection({
    name: 'types',
    items: [...space.types.values()].filter(
      (type) => matchesQuery(words, type.name) && (ids.length === 0 || ids.includes(type.id)),
    ),
    query: call.query,
    sorting,
    view: (type) => view(type, space, call),
    onlyDefault: ['id', 'uid', 'name', 'created_at', 'updated_at'],
  });
}

/** Runs `act` on the type in the path, or answers 404. */
function withType(call: SandboxCall, act: (type: ContentTypeRecord, space: SpaceRecord) => Answer): Answer {
  const space = spaceOf(call);
  const type = space?.types.get(idOf(call.params['type_id']));
  return space === undefined || type === undefined ? notFound : act(type, space);
}

export function getType(call: SandboxCall): Answer {
  return withType(call, (type, space) => detail(view(type, space, call), call.query));
}

interface WantedType {
  readonly id?: number;
  readonly name: string;
  readonly uid: string;
  readonly single: boolean;
  readonly description: string;
}

function readType(body: JsonObject, current?: ContentTypeRecord): WantedType {
  const name = textOf(body['name'])?.trim() ?? current?.name ?? '';
  return {
    ...(current === undefined ? {} : { id: current.id }),
    name,
    uid: textOf(body['uid']) ?? current?.uid ?? slugOf(name),
    single: booleanOf(body['single']) ?? current?.single ?? false,
    description: textOf(body['description']) ?? current?.description ?? '',
  };
}

function faultsOf(wanted: WantedType, space: SpaceRecord): readonly ErrorItem[] {
  const errors: ErrorItem[] = [];
  const others = [...space.types.values()].filter((type) => type.id !== wanted.id);
  if (wanted.name === '') errors.push(fieldError('name', "Name can't be blank", 'blank'));
  if (!/^[a-z0-9_-]+$/i.test(wanted.uid)) errors.push(fieldError('uid', 'Uid is invalid', 'invalid'));
  else if (others.some((type) => type.uid === wanted.uid)) {
    errors.push(fieldError('uid', 'Must be unique', 'taken'));
  }
  if (wanted.description.length > descriptionCharactersMax) {
    errors.push(fieldError('description', 'Description is too long', 'too_long'));
  }
  return errors;
}

/** Takes `name`, `uid`, `single` and `description`; fields in the body are ignored, they come with an update. */
export function createType(call: SandboxCall): Answer {
  const space = spaceOf(call);
  if (space === undefined) return notFound;
  if (space.types.size >= typesMax) {
    return conflict("You've reached the maximum number of content types on this space");
  }
  const wanted = readType(call.body);
  const errors = faultsOf(wanted, space);
  if (errors.length > 0) return conflict(...errors);
  const type: ContentTypeRecord = {
    ...wanted,
    id: call.data.newId(),
    fields: [],
    createdAtMs: call.nowMs,
    updatedAtMs: call.nowMs,
    reindexJob: undefined,
  };
  space.types.set(type.id, type);
  return created(view(type, space, call));
}

function withoutFields(content: EntryContent, removedIds: readonly number[]): EntryContent {
  if (!removedIds.some((id) => content.values.has(id))) return content;
  return { ...content, values: new Map([...content.values].filter(([id]) => !removedIds.includes(id))) };
}

/** A removed field takes its values along, in drafts and in what is or will be published. */
function eraseValues(entries: readonly EntryRecord[], removedIds: readonly number[]): void {
  for (const entry of entries) {
    const wasClean = entry.published === entry.editable;
    entry.editable = withoutFields(entry.editable, removedIds);
    if (entry.published !== undefined) {
      entry.published = wasClean ? entry.editable : withoutFields(entry.published, removedIds);
    }
    if (entry.schedule !== undefined) {
      entry.schedule = { ...entry.schedule, content: withoutFields(entry.schedule.content, removedIds) };
    }
  }
}

function startReindex(type: ContentTypeRecord, entries: readonly EntryRecord[], call: SandboxCall): void {
  type.reindexJob = startJob(call, 'BackgroundJobs::ReindexContentType', entries.length, () => undefined);
}

/** Saves name, flags and fields; a type that has entries is then reindexed and cannot be saved meanwhile. */
export function updateType(call: SandboxCall): Answer {
  return withType(call, (type, space) => {
    if (reindexing(type) !== undefined) return conflict(busy);
    const entries = entriesOf(type, space);
    const wanted = readType(call.body, type);
    const { errors, fields, removedIds } = readFields(
      type.fields,
      jsonObjects(call.body['fields']),
      call.data.newId,
    );
    const allErrors: ErrorItem[] = [...faultsOf(wanted, space), ...errors];
    if (wanted.single && new Set(entries.map((entry) => entry.uuid)).size > 1) {
      allErrors.push(fieldError('single', 'A type with more than one entry cannot be single', 'invalid'));
    }
    if (allErrors.length > 0) return conflict(...allErrors);
    Object.assign(type, wanted, { fields, updatedAtMs: call.nowMs });
    if (entries.length > 0) {
      eraseValues(entries, removedIds);
      startReindex(type, entries, call);
    }
    return ok(view(type, space, call));
  });
}

/** Only a type without entries can be deleted. */
export function deleteType(call: SandboxCall): Answer {
  return withType(call, (type, space) => {
    if (entriesOf(type, space).length > 0) return conflict('This element cannot be deleted');
    space.types.delete(type.id);
    return noContent;
  });
}

export function reindexType(call: SandboxCall): Answer {
  return withType(call, (type, space) => {
    if (reindexing(type) !== undefined) return conflict(busy);
    startReindex(type, entriesOf(type, space), call);
    return done;
  });
}

export function cancelReindex(call: SandboxCall): Answer {
  return withType(call, (type) => {
    if (type.reindexJob !== undefined) abortJob(type.reindexJob);
    return done;
  });
}
