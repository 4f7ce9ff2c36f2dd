import { type Answer, conflict, created, done, noContent, notFound, ok, unprocessable } from './answer.ts';
import { idOf, type SandboxCall } from './call.ts';
import { collection, detail, matchesQuery, type Sorting } from './collection.ts';
import { faultsOfUser, type UserAttributes } from './core-user-faults.ts';
import { integerOf, type JsonObject, textOf, textsOf } from './json-object.ts';
import type { AccountData, AdminRecord } from './records.ts';
import { toTimestamp, toTimestampOrNull } from './timestamp.ts';

const sorting: Sorting<AdminRecord> = {
  by: 'updated_at',
  order: 'desc',
  keys: {
    id: ({ id }) => id,
    name: ({ firstName, lastName }) => `${firstName} ${lastName}`,
    email: ({ email }) => email,
    username: ({ username }) => username,
    created_at: ({ createdAtMs }) => createdAtMs,
    updated_at: ({ updatedAtMs }) => updatedAtMs,
    last_login_at: ({ lastLoginAtMs }) => lastLoginAtMs ?? 0,
  },
};

export function adminView(admin: AdminRecord, { account }: AccountData): JsonObject {
  const offset = account.utcOffsetMinutes;
  return {
    id: admin.id,
    uuid: admin.uuid,
    external_id: null,
    name: `${admin.firstName} ${admin.lastName}`.trim(),
    first_name: admin.firstName,
    last_name: admin.lastName,
    email: admin.email,
    username: admin.username,
    avatar: null,
    lang: admin.lang,
    time_zone: admin.timeZone,
    active: admin.isActive,
    created_at: toTimestamp(admin.createdAtMs, offset),
    updated_at: toTimestamp(admin.updatedAtMs, offset),
    last_login_at: toTimestampOrNull(admin.lastLoginAtMs, offset),
    last_login_ip: null,
    login_count: admin.sessions.size,
    roles: [{ key: admin.roleKey }],
    application_access: admin.applicationAccess,
  };
}

/** The member in the path, by id or uuid. */
function memberOf({ data, params }: SandboxCall): AdminRecord | undefined {
  const named = params['user_id'];
  return data.admins.get(idOf(named)) ?? [...data.admins.values()].find(({ uuid }) => uuid === named);
}

function withMember(call: SandboxCall, answer: (admin: AdminRecord) => Answer): Answer {
  const admin = memberOf(call);
  return admin === undefined ? notFound : answer(admin);
}

/** `active` is 0 or 1, as for the users of a realm; anything else filters nothing. */
export function listAdminUsers({ data, query }: SandboxCall): Answer {
  const words = query.get('query');
  const active = query.get('active');
  const isWanted = ({ isActive }: AdminRecord) =>
    active === '1' ? isActive : active === '0' ? !isActive : true;
  return collection({
    name: 'admin_users',
    items: [...data.admins.values()].filter(
      (admin) =>
        isWanted(admin) &&
        matchesQuery(words, `${admin.firstName} ${admin.lastName}`, admin.email, admin.username),
    ),
    query,
    sorting,
    view: (admin) => adminView(admin, data),
  });
}

export function getAdminUser(call: SandboxCall): Answer {
  return withMember(call, (admin) => detail(adminView(admin, call.data), call.query));
}

function attributesOf(body: JsonObject, before: UserAttributes): UserAttributes {
  return {
    id: before.id,
    firstName: textOf(body['first_name'])?.trim() ?? before.firstName,
    lastName: textOf(body['last_name'])?.trim() ?? before.lastName,
    email: textOf(body['email'])?.trim() ?? before.email,
    username: textOf(body['username']) ?? before.username,
    lang: textOf(body['lang']) ?? before.lang,
    timeZone: textOf(body['time_zone']) ?? before.timeZone,
    applicationAccess: textsOf(body['application_access']) ?? before.applicationAccess,
    password: textOf(body['password']),
  };
}

