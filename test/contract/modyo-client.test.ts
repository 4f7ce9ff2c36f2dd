import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { getAccount, getProfile } from '../../src/modyo/account.ts';
import { catalogueAt, catalogueOperations } from '../../src/modyo/account-catalogue.ts';
import { getBackgroundJob } from '../../src/modyo/background-jobs.ts';
import * as sites from '../../src/modyo/channels/sites.ts';
import * as assets from '../../src/modyo/content/assets.ts';
import * as categories from '../../src/modyo/content/categories.ts';
import * as entries from '../../src/modyo/content/entries.ts';
import * as spaces from '../../src/modyo/content/spaces.ts';
import * as types from '../../src/modyo/content/types.ts';
import * as versions from '../../src/modyo/content/versions.ts';
import * as workflows from '../../src/modyo/content/workflows.ts';
import * as groups from '../../src/modyo/core/groups.ts';
import * as logs from '../../src/modyo/core/logs.ts';
import * as roles from '../../src/modyo/core/roles.ts';
import * as settings from '../../src/modyo/core/settings.ts';
import * as team from '../../src/modyo/core/team-members.ts';
import * as users from '../../src/modyo/core/users.ts';
import { listRealms } from '../../src/modyo/customers/realms.ts';
import { type OperationId, operations } from '../../src/modyo/operations.ts';
import { createFakeModyo, type FakeModyo, pageOfRows } from '../support/fake-modyo.ts';
import { errorOf } from '../support/modyo-calls.ts';

const page = { query: 'x', page: 2, per_page: 30, sort_by: 'name', order: 'asc' } as const;
const { query: _words, ...plainPage } = page;
const spaceRow = { id: 31, name: 'Blog', uid: 'blog', uuid: null, default_locale: 'en', locales: null };
const typeRow = { id: 58, name: 'Post', uid: 'post', fields: null, reindex_job: null };
const entryRow = {
  id: 9120,
  uuid: 'e-1',
  name: null,
  category_id: null,
  tags: null,
  workflow: null,
  field_values: [{ field_id: 401, type: 'string', value: null }],
};
const workflowRow = { id: 700, current_state: 'draft', approved: null, rejected: 'false' };
const categoryRow = { id: 12, name: 'News', slug: 'news', children: [{ id: 13, name: 'Local' }] };

const userRow = { id: 41, uuid: null, name: 'Site Builder', email: null, roles: null, active: true };

const groupRow = { id: 4, name: 'Editors', role_id: null, admin_user_ids: null, application_access: null };
const roleRow = { id: 5, key: 'site_developer', name: 'Site Developer', permissions: null };
const memberRow = { id: 801, member_type: 'Group', member_id: 4, role: { key: 'site_admin' }, name: null };
const siteRow = { id: 21, name: 'Portal', host: null, stages: [{ id: 23, name: 'Staging' }] };
const site = { context: 'sites', id: 21 } as const;

const assetRow = { id: 625, uuid: 'a-1', name: 'cover.png', title: null, tags: null };
const assetFile = { fileName: 'cover.png', contentType: 'image/png', bytes: Buffer.from('PICTURE') };

const catalogue = { swagger: '2.0', basePath: '/api/admin', paths: { '/account': { get: {} } } };

const answers: { readonly [operation: string]: unknown } = {
  getAccount: { id: 7, name: 'Andes', host: null },
  getProfile: { id: 1, name: 'Ada' },
  ...Object.fromEntries(catalogueOperations.map((operation) => [operation, catalogue])),
  getBackgroundJob: { uuid: 'j-1', status: 2 },
  getSpace: spaceRow,
  createSpace: spaceRow,
  listSpaceLocales: { locales: { en: 'English' } },
  getType: typeRow,
  createType: typeRow,
  getEntry: entryRow,
  createEntry: entryRow,
  copyEntry: { id: 9121 },
  listEntryLocales: { available_locales: ['en'] },
  bulkEntries: { job_id: 'j-1' },
  listVersions: { versions: [{ id: 9120, title: null, type: 'current', created_at: null }] },
  diffVersions: ['whatever'],
  getWorkflow: workflowRow,
  getElementWorkflow: workflowRow,
  listWorkflowReviewers: { reviewers: [{ id: 1, name: null }], default_id: null },
  getCategory: categoryRow,
  createCategory: categoryRow,
  getAsset: assetRow,
  createAsset: assetRow,
  listAssetExtensions: ['png'],
  getAssetSpace: 7,
  updateAccount: { id: 7, name: 'Andes', host: null },
  getGroup: groupRow,
  createGroup: groupRow,
  getRole: roleRow,
  createRole: roleRow,
  addTeamMember: memberRow,
  listLogTypes: [{ type: 'user_login_log', title: 'Login', count: 3 }],
  getSite: siteRow,
  getAdminUser: userRow,
  createAdminUser: userRow,
  listAdminUserSessions: { admin_users: [{ uuid: 's-1', device_name: null }] },
};

