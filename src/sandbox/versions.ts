import { type Answer, notFound, ok, unprocessable } from './answer.ts';
import { isVisible, type SandboxCall } from './call.ts';
import { settleSchedules } from './entry-schedule.ts';
import { versionsOf } from './entry-versions.ts';
import type { JsonObject } from './json-object.ts';
import type { EntryRecord } from './records.ts';
import { toTimestamp } from './timestamp.ts';

const entryClass = 'Content::Entry';

/** Runs `act` on every language of the entry that the query names. */
function withElement(call: SandboxCall, act: (entries: readonly EntryRecord[]) => Answer): Answer {
  const uuid = call.query.get('oid') ?? '';
  const type = call.query.get('type') ?? '';
  if (uuid === '' || type === '') return unprocessable('oid and type are required');
  if (type !== entryClass) return notFound;
  for (const space of call.data.spaces.values()) {
    const versions = isVisible(call.token, space) ? space.entriesByUuid.get(uuid) : undefined;
    if (versions === undefined) continue;
    settleSchedules(space, call.nowMs);
    return act([...versions.values()]);
  }
  return notFound;
}

/** The versions of all languages; `only` names kinds with commas between them. */
export function listVersions(call: SandboxCall): Answer {
  const only = (call.query.get('only') ?? '').split(',').filter((kind) => kind !== '');
  const offset = call.data.account.utcOffsetMinutes;
  return withElement(call, (entries) => {
    const versions = entries.flatMap((entry) =>
      versionsOf(entry)
        .filter(({ kind }) => only.length === 0 || only.includes(kind))
        .map(
          ({ id, kind, content, atMs }): JsonObject => ({
            id,
            uuid: entry.uuid,
            title: content.name,
            type: kind,
            created_at: toTimestamp(atMs, offset),
            updated_at: toTimestamp(atMs, offset),
          }),
        ),
    );
    return ok({ versions });
  });
}

/** The names of what differs between the published and the editable version, language by language. */
export function diffVersions(call: SandboxCall): Answer {
  return withElement(call, (entries) =>
    ok({
      diff: Object.fromEntries(
        entries.map((entry) => [entry.locale, { fields: changedNames(entry), _label: entry.editable.name }]),
      ),
    }),
  );
}

function changedNames({ editable, published }: EntryRecord): readonly string[] {
  if (published === undefined) return [];
  const names = ['name', 'slug', 'excerpt', 'categoryId', 'isPrivate'] as const;
  return names.filter((name) => editable[name] !== published[name]);
}