/** Without a username a member signs in with the email. Who sets a password is not its owner, so it is pending. */
export function createAdminUser({ body, data, nowMs }: SandboxCall): Answer {
  const wanted = attributesOf(body, {
    id: undefined,
    firstName: '',
    lastName: '',
    email: '',
    username: textOf(body['email'])?.trim() ?? '',
    lang: 'es',
    timeZone: data.account.timeZone,
    applicationAccess: [],
    password: undefined,
  });
  const errors = faultsOfUser(wanted, data);
  if (errors.length > 0) return conflict(...errors);
  const { password: _password, ...attributes } = wanted;
  const admin: AdminRecord = {
    ...attributes,
    id: data.newId(),
    uuid: data.newUuid(),
    isActive: true,
    isPasswordPending: true,
    roleKey: 'account_user',
    sessions: new Map(),
    createdAtMs: nowMs,
    updatedAtMs: nowMs,
    lastLoginAtMs: undefined,
  };
  data.admins.set(admin.id, admin);
  return created(adminView(admin, data));
}

/** What is not sent is kept. Another's password ends their sessions, and has to be changed at the next login. */
export function updateAdminUser(call: SandboxCall): Answer {
  return withMember(call, (admin) => {
    const { password, ...attributes } = attributesOf(call.body, { ...admin, password: undefined });
    const errors = faultsOfUser({ ...attributes, password }, call.data);
    if (errors.length > 0) return conflict(...errors);
    Object.assign(admin, attributes, { id: admin.id, updatedAtMs: call.nowMs });
    if (password !== undefined && admin.id !== call.token.adminId) {
      admin.isPasswordPending = true;
      admin.sessions.clear();
    }
    return ok(adminView(admin, call.data));
  });
}

/** An account has at least one owner who can sign in. */
function isLastOwner({ id, roleKey }: AdminRecord, { admins }: AccountData): boolean {
  if (roleKey !== 'account_owner') return false;
  return ![...admins.values()].some(
    (other) => other.id !== id && other.roleKey === 'account_owner' && other.isActive,
  );
}

function setActive(admin: AdminRecord, isActive: boolean, nowMs: number): void {
  if (admin.isActive !== isActive) admin.updatedAtMs = nowMs;
  admin.isActive = isActive;
  if (!isActive) admin.sessions.clear();
}

export function activateAdminUser(call: SandboxCall): Answer {
  return withMember(call, (admin) => {
    setActive(admin, true, call.nowMs);
    return ok(adminView(admin, call.data));
  });
}

export function deactivateAdminUser(call: SandboxCall): Answer {
  return withMember(call, (admin) => {
    if (isLastOwner(admin, call.data)) return conflict('The last owner of the account cannot be deactivated');
    setActive(admin, false, call.nowMs);
    return ok(adminView(admin, call.data));
  });
}

/** Those that do not exist or may not be changed are passed over; the answer tells nothing of it. */
export function bulkAdminUsers({ body, data, nowMs, query }: SandboxCall): Answer {
  const act = query.get('act');
  if (act !== 'activate' && act !== 'deactivate') return unprocessable('Act is not included in the list');
  const ids = Array.isArray(body['id']) ? body['id'].map(integerOf) : [];
  for (const id of ids) {
    const admin = data.admins.get(id ?? -1);
    if (admin === undefined || (act === 'deactivate' && isLastOwner(admin, data))) continue;
    setActive(admin, act === 'activate', nowMs);
  }
  return done;
}

export function listAdminUserSessions(call: SandboxCall): Answer {
  const offset = call.data.account.utcOffsetMinutes;
  return withMember(call, ({ sessions }) =>
    ok({
      admin_users: [...sessions.values()].map(({ uuid, createdAtMs, isMobile }) => ({
        uuid,
        created_at: toTimestamp(createdAtMs, offset),
        request_ip: '198.51.100.7',
        device_name: isMobile ? 'Phone' : 'Computer',
        device_os: isMobile ? 'Android' : 'Linux',
        device_type: isMobile ? 'Mobile' : 'Desktop',
        impersonator: null,
      })),
    }),
  );
}

export function revokeAdminUserSession(call: SandboxCall): Answer {
  return withMember(call, ({ sessions }) =>
    sessions.delete(call.query.get('grant_uuid') ?? '') ? noContent : notFound,
  );
}