function createSampleModyo(): FakeModyo {
  return createFakeModyo((operation, request) => {
    const lists: { [name: string]: [string, object] } = {
      listSpaces: ['spaces', spaceRow],
      listTypes: ['types', typeRow],
      listEntries: ['entries', entryRow],
      listCategories: ['categories', categoryRow],
      listAssets: ['assets', assetRow],
      listAdminUsers: ['admin_users', userRow],
      listGroups: ['groups', groupRow],
      listRoles: ['roles', roleRow],
      listTeamMembers: ['team_members', memberRow],
      listLogs: ['logs', { id: 1, type: null, site_id: null }],
      listSites: ['sites', siteRow],
      listRealms: ['realms', { id: 71, name: 'Clients', slug: 'clients' }],
    };
    const [key, row] = lists[operation] ?? [];
    return key === undefined || row === undefined
      ? answers[operation]
      : pageOfRows(key, [row], { ...request, query: {} });
  });
}

const versioned = { uuid: 'e-1', type: 'Content::Entry' };
const names = (field: string) => field;

const endpoints: readonly [OperationId, string, (modyo: FakeModyo) => Promise<unknown>][] = [
  ['getAccount', 'GET /account', getAccount],
  ['getProfile', 'GET /profile', getProfile],
  ['getDocs', 'GET /docs', (m) => catalogueAt(m, 'getDocs')],
  ['getDocsJson', 'GET /docs.json', (m) => catalogueAt(m, 'getDocsJson')],
  ['getDocsSwagger', 'GET /docs/swagger.json', (m) => catalogueAt(m, 'getDocsSwagger')],
  ['getSwagger', 'GET /swagger.json', (m) => catalogueAt(m, 'getSwagger')],
  ['getSwaggerDoc', 'GET /swagger_doc.json', (m) => catalogueAt(m, 'getSwaggerDoc')],
  ['getApiDocs', 'GET /api-docs.json', (m) => catalogueAt(m, 'getApiDocs')],
  ['getBackgroundJob', 'GET /background_jobs/j-1', (m) => getBackgroundJob(m, 'j-1')],
  [
    'listSpaces',
    'GET /content/spaces?query=x&page=2&per_page=30&sort_by=name&order=asc',
    (m) => spaces.listSpaces(m, page),
  ],
  [
    'listSpaces',
    'GET /content/spaces?page=2&per_page=30&sort_by=name&order=asc&only[]=id&only[]=name&only[]=uid&only[]=uuid',
    (m) => spaces.listSpaceNames(m, plainPage),
  ],
  ['getSpace', 'GET /content/spaces/31', (m) => spaces.getSpace(m, 31)],
  [
    'createSpace',
    'POST /content/spaces',
    (m) => spaces.createSpace(m, { name: 'Blog', default_locale: 'en' }),
  ],
  ['updateSpace', 'PUT /content/spaces/31', (m) => spaces.updateSpace(m, 31, { locales: ['es'] })],
  [
    'deleteSpace',
    'DELETE /content/spaces/31?validation=My Blog',
    (m) => spaces.deleteSpace(m, 31, 'My Blog'),
  ],
  ['listSpaceLocales', 'GET /content/spaces/locale_list', spaces.listSpaceLocales],
  [
    'listTypes',
    'GET /content/spaces/31/types?query=x&page=2&per_page=30&sort_by=name&order=asc&ids[]=1&only[]=id&only[]=name',
    (m) => types.listTypes(m, 31, { ...page, ids: [1], only: ['id', 'name'] }),
  ],
  ['getType', 'GET /content/spaces/31/types/58', (m) => types.getType(m, 31, 58)],
  ['createType', 'POST /content/spaces/31/types', (m) => types.createType(m, 31, { name: 'Post' })],
  [
    'updateType',
    'PUT /content/spaces/31/types/58',
    (m) => types.updateType(m, 31, 58, { fields: [] }, names),
  ],
  ['deleteType', 'DELETE /content/spaces/31/types/58', (m) => types.deleteType(m, 31, 58)],
  ['reindexType', 'POST /content/spaces/31/types/58/reindex', (m) => types.reindexType(m, 31, 58)],
  [
    'cancelTypeReindex',
    'POST /content/spaces/31/types/58/cancel_reindex',
    (m) => types.cancelTypeReindex(m, 31, 58),
  ],
  [
    'listEntries',
    'GET /content/spaces/31/entries?page=1&type_id=58&target_locale=es-cl&tags[]=a&tags[]=b&states[]=published',
    (m) =>
      entries.listEntries(m, 31, {
        page: 1,
        type_id: 58,
        target_locale: 'es-cl',
        tags: ['a', 'b'],
        states: ['published'],
      }),
  ],
  ['getEntry', 'GET /content/spaces/31/entries/9120', (m) => entries.getEntry(m, 31, 9120)],
  [
    'createEntry',
    'POST /content/spaces/31/entries',
    (m) => entries.createEntry(m, 31, { content_type_id: 58 }, names),
  ],
  [
    'updateEntry',
    'PUT /content/spaces/31/entries/9120',
    (m) => entries.updateEntry(m, 31, 9120, { archived: true }, names),
  ],
  ['deleteEntry', 'DELETE /content/spaces/31/entries/9120', (m) => entries.deleteEntry(m, 31, 9120)],
  [
    'publishEntry',
    'POST /content/spaces/31/entries/9120/publish',
    (m) => entries.publishEntry(m, 31, 9120, { published_immediately: true, force_publish: true }, names),
  ],
  [
    'unpublishEntry',
    'POST /content/spaces/31/entries/9120/unpublish',
    (m) => entries.unpublishEntry(m, 31, 9120),
  ],
  ['copyEntry', 'POST /content/spaces/31/entries/9120/copy', (m) => entries.copyEntry(m, 31, 9120, 'e-1')],
  [
    'listEntryLocales',
    'GET /content/spaces/31/entries/e-1/available_locales',
    (m) => entries.listEntryLocales(m, 31, 'e-1'),
  ],
  [
    'bulkEntries',
    'POST /content/spaces/31/entries/bulk?bulk_action=archive',
    (m) => entries.bulkEntries(m, 31, 'archive', { uuids: ['e-1'], target_locale: 'en' }),
  ],
  [
    'listCategories',
    'GET /content/spaces/31/categories?page=2&per_page=30&sort_by=name&order=asc',
    (m) => categories.listCategories(m, 31, plainPage),
  ],
  ['getCategory', 'GET /content/spaces/31/categories/12', (m) => categories.getCategory(m, 31, 12)],
  [
    'createCategory',
    'POST /content/spaces/31/categories',
    (m) => categories.createCategory(m, 31, { name: 'News' }),
  ],
  [
    'updateCategory',
    'PUT /content/spaces/31/categories/12',
    (m) => categories.updateCategory(m, 31, 12, { name: 'News' }),
  ],
  ['deleteCategory', 'DELETE /content/spaces/31/categories/12', (m) => categories.deleteCategory(m, 31, 12)],
  ['getAccount', 'GET /account', settings.getSettings],
  ['updateAccount', 'PUT /account', (m) => settings.updateSettings(m, { otp_required: true })],
  [
    'listGroups',
    'GET /groups?query=x&page=2&per_page=30&sort_by=name&order=asc',
    (m) => groups.listGroups(m, page),
  ],
  ['getGroup', 'GET /groups/4', (m) => groups.getGroup(m, 4)],
  ['createGroup', 'POST /groups', (m) => groups.createGroup(m, { name: 'Editors' })],
  ['updateGroup', 'PUT /groups/4', (m) => groups.updateGroup(m, 4, { admin_user_ids: [5] })],
  ['deleteGroup', 'DELETE /groups/4', (m) => groups.deleteGroup(m, 4)],
  [
    'listRoles',
    'GET /roles?query=x&page=2&per_page=30&sort_by=name&order=asc',
    (m) => roles.listRoles(m, page),
  ],
  ['getRole', 'GET /roles/5', (m) => roles.getRole(m, 5)],
  ['createRole', 'POST /roles', (m) => roles.createRole(m, { name: 'Own', context: 'space' })],
  ['updateRole', 'PUT /roles/5', (m) => roles.updateRole(m, 5, { permissions: [] })],
  ['deleteRole', 'DELETE /roles/5', (m) => roles.deleteRole(m, 5)],
  [
    'listTeamMembers',
    'GET /team_members/sites/21?page=2&per_page=30&sort_by=name&order=asc',
    (m) => team.listTeamMembers(m, site, plainPage),
  ],
  [
    'addTeamMember',
    'POST /team_members/sites/21',
    (m) => team.addTeamMember(m, site, { member_type: 'Group', member_id: 4, role_key: 'site_admin' }),
  ],
  [
    'updateTeamMember',
    'PUT /team_members/sites/21/801',
    (m) => team.updateTeamMember(m, site, 801, { role_key: 'site_admin' }),
  ],
  ['removeTeamMember', 'DELETE /team_members/sites/21/801', (m) => team.removeTeamMember(m, site, 801)],
  [
    'listLogs',
    'GET /logs?user_uuid=system&page=2&types=a_log, b_log',
    (m) => logs.listLogs(m, { types: ['a_log', 'b_log'], user_uuid: 'system', page: 2 }),
  ],
  ['listLogTypes', 'GET /logs/types', logs.listLogTypes],
  ['listSites', 'GET /sites?status=draft', (m) => sites.listSites(m, { status: 'draft' })],
  ['getSite', 'GET /sites/21', (m) => sites.getSite(m, 21)],
  ['listRealms', 'GET /customers/realms?query=x', (m) => listRealms(m, { query: 'x' })],
  [
    'listAdminUsers',
    'GET /admin_users?query=x&page=2&per_page=30&sort_by=name&order=asc&active=0',
    (m) => users.listAdminUsers(m, { ...page, active: false }),
  ],
  ['getAdminUser', 'GET /admin_users/41', (m) => users.getAdminUser(m, 41)],
  ['createAdminUser', 'POST /admin_users', (m) => users.createAdminUser(m, { email: 'a@b.example' })],
  ['updateAdminUser', 'PUT /admin_users/41', (m) => users.updateAdminUser(m, 41, { lang: 'es' })],
  ['activateAdminUser', 'PUT /admin_users/41/activate', (m) => users.activateAdminUser(m, 41)],
  ['deactivateAdminUser', 'PUT /admin_users/41/deactivate', (m) => users.deactivateAdminUser(m, 41)],
  [
    'bulkAdminUsers',
    'PATCH /admin_users/bulk?act=deactivate',
    (m) => users.bulkAdminUsers(m, 'deactivate', [41, 42]),
  ],
  ['listAdminUserSessions', 'GET /admin_users/41/sessions', (m) => users.listAdminUserSessions(m, 41)],
  [
    'revokeAdminUserSession',
    'DELETE /admin_users/41/revoke_session?grant_uuid=s-1',
    (m) => users.revokeAdminUserSession(m, 41, 's-1'),
  ],
  [
    'listAssets',
    'GET /content/assets?query=x&page=2&per_page=30&sort_by=name&order=asc&extensions[]=png&tags[]=a&tags[]=b',
    (m) => assets.listAssets(m, { ...page, extensions: ['png'], tags: ['a', 'b'] }),
  ],
  [
    'listVersions',
    'GET /versions?oid=e-1&type=Content::Entry&only=current',
    (m) => versions.listVersions(m, versioned, 'current'),
  ],
  [
    'diffVersions',
    'GET /versions/diff?oid=e-1&type=Content::Entry',
    (m) => versions.diffVersions(m, versioned),
  ],
  ['getWorkflow', 'GET /workflows/700', (m) => workflows.getWorkflow(m, 700)],
  [
    'getElementWorkflow',
    'GET /workflows/by_elements?element_id=9120&element_type=Content::Entry',
    (m) => workflows.getElementWorkflow(m, 9120, 'Content::Entry'),
  ],
  ['listWorkflowReviewers', 'GET /workflows/700/reviewers', (m) => workflows.listReviewers(m, 700)],
  ['getAsset', 'GET /content/assets/625', (m) => assets.getAsset(m, 625)],
  ['createAsset', 'POST /content/assets', (m) => assets.createAsset(m, assetFile, 'picture', names)],
  [
    'updateAsset',
    'PUT /content/assets/625',
    (m) => assets.updateAsset(m, 625, { title: 'Cover', alt_text: '', tags: [] }, names),
  ],
  [
    'changeAsset',
    'PUT /content/assets/625/change_asset',
    (m) => assets.changeAsset(m, 625, assetFile, names),
  ],
  ['deleteAsset', 'DELETE /content/assets/625', (m) => assets.deleteAsset(m, 625)],
  ['bulkAssets', 'PATCH /content/assets/bulk?act=tags', (m) => assets.tagAssets(m, [625, 626], ['a'], names)],
  ['listAssetExtensions', 'GET /content/assets/current_extensions', assets.listAssetExtensions],
  ['getAssetSpace', 'GET /content/assets/remaining_space', assets.getAssetSpace],
];

