import type { SandboxAccount } from '../accounts.ts';
import type {
  CoreData,
  GroupRecord,
  LogRecord,
  MembershipRecord,
  RealmRecord,
  RoleContext,
  RoleRecord,
  SiteRecord,
} from '../core-records.ts';
import { permissionKeys } from '../core-roles.ts';
import { settingsAtBirth } from '../core-settings.ts';
import { createRandom } from './random.ts';

const hourMs = 3_600_000;
const firstOwnRoleId = 21;
const firstMembershipId = 801;
const firstLogId = 70_001;
/** More than two pages of thirty. */
const logsCount = 84;

/** The platform's default roles by context; the order gives the ids. */
const defaultRoles: Readonly<Record<RoleContext, readonly string[]>> = {
  account: ['account_user', 'account_admin', 'account_owner'],
  site: ['site_viewer', 'site_developer', 'site_developer_cli', 'site_reviewer', 'site_admin'],
  space: ['space_viewer', 'space_writer', 'space_editor', 'space_admin'],
  realm: ['realm_user', 'realm_admin', 'realm_viewer'],
};

/** Roles of the account's own; two share a name. */
const ownRoles: readonly { readonly context: RoleContext; readonly key: string; readonly name: string }[] = [
  { context: 'space', key: 'space_auditor', name: 'Auditor' },
  { context: 'site', key: 'site_auditor', name: 'Auditor' },
  { context: 'realm', key: 'realm_desk', name: 'Submissions desk' },
];

function titleOf(key: string): string {
  return key
    .split('_')
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join(' ');
}

function seedRoles(epochMs: number): readonly RoleRecord[] {
  const dates = { createdAtMs: epochMs, updatedAtMs: epochMs };
  const contexts = ['account', 'site', 'space', 'realm'] as const;
  const defaults = contexts.flatMap((context) => defaultRoles[context].map((key) => ({ key, context })));
  return [
    ...defaults.map(({ key, context }, index) => ({
      ...dates,
      id: index + 1,
      key,
      context,
      name: titleOf(key),
      isDefault: true,
      permissions:
        key.endsWith('_admin') || key.endsWith('_owner') ? [...permissionKeys] : ['view_categories'],
    })),
    ...ownRoles.map((role, index) => ({
      ...dates,
      ...role,
      id: firstOwnRoleId + index,
      isDefault: false,
      permissions: ['view_categories', 'view_activity_logs'],
    })),
  ];
}

/** Two names differ by case alone. */
function seedGroups({ canary }: SandboxAccount, epochMs: number): readonly GroupRecord[] {
  const dates = { createdAtMs: epochMs, updatedAtMs: epochMs };
  return [
    { id: 4, name: 'Editors', roleId: 1, adminIds: [5, 41, 45], applicationAccess: ['content'], ...dates },
    {
      id: 5,
      name: 'Auditors',
      roleId: 1,
      adminIds: [6],
      applicationAccess: ['content', 'channels'],
      ...dates,
    },
    { id: 6, name: 'Support', roleId: 1, adminIds: [45, 46], applicationAccess: ['customers'], ...dates },
    { id: 7, name: 'support', roleId: 1, adminIds: [], applicationAccess: [], ...dates },
    { id: 8, name: canary, roleId: 2, adminIds: [42], applicationAccess: [], ...dates },
  ];
}

type MembershipSeed = Pick<MembershipRecord, 'place' | 'placeId' | 'memberType' | 'memberId' | 'roleKey'> &
  Partial<Pick<MembershipRecord, 'targetIds'>>;

const user = 'AdminUser' as const;
const group = 'Group' as const;

const membershipSeeds: readonly MembershipSeed[] = [
  { place: 'spaces', placeId: 31, memberType: user, memberId: 1, roleKey: 'space_admin' },
  { place: 'spaces', placeId: 31, memberType: user, memberId: 5, roleKey: 'space_editor' },
  { place: 'spaces', placeId: 31, memberType: group, memberId: 4, roleKey: 'space_writer' },
  { place: 'spaces', placeId: 2026, memberType: user, memberId: 1, roleKey: 'space_admin' },
  { place: 'spaces', placeId: 33, memberType: user, memberId: 1, roleKey: 'space_admin' },
  { place: 'spaces', placeId: 33, memberType: user, memberId: 42, roleKey: 'space_admin' },
  { place: 'sites', placeId: 21, memberType: user, memberId: 1, roleKey: 'site_admin' },
  { place: 'sites', placeId: 21, memberType: user, memberId: 41, roleKey: 'site_developer' },
  { place: 'sites', placeId: 21, memberType: group, memberId: 5, roleKey: 'site_auditor' },
  { place: 'sites', placeId: 22, memberType: group, memberId: 8, roleKey: 'site_admin' },
  { place: 'realms', placeId: 71, memberType: user, memberId: 1, roleKey: 'realm_admin' },
  { place: 'realms', placeId: 71, memberType: user, memberId: 45, roleKey: 'realm_user', targetIds: [501] },
];

