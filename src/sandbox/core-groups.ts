import {
  type Answer,
  conflict,
  created,
  type ErrorItem,
  fieldError,
  noContent,
  notFound,
  ok,
} from './answer.ts';
import { idOf, type SandboxCall } from './call.ts';
import { collection, detail, matchesQuery, type Sorting } from './collection.ts';
import { isLastAdmin } from './core-members.ts';
import type { GroupRecord } from './core-records.ts';
import { integerOf, type JsonObject, textOf, textsOf } from './json-object.ts';
import type { AccountData } from './records.ts';
import { toTimestamp } from './timestamp.ts';

const applications: readonly string[] = ['content', 'channels', 'customers', 'insights'];

const sorting: Sorting<GroupRecord> = {
  by: 'updated_at',
  order: 'desc',
  keys: {
    id: ({ id }) => id,
    name: ({ name }) => name,
    created_at: ({ createdAtMs }) => createdAtMs,
    updated_at: ({ updatedAtMs }) => updatedAtMs,
  },
};

function view(group: GroupRecord, { account }: AccountData): JsonObject {
  return {
    id: group.id,
    name: group.name,
    admin_users_count: group.adminIds.length,
    role_id: group.roleId,
    application_access: group.applicationAccess,
    admin_user_ids: group.adminIds,
    created_at: toTimestamp(group.createdAtMs, account.utcOffsetMinutes),
    updated_at: toTimestamp(group.updatedAtMs, account.utcOffsetMinutes),
  };
}

export function listGroups({ data, query }: SandboxCall): Answer {
  const words = query.get('query');
  return collection({
    name: 'groups',
    items: [...data.core.groups.values()].filter(({ name }) => matchesQuery(words, name)),
    query,
    sorting,
    view: (group) => view(group, data),
  });
}

function groupOf({ data, params }: SandboxCall): GroupRecord | undefined {
  return data.core.groups.get(idOf(params['group_id']));
}

export function getGroup(call: SandboxCall): Answer {
  const group = groupOf(call);
  return group === undefined ? notFound : detail(view(group, call.data), call.query);
}

interface WantedGroup {
  readonly id: number | undefined;
  readonly name: string;
  readonly roleId: number;
  readonly adminIds: readonly number[];
  readonly applicationAccess: readonly string[];
}

function wantedOf(body: JsonObject, before: WantedGroup): WantedGroup {
  const ids = body['admin_user_ids'];
  return {
    id: before.id,
    name: textOf(body['name'])?.trim() ?? before.name,
    roleId: integerOf(body['role_id']) ?? before.roleId,
    adminIds: Array.isArray(ids) ? ids.flatMap((id) => integerOf(id) ?? []) : before.adminIds,
    applicationAccess: textsOf(body['application_access']) ?? before.applicationAccess,
  };
}

function faultsOf(wanted: WantedGroup, { admins, core }: AccountData): readonly ErrorItem[] {
  const isTaken = [...core.groups.values()].some(({ id, name }) => id !== wanted.id && name === wanted.name);
  return [
    ...(wanted.name === '' ? [fieldError('name', "Name can't be blank", 'blank')] : []),
    ...(isTaken ? [fieldError('name', 'Must be unique', 'taken')] : []),
    ...(core.roles.get(wanted.roleId)?.context === 'account'
      ? []
      : [fieldError('role_id', 'Role is not included in the list', 'inclusion')]),
    ...(wanted.adminIds.every((id) => admins.has(id))
      ? []
      : [fieldError('admin_user_ids', 'Admin users is invalid', 'invalid')]),
    ...(wanted.applicationAccess.every((name) => applications.includes(name))
      ? []
      : [fieldError('application_access', 'Application access is not included in the list', 'inclusion')]),
  ];
}

/** Without a role its members have the smallest one of the account. */
export function createGroup({ body, data, nowMs }: SandboxCall): Answer {
  const smallest = [...data.core.roles.values()].find(({ key }) => key === 'account_user')?.id ?? 0;
  const nothing = { id: undefined, name: '', roleId: smallest, adminIds: [], applicationAccess: [] };
  const wanted = wantedOf(body, nothing);
  const errors = faultsOf(wanted, data);
  if (errors.length > 0) return conflict(...errors);
  const group: GroupRecord = { ...wanted, id: data.newId(), createdAtMs: nowMs, updatedAtMs: nowMs };
  data.core.groups.set(group.id, group);
  return created(view(group, data));
}

/** What is not sent is kept; the members are replaced as a whole. */
export function updateGroup(call: SandboxCall): Answer {
  const group = groupOf(call);
  if (group === undefined) return notFound;
  const wanted = wantedOf(call.body, group);
  const errors = faultsOf(wanted, call.data);
  if (errors.length > 0) return conflict(...errors);
  Object.assign(group, wanted, { id: group.id, updatedAtMs: call.nowMs });
  return ok(view(group, call.data));
}

/** What the group was a member of loses it, unless a site or a space would be left without an administrator. */
export function deleteGroup(call: SandboxCall): Answer {
  const group = groupOf(call);
  if (group === undefined) return notFound;
  const { groups, memberships } = call.data.core;
  const own = [...memberships.values()].filter(
    ({ memberType, memberId }) => memberType === 'Group' && memberId === group.id,
  );
  if (own.some((membership) => isLastAdmin(membership, call.data))) {
    return conflict('This element cannot be deleted');
  }
  for (const { id } of own) memberships.delete(id);
  groups.delete(group.id);
  return noContent;
}