describe('the typed endpoints', () => {
  test.each(endpoints)('%s is sent as %s', async (operation, line, call) => {
    const modyo = createSampleModyo();
    await call(modyo);
    const [method, target] = line.split(/ (.*)/);
    expect(modyo.calls.map((made) => made.line)).toEqual([`${method} /api/admin${target}`]);
    expect(modyo.calls[0]?.operation).toBe(operation);
  });

  test('cover the contract, each operation of it', () => {
    expect(new Set(endpoints.map(([operation]) => operation))).toEqual(new Set(Object.keys(operations)));
  });

  /** Their answers are not documented, so almost any is taken. */
  const freeForm: readonly string[] = [
    'copyEntry',
    'listEntryLocales',
    'diffVersions',
    'bulkEntries',
    'getBackgroundJob',
    'listAssetExtensions',
    'getAssetSpace',
    ...catalogueOperations,
  ];
  /** A list without an envelope may be empty. */
  const bare: readonly string[] = ['listLogTypes'];
  const strict = endpoints.filter(
    ([operation]) => !freeForm.includes(operation) && (operation in answers || operation.startsWith('list')),
  );

  test.each(strict)(
    '%s refuses an answer of another shape, and says after a write that its outcome is unknown',
    async (operation, _line, call) => {
      for (const body of [
        undefined,
        null,
        [],
        'text',
        { id: 'x' },
        { spaces: {}, types: 1, entries: [1], categories: [{}] },
      ]) {
        if (Array.isArray(body) && bare.includes(operation)) continue;
        const error = await errorOf(call(createFakeModyo(() => body)));
        expect(error).toMatchObject({ code: 'UPSTREAM_ERROR', details: { reason: 'unexpected_shape' } });
        const isRead = operations[operation].method === 'GET';
        expect(error.details?.['state_unknown']).toBe(isRead ? undefined : true);
      }
    },
  );
});