const realmSeeds: readonly RealmRecord[] = [
  { id: 71, name: 'Clientes', slug: 'clientes' },
  { id: 72, name: 'Empresas', slug: 'empresas' },
];

type LogSeed = Omit<LogRecord, 'id' | 'createdAtMs' | 'title'> & { readonly about: string };

const nowhere = { siteId: null, spaceId: null, realmId: null } as const;

/** What happens again and again; nobody did the last but one. */
const logSeeds: readonly LogSeed[] = [
  {
    ...nowhere,
    type: 'entry_updated_log',
    about: 'Entry',
    adminId: 5,
    spaceId: 31,
    loggeableType: 'Content::Entry',
    loggeableId: 9001,
  },
  {
    ...nowhere,
    type: 'user_login_log',
    about: 'Login',
    adminId: 6,
    loggeableType: 'AdminUser',
    loggeableId: 6,
  },
  {
    ...nowhere,
    type: 'layout_page_published_log',
    about: 'Page',
    adminId: 1,
    siteId: 21,
    loggeableType: 'Layouts::LayoutPage',
    loggeableId: 301,
  },
  {
    ...nowhere,
    type: 'entry_published_log',
    about: 'Entry',
    adminId: 1,
    spaceId: 33,
    loggeableType: 'Content::Entry',
    loggeableId: 9002,
  },
  {
    ...nowhere,
    type: 'entry_unpublished_log',
    about: 'Schedule',
    adminId: undefined,
    spaceId: 31,
    loggeableType: 'Content::Entry',
    loggeableId: 9001,
  },
  {
    ...nowhere,
    type: 'user_updated_log',
    about: 'User',
    adminId: 45,
    realmId: 71,
    loggeableType: 'User',
    loggeableId: 77,
  },
];

function seedLogs({ canary }: SandboxAccount, epochMs: number): readonly LogRecord[] {
  return Array.from({ length: logsCount }, (_, index) => {
    const { about, ...seed } = logSeeds[index % logSeeds.length] as LogSeed;
    return {
      ...seed,
      id: firstLogId + index,
      title: `${about} ${index + 1} ${canary}`,
      createdAtMs: epochMs + index * hourMs,
    };
  });
}

function byId<Item extends { readonly id: number }>(items: readonly Item[]): Map<number, Item> {
  return new Map(items.map((item) => [item.id, item]));
}

/** What the account holds besides its content and its members. */
export function seedCore(account: SandboxAccount, epochMs: number): CoreData {
  const random = createRandom(account.id * 2_000_003);
  const sites: readonly Omit<SiteRecord, 'uuid'>[] = [
    { id: 21, name: 'Portal', host: 'portal', status: 'enabled' },
    { id: 22, name: 'Campaña', host: 'campana', status: 'draft' },
    { id: 23, name: 'Portal staging', host: 'portal-staging', status: 'enabled', stageOf: 21 },
    { id: 24, name: 'Archivo', host: 'archivo', status: 'disabled' },
  ];
  return {
    roles: byId(seedRoles(epochMs)),
    groups: byId(seedGroups(account, epochMs)),
    memberships: byId(
      membershipSeeds.map((seed, index) => ({
        targetIds: [],
        ...seed,
        id: firstMembershipId + index,
        updatedAtMs: epochMs,
      })),
    ),
    sites: byId(sites.map((site) => ({ ...site, uuid: random.uuid() }))),
    realms: byId(realmSeeds),
    logs: seedLogs(account, epochMs),
    settings: {
      ...settingsAtBirth,
      name: account.name,
      host: account.host.split('.')[0],
      time_zone: account.timeZone,
    },
    settingsUpdatedAtMs: epochMs,
  };
}
