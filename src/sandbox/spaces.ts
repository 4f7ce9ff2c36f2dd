import {
  type Answer,
  conflict,
  created,
  type ErrorItem,
  fieldError,
  notFound,
  notPermitted,
  ok,
} from './answer.ts';
import { isVisible, type SandboxCall, spaceOf } from './call.ts';
import { collection, detail, matchesQuery, type Sorting } from './collection.ts';
import { startJob } from './jobs.ts';
import { type JsonObject, textOf, textsOf } from './json-object.ts';
import { contentLocales } from './locales.ts';
import type { AccountData, SpaceRecord } from './records.ts';
import { slugOf } from './slug.ts';
import { toTimestamp } from './timestamp.ts';

const spacesMax = 500;
const cacheAgesSeconds: readonly unknown[] = [30, 60, 120, 180, 240, 300];

/** The plain attributes of a space, with their values at birth. */
export const spaceSettings: JsonObject = {
  team_review: false,
  cors_enabled: false,
  cors_allow_all: false,
  cors_allowed_origins: '',
  approvals_quantity: 1,
  locked_review: false,
  enforced_review: false,
  enforce_all_review: false,
  enforced_reviewers_attributes: [],
  cache_max_age: 300,
  cache_enabled: false,
  show_author: true,
  realm_id: null,
};

const sorting: Sorting<SpaceRecord> = {
  by: 'created_at',
  order: 'desc',
  keys: {
    id: (space) => space.id,
    name: (space) => space.name,
    uid: (space) => space.uid,
    uuid: (space) => space.uuid,
    default_locale: (space) => space.defaultLocale,
    locales: (space) => space.locales.join(),
    team_review: (space) => space.settings['team_review'] === true,
    created_at: (space) => space.createdAtMs,
    cors_enabled: (space) => space.settings['cors_enabled'] === true,
    cache_enabled: (space) => space.settings['cache_enabled'] === true,
    cache_max_age: (space) => Number(space.settings['cache_max_age']),
    approvals_quantity: (space) => Number(space.settings['approvals_quantity']),
  },
};

function view(space: SpaceRecord, data: AccountData): JsonObject {
  return {
    id: space.id,
    name: space.name,
    uid: space.uid,
    uuid: space.uuid,
    description: space.description,
    default_locale: space.defaultLocale,
    locales: space.locales,
    created_at: toTimestamp(space.createdAtMs, data.account.utcOffsetMinutes),
    updated_at: toTimestamp(space.updatedAtMs, data.account.utcOffsetMinutes),
    content_types_count: space.types.size,
    entries_count: space.entriesByUuid.size,
    ...space.settings,
  };
}

export function listSpaces({ data, query, token }: SandboxCall): Answer {
  const words = query.get('query');
  return collection({
    name: 'spaces',
    items: [...data.spaces.values()].filter(
      (space) => isVisible(token, space) && matchesQuery(words, space.name, space.uid),
    ),
    query,
    sorting,
    view: (space) => view(space, data),
  });
}

export function getSpace(call: SandboxCall): Answer {
  const space = spaceOf(call);
  return space === undefined ? notFound : detail(view(space, call.data), call.query);
}

export function listLocales(): Answer {
  return ok({ locales: contentLocales });
}

/** The attributes of the body that are settings; unknown keys are ignored, as the platform does. */
function settingsIn(body: JsonObject): JsonObject {
  return Object.fromEntries(
    Object.keys(spaceSettings)
      .filter((name) => body[name] !== undefined)
      .map((name) => [name, body[name]]),
  );
}

interface WantedSpace {
  readonly id?: number;
  readonly name: string;
  readonly uid: string;
  readonly locales: readonly string[];
  readonly settings: JsonObject;
}

function faultsOf(wanted: WantedSpace, data: AccountData): readonly ErrorItem[] {
  const errors: ErrorItem[] = [];
  const others = [...data.spaces.values()].filter((space) => space.id !== wanted.id);
  if (wanted.name === '') errors.push(fieldError('name', "Name can't be blank", 'blank'));
  if (!/^[a-z0-9_-]+$/i.test(wanted.uid)) errors.push(fieldError('uid', 'Uid is invalid', 'invalid'));
  else if (others.some((space) => space.uid === wanted.uid)) {
    errors.push(fieldError('uid', 'Must be unique', 'taken'));
  }
  for (const locale of wanted.locales) {
    if (!Object.hasOwn(contentLocales, locale)) {
      errors.push(fieldError('locales', `${locale} is not a valid locale`, 'inclusion'));
    }
  }
  if (!cacheAgesSeconds.includes(wanted.settings['cache_max_age'])) {
    errors.push(fieldError('cache_max_age', 'Cache max age is not included in the list', 'inclusion'));
  }
  return errors;
}

function withDefault(defaultLocale: string, locales: readonly string[]): readonly string[] {
  return [...new Set([defaultLocale, ...locales])];
}

export function createSpace({ body, data, nowMs, query }: SandboxCall): Answer {
  if (data.spaces.size >= spacesMax) {
    return conflict("You've reached the maximum number of spaces for your current plan");
  }
  const name = textOf(body['name'])?.trim() ?? '';
  const defaultLocale = textOf(body['default_locale']) ?? query.get('default_locale') ?? 'en';
  const wanted = {
    name,
    uid: textOf(body['uid']) ?? slugOf(name),
    locales: withDefault(defaultLocale, textsOf(body['locales']) ?? []),
    settings: { ...spaceSettings, ...settingsIn(body) },
  };
  const errors = faultsOf(wanted, data);
  if (errors.length > 0) return conflict(...errors);
  const space: SpaceRecord = {
    ...wanted,
    id: data.newId(),
    uuid: data.newUuid(),
    description: textOf(body['description']) ?? '',
    defaultLocale,
    createdAtMs: nowMs,
    updatedAtMs: nowMs,
    types: new Map(),
    categories: new Map(),
    entries: new Map(),
    entriesByUuid: new Map(),
    timedEntries: new Set(),
  };
  data.spaces.set(space.id, space);
  return created(view(space, data));
}

/** What is not sent is kept. The default locale cannot change: sending another one has no effect. */
export function updateSpace(call: SandboxCall): Answer {
  const space = spaceOf(call);
  if (space === undefined) return notFound;
  const { body, data } = call;
  const locales = textsOf(body['locales']);
  const wanted = {
    id: space.id,
    name: textOf(body['name'])?.trim() ?? space.name,
    uid: textOf(body['uid']) ?? space.uid,
    locales: locales === undefined ? space.locales : withDefault(space.defaultLocale, locales),
    settings: { ...space.settings, ...settingsIn(body) },
  };
  const errors = faultsOf(wanted, data);
  if (errors.length > 0) return conflict(...errors);
  space.name = wanted.name;
  space.uid = wanted.uid;
  space.locales = wanted.locales;
  space.settings = wanted.settings;
  space.description = textOf(body['description']) ?? space.description;
  space.updatedAtMs = call.nowMs;
  return ok(view(space, data));
}

/** Starts the deletion in the background; `validation` must be the exact name, or the answer is 401. */
export function deleteSpace(call: SandboxCall): Answer {
  const space = spaceOf(call);
  if (space === undefined) return notFound;
  if (call.query.get('validation') !== space.name) return notPermitted;
  startJob(call, 'BackgroundJobs::DestroySpace', 1, () => {
    call.data.spaces.delete(space.id);
    return undefined;
  });
  return ok({});
}
