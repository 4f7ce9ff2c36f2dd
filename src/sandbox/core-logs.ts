import { type Answer, conflict, notPermitted, ok } from './answer.ts';
import { idOf, type SandboxCall } from './call.ts';
import { collection, type Sorting } from './collection.ts';
import type { LogRecord } from './core-records.ts';
import type { JsonObject } from './json-object.ts';
import type { AccountData } from './records.ts';
import { readTimestamp, toTimestamp } from './timestamp.ts';

const dayMs = 86_400_000;

/** What `admin_actions=true` leaves out. */
const notAdminActions: readonly string[] = [
  'email_delivered_log',
  'email_opened_log',
  'email_spam_report_log',
  'form_response_created_log',
  'notification_opened_log',
  'user_login_log',
];

const sorting: Sorting<LogRecord> = {
  by: 'created_at',
  order: 'desc',
  keys: {
    created_at: ({ createdAtMs }) => createdAtMs,
    type: ({ type }) => type,
    loggeable_type: ({ loggeableType }) => loggeableType,
  },
};

function titleOfType(type: string): string {
  const words = type.replace(/_log$/, '').replaceAll('_', ' ');
  return words.charAt(0).toUpperCase() + words.slice(1);
}

function view(record: LogRecord, { account, admins, core }: AccountData): JsonObject {
  const admin = record.adminId === undefined ? undefined : admins.get(record.adminId);
  const site = record.siteId === null ? undefined : core.sites.get(record.siteId);
  return {
    id: record.id,
    account_id: account.id,
    site_id: record.siteId,
    space_id: record.spaceId,
    realm_id: record.realmId,
    site_host: site?.host ?? null,
    site_name: site?.name ?? null,
    user:
      admin === undefined
        ? null
        : { id: admin.id, name: `${admin.firstName} ${admin.lastName}`, email: admin.email },
    type: record.type,
    title: record.title,
    description: titleOfType(record.type),
    request_ip: '198.51.100.7',
    loggeable_id: record.loggeableId,
    loggeable_type: record.loggeableType,
    automated: admin === undefined,
    created_at: toTimestamp(record.createdAtMs, account.utcOffsetMinutes),
  };
}

interface Period {
  readonly fromMs: number;
  readonly toMs: number;
}

/** Whole days, which win over moments; one that cannot be read drops both days in silence. */
function periodOfDays(query: URLSearchParams, utcOffsetMinutes: number): Period | undefined {
  const [from, to] = query
    .getAll('date_range[]')
    .map((text) => readTimestamp(text.slice(0, 10), utcOffsetMinutes));
  return from === undefined || to === undefined ? undefined : { fromMs: from, toMs: to + dayMs - 1 };
}

/** @returns `undefined` for a moment that cannot be read */
function periodOf(query: URLSearchParams, utcOffsetMinutes: number): Period | undefined {
  const days = periodOfDays(query, utcOffsetMinutes);
  if (days !== undefined) return days;
  const edge = (name: string, otherwise: number) => {
    const text = query.get(name);
    return text === null ? otherwise : readTimestamp(text, utcOffsetMinutes);
  };
  const fromMs = edge('from_date', Number.NEGATIVE_INFINITY);
  const toMs = edge('to_date', Number.POSITIVE_INFINITY);
  return fromMs === undefined || toMs === undefined ? undefined : { fromMs, toMs };
}

/** The place whose permission counts: the first one that is named, in this order. */
const scopes = [
  ['realm_id', ({ realmId }: LogRecord) => realmId],
  ['site_id', ({ siteId }: LogRecord) => siteId],
  ['space_id', ({ spaceId }: LogRecord) => spaceId],
] as const;

function isInvited({ data, query, token }: SandboxCall): boolean {
  const [scope] = scopes.find(([name]) => query.has(name)) ?? [];
  if (scope !== 'space_id' || token.spaceIds === undefined) return true;
  const spaceId = idOf(query.get('space_id') ?? undefined);
  return data.spaces.has(spaceId) && token.spaceIds.includes(spaceId);
}

/** Without a scope, whoever does not own the account sees what they did themselves, and is not told so. */
function isSeen(record: LogRecord, { query, token }: SandboxCall): boolean {
  if (token.role === 'owner' || scopes.some(([name]) => query.has(name))) return true;
  return record.adminId === token.adminId;
}

function hasType(record: LogRecord, query: URLSearchParams): boolean {
  const listed = (text: string | null) => (text === null || text === '' ? undefined : text.split(', '));
  const types = listed(query.get('types')) ?? listed(query.get('type'));
  const excluded = listed(query.get('not_in_type'));
  return (types?.includes(record.type) ?? true) && !(excluded?.includes(record.type) ?? false);
}

function isBy(record: LogRecord, query: URLSearchParams, { admins }: AccountData): boolean {
  const uuid = query.get('user_uuid');
  if (uuid === null || uuid === '') return true;
  if (uuid === 'system') return record.adminId === undefined;
  return record.adminId !== undefined && admins.get(record.adminId)?.uuid === uuid;
}

function beginsWith(record: LogRecord, words: string | null, { admins }: AccountData): boolean {
  if (words === null || words === '') return true;
  const admin = record.adminId === undefined ? undefined : admins.get(record.adminId);
  const texts = [record.title, admin && `${admin.firstName} ${admin.lastName}`, admin?.email];
  return texts.some((text) => text?.toLowerCase().startsWith(words.toLowerCase()));
}

function isAbout(record: LogRecord, query: URLSearchParams): boolean {
  const type = query.get('loggeable_type');
  const id = query.get('loggeable_id');
  return (
    scopes.every(([name, of]) => !query.has(name) || String(of(record)) === query.get(name)) &&
    (type === null || record.loggeableType === type) &&
    (id === null || String(record.loggeableId) === id)
  );
}

export function listLogs(call: SandboxCall): Answer {
  const { data, query } = call;
  if (!isInvited(call)) return notPermitted;
  const period = periodOf(query, data.account.utcOffsetMinutes);
  if (period === undefined) return conflict('Invalid date');
  const onlyAdmins = query.get('admin_actions') === 'true';
  const ofCore = query.get('application') === 'core';
  return collection({
    name: 'logs',
    items: data.core.logs.filter(
      (record) =>
        isSeen(record, call) &&
        hasType(record, query) &&
        isBy(record, query, data) &&
        isAbout(record, query) &&
        beginsWith(record, query.get('query'), data) &&
        record.createdAtMs >= period.fromMs &&
        record.createdAtMs <= period.toMs &&
        !(onlyAdmins && notAdminActions.includes(record.type)) &&
        !(ofCore && (record.siteId ?? record.spaceId ?? record.realmId) !== null),
    ),
    query,
    sorting,
    view: (record) => view(record, data),
  });
}

/** A bare list: the only types are those of which there are records. */
export function listLogTypes({ data }: SandboxCall): Answer {
  const counts = new Map<string, number>();
  for (const { type } of data.core.logs) counts.set(type, (counts.get(type) ?? 0) + 1);
  return ok([...counts].map(([type, count]) => ({ type, title: titleOfType(type), count })));
}
