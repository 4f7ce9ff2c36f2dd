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
import type { RoleContext, RoleRecord } from './core-records.ts';
import { type JsonObject, textOf, textsOf } from './json-object.ts';
import type { AccountData } from './records.ts';
import { slugOf } from './slug.ts';
import { toTimestamp } from './timestamp.ts';

const contexts: readonly string[] = ['account', 'site', 'space', 'realm'];

/** What a role can allow; the panel's labels are documented, these keys are made after them. */
export const permissionKeys = [
  'view_categories',
  'admin_categories',
  'delete_entries',
  'clone_entries',
  'view_widgets',
  'create_widgets_cli',
  'view_synchronizations',
  'admin_synchronizations',
  'create_realms',
  'admin_data_sets',
  'admin_security',
  'admin_team',
  'view_activity_logs',
  'view_events',
] as const;

const sorting: Sorting<RoleRecord> = {
  by: 'id',
  order: 'asc',
  keys: { id: ({ id }) => id, name: ({ name }) => name, key: ({ key }) => key },
};

/** Everybody who has the role: in the account, through a group, or in a place. */
function usersCount({ id, key }: RoleRecord, { admins, core }: AccountData): number {
  const ofAccount = [...admins.values()].filter((admin) => admin.roleKey === key).length;
  const ofGroups = [...core.groups.values()].filter(({ roleId }) => roleId === id).length;
  const ofPlaces = [...core.memberships.values()].filter(({ roleKey }) => roleKey === key).length;
  return ofAccount + ofGroups + ofPlaces;
}

function listedView(role: RoleRecord, data: AccountData): JsonObject {
  return {
    id: role.id,
    key: role.key,
    name: role.name,
    context: role.context,
    read_only: role.isDefault,
    restorable: role.isDefault,
    users_count: usersCount(role, data),
    created_at: toTimestamp(role.createdAtMs, data.account.utcOffsetMinutes),
  };
}

/** Only the detail names the permissions. */
function view(role: RoleRecord, data: AccountData): JsonObject {
  return {
    ...listedView(role, data),
    permissions: role.permissions,
    updated_at: toTimestamp(role.updatedAtMs, data.account.utcOffsetMinutes),
  };
}

export function listRoles({ data, query }: SandboxCall): Answer {
  const words = query.get('query');
  return collection({
    name: 'roles',
    items: [...data.core.roles.values()].filter((role) => matchesQuery(words, role.name, role.key)),
    query,
    sorting,
    view: (role) => listedView(role, data),
  });
}

function roleOf({ data, params }: SandboxCall): RoleRecord | undefined {
  return data.core.roles.get(idOf(params['role_id']));
}

export function getRole(call: SandboxCall): Answer {
  const role = roleOf(call);
  return role === undefined ? notFound : detail(view(role, call.data), call.query);
}

interface WantedRole {
  readonly name: string;
  readonly context: string;
  readonly permissions: readonly string[];
}

function faultsOf({ name, context, permissions }: WantedRole): readonly ErrorItem[] {
  const known: readonly string[] = permissionKeys;
  return [
    ...(name === '' ? [fieldError('name', "Name can't be blank", 'blank')] : []),
    ...(contexts.includes(context)
      ? []
      : [fieldError('context', 'Context is not included in the list', 'inclusion')]),
    ...permissions.flatMap((key, index) =>
      known.includes(key)
        ? []
        : [fieldError(`permissions[${index}]`, 'Permissions is not included in the list', 'inclusion')],
    ),
  ];
}

/** The key is made of the first name, and of a number where another role has it. */
function freeKey(name: string, context: string, { core }: AccountData): string {
  const taken = new Set([...core.roles.values()].map(({ key }) => key));
  const base = `${context}_${slugOf(name).replaceAll('-', '_')}`;
  let key = base;
  for (let number = 2; taken.has(key); number += 1) key = `${base}_${number}`;
  return key;
}

export function createRole({ body, data, nowMs }: SandboxCall): Answer {
  const wanted: WantedRole = {
    name: textOf(body['name'])?.trim() ?? '',
    context: textOf(body['context']) ?? '',
    permissions: textsOf(body['permissions']) ?? [],
  };
  const errors = faultsOf(wanted);
  if (errors.length > 0) return conflict(...errors);
  const role: RoleRecord = {
    ...wanted,
    id: data.newId(),
    key: freeKey(wanted.name, wanted.context, data),
    context: wanted.context as RoleContext,
    isDefault: false,
    createdAtMs: nowMs,
    updatedAtMs: nowMs,
  };
  data.core.roles.set(role.id, role);
  return created(view(role, data));
}

/** Every role but the owner's can be edited. What is not sent is kept, and the key stays. */
export function updateRole(call: SandboxCall): Answer {
  const role = roleOf(call);
  if (role === undefined) return notFound;
  if (role.key === 'account_owner') return conflict('This role cannot be edited');
  const wanted: WantedRole = {
    name: textOf(call.body['name'])?.trim() ?? role.name,
    context: role.context,
    permissions: textsOf(call.body['permissions']) ?? role.permissions,
  };
  const errors = faultsOf(wanted);
  if (errors.length > 0) return conflict(...errors);
  role.name = wanted.name;
  role.permissions = wanted.permissions;
  role.updatedAtMs = call.nowMs;
  return ok(view(role, call.data));
}

export function deleteRole(call: SandboxCall): Answer {
  const role = roleOf(call);
  if (role === undefined) return notFound;
  if (role.isDefault || usersCount(role, call.data) > 0) return conflict('This element cannot be deleted');
  call.data.core.roles.delete(role.id);
  return noContent;
}
