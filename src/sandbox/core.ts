import { type Answer, notFound, ok } from './answer.ts';
import type { SandboxCall } from './call.ts';
import { collection, detail, matchesQuery, type Sorting } from './collection.ts';
import { adminView } from './core-users.ts';
import type { JsonObject } from './json-object.ts';
import { toTimestamp } from './timestamp.ts';

interface RoleRecord {
  readonly id: number;
  readonly key: string;
  readonly name: string;
  readonly context: 'account' | 'space' | 'site' | 'realm';
}

/** The platform's default roles by context; the order gives the ids. */
const roleKeys = {
  account: ['account_user', 'account_admin', 'account_owner'],
  site: ['site_viewer', 'site_developer', 'site_developer_cli', 'site_reviewer', 'site_admin'],
  space: ['space_viewer', 'space_writer', 'space_editor', 'space_admin'],
  realm: ['realm_user', 'realm_admin', 'realm_viewer'],
} as const;

function titleOf(key: string): string {
  return key
    .split('_')
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join(' ');
}

const roles: readonly RoleRecord[] = (['account', 'site', 'space', 'realm'] as const)
  .flatMap((context) => roleKeys[context].map((key) => ({ key, name: titleOf(key), context })))
  .map((role, index) => ({ id: index + 1, ...role }));

const roleSorting: Sorting<RoleRecord> = {
  by: 'id',
  order: 'asc',
  keys: { id: ({ id }) => id, name: ({ name }) => name, key: ({ key }) => key },
};

export function getAccount({ data, query }: SandboxCall): Answer {
  const { account } = data;
  const createdAt = toTimestamp(data.createdAtMs, account.utcOffsetMinutes);
  return detail(
    {
      id: account.id,
      name: account.name,
      host: account.host.split('.')[0],
      uuid: data.uuid,
      time_zone: account.timeZone,
      lang: 'es',
      google_key: null,
      options: null,
      cors_enabled: false,
      cors_allow_all: false,
      cors_allowed_origins: '',
      delivery_token_private_key: null,
      delivery_token_expiration: 3600,
      close_scheduled: false,
      owner_id: 1,
      status: 1,
      subscription_id: 3,
      default_site_id: 21,
      logo_id: null,
      favicon_id: null,
      created_at: createdAt,
      updated_at: createdAt,
    },
    query,
  );
}

/** The member who owns the token: no permission is needed to ask who one is. */
export function getProfile({ data, token }: SandboxCall): Answer {
  const admin = data.admins.get(token.adminId);
  if (admin === undefined) return notFound;
  return ok({
    ...adminView(admin, data),
    roles: [{ key: token.role === 'owner' ? 'account_owner' : `space_${token.role}` }],
  });
}

export function listRoles({ data, query }: SandboxCall): Answer {
  const words = query.get('query');
  return collection({
    name: 'roles',
    items: roles.filter((role) => matchesQuery(words, role.name, role.key)),
    query,
    sorting: roleSorting,
    view: (role): JsonObject => ({
      id: role.id,
      key: role.key,
      name: role.name,
      context: role.context,
      read_only: true,
      restorable: true,
      users_count: 0,
      created_at: toTimestamp(data.createdAtMs, data.account.utcOffsetMinutes),
    }),
  });
}