test('an element keeps what Modyo says of it, and null counts as nothing where we use it', async () => {
  const modyo = createFakeModyo(() => ({ ...spaceRow, unheard_of: { deep: [1] } }));
  const space = await spaces.getSpace(modyo, 31);
  expect(space).toMatchObject({ id: 31, unheard_of: { deep: [1] } });
  expect([space.uuid, space.locales]).toEqual([undefined, undefined]);
});

test.each([
  [
    ['en', 'es'],
    ['en', 'es'],
  ],
  [{ available_locales: ['en'] }, ['en']],
  [{ locales: ['en'] }, ['en']],
  [{ something: 'else' }, undefined],
])('the locales of an entry in the form %j are read as %j', async (body, expected) => {
  expect(
    await entries.listEntryLocales(
      createFakeModyo(() => body),
      31,
      'e-1',
    ),
  ).toEqual(expected);
});

test('only the client of the contract speaks to Modyo', () => {
  const sources = readdirSync('src', { recursive: true, encoding: 'utf8' }).filter((path) =>
    path.endsWith('.ts'),
  );
  const mentions = (pattern: RegExp) =>
    sources.filter(
      (path) => !path.startsWith('sandbox/') && pattern.test(readFileSync(join('src', path), 'utf8')),
    );
  expect(sources.length).toBeGreaterThan(50);
  expect(mentions(/['"]\/api\/admin/)).toEqual(['modyo/request.ts']);
  // The second reads files of callers from elsewhere, and never has a credential.
  expect(mentions(/dispatcher\.request\(/)).toEqual(['modyo/attempt.ts', 'modyo/file-download.ts']);
});
