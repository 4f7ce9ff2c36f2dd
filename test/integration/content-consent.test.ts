import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type ContentService, startContentService, type ToolAnswer } from '../support/content-service.ts';
import { createProductRegistry } from '../support/every-tool.ts';

/** Every action of the product that overwrites or deletes, as the registry has them. */

interface Facts {
  readonly as_tool: string;
  readonly annotations: { readonly destructiveHint: boolean };
}

const destructive = Object.values(createProductRegistry().contract())
  .flatMap(({ actions }) => Object.values(actions) as unknown as readonly Facts[])
  .filter(({ annotations }) => annotations.destructiveHint)
  .map(({ as_tool }) => as_tool)
  .sort();

let service: ContentService;
beforeAll(async () => {
  service = await startContentService({ env: { RATE_PER_MINUTE: '100000' } });
  const space = { name: 'Consent', uid: 'consent', default_locale: 'es-cl', locales: ['en'] };
  await service.call('content-spaces-manage', space);
  await service.call('content-spaces-manage', { name: 'Gone', uid: 'gone' });
  for (const [uid, add_fields] of [
    ['post', fields],
    ['empty', fields],
  ] as const) {
    await service.call('content-types-manage', { space: 'consent', name: uid, uid, add_fields });
  }
});
afterAll(() => service.close());

const fields = [
  { name: 'Title', type: 'string' },
  { name: 'Mood', type: 'dropdown', choices: ['Calm', 'Loud'] },
];
const entriesTool = 'content-entries-manage';

async function draft(): Promise<object> {
  const values = { Title: 'a', Mood: 'Calm' };
  const args = { space: 'consent', type: 'post', name: 'Draft', fields: values };
  const { data } = await service.call(entriesTool, args);
  return { space: 'consent', identifier: data.entry.id };
}

async function moved(...actions: readonly string[]): Promise<object> {
  const target = await draft();
  for (const action of actions) await service.confirm(entriesTool, { action, ...target });
  return target;
}

interface Losing {
  /** The tool and the arguments with which it loses something. */
  readonly call: () => Promise<readonly [tool: string, args: object]>;
}

const type = { space: 'consent', identifier: 'post' };
const losing: Readonly<Record<string, readonly Losing['call'][]>> = {
  'content-entries-archive': [async () => [entriesTool, { action: 'archive', ...(await draft()) }]],
  'content-entries-delete': [async () => [entriesTool, { action: 'delete', ...(await moved('archive')) }]],
  'content-entries-unpublish': [
    async () => [entriesTool, { action: 'unpublish', ...(await moved('publish')) }],
  ],
  'content-spaces-delete': [
    async () => ['content-spaces-manage', { action: 'delete', identifier: 'gone', confirm_name: 'Gone' }],
  ],
  'content-spaces-update': [
    async () => ['content-spaces-manage', { identifier: 'consent', remove_locales: ['en'] }],
  ],
  'content-types-delete': [
    async () => ['content-types-manage', { action: 'delete', space: 'consent', identifier: 'empty' }],
  ],
  'content-types-update': [
    async () => [
      'content-types-manage',
      { ...type, update_fields: [{ field: 'Mood', choices: ['Calm', 'Wild'] }] },
    ],
    async () => ['content-types-manage', { ...type, remove_fields: ['Title'] }],
  ],
};

/** Overwrites, and asks nobody: the platform keeps the version before, and readers have theirs until it is published. */
const keepsWhatItReplaces = ['content-entries-update', 'content-entries-upsert'];

const cases = Object.entries(losing).flatMap(([name, calls]) => calls.map((call) => [name, call] as const));
const written = () => service.upstream().filter((line) => !line.startsWith('GET'));

/** What they ask is shown by the tests of their own resources. */
const shownBesideTheirTools = [
  'content-assets-bulk-tags',
  'content-assets-delete',
  'content-assets-replace',
  'content-assets-update',
  'content-categories-delete',
  'content-categories-update',
  'content-entries-bulk-archive',
  'content-entries-bulk-delete',
  'content-entries-bulk-unpublish',
  'content-types-upsert',
  'core-groups-delete',
  'core-groups-update',
  'core-groups-upsert',
  'core-members-remove',
  'core-members-update',
  'core-roles-delete',
  'core-roles-update',
  'core-settings-update',
  'core-users-bulk',
  'core-users-deactivate',
  'core-users-revoke-session',
  'core-users-update',
  'core-users-upsert',
];

test('F15.2 every action that the registry calls destructive is looked at here or beside its tool', () => {
  expect([...Object.keys(losing), ...keepsWhatItReplaces, ...shownBesideTheirTools].sort()).toEqual(
    destructive,
  );
});

describe('what would be lost', () => {
  test.each(cases)(
    'F15.2 is not touched by %s before a person agrees, and then once',
    async (_name, prepare) => {
      const [tool, args] = await prepare();
      written();
      const asked: ToolAnswer = await service.call(tool, args);
      expect(asked.control).toMatchObject({ confirmation_required: true, confirm_token: expect.any(String) });
      expect(asked.data.plan).toEqual(expect.any(Object));
      expect(asked.state).toBeUndefined();
      for (const boolean of [{ confirm: true }, { confirm_token: true }]) {
        expect((await service.call(tool, { ...args, ...boolean })).error.code).toBe('INVALID_PARAMS');
      }
      const { confirm_token } = asked.control;
      const forged = await service.call(tool, { ...args, confirm_token: `${confirm_token}A` });
      expect(forged.error).toMatchObject({ code: 'CONFLICT', details: { reason: 'confirmation_altered' } });
      const foreign = await service.call(tool, { ...args, confirm_token }, { tenant: 'b' });
      expect(foreign.isError).toBe(true);
      const rehearsed = await service.call(tool, { ...args, confirm_token, dry_run: true });
      expect(rehearsed.control).toMatchObject({ dry_run: true });
      expect(rehearsed.data.plan).toEqual(asked.data.plan);
      expect(written()).toEqual([]);
      const done = await service.call(tool, { ...args, confirm_token });
      expect(done.error).toBeUndefined();
      expect(written()).not.toEqual([]);
      const again = await service.call(tool, { ...args, confirm_token });
      expect(again.isError).toBe(true);
      expect(written()).toEqual([]);
    },
  );
});

test('F15.3 a token that is not good is refused although the change loses nothing', async () => {
  written();
  const args = { identifier: 'consent', description: 'Changed' };
  const { error } = await service.call('content-spaces-manage', { ...args, confirm_token: 'made-up' });
  expect(error).toMatchObject({ code: 'CONFLICT', details: { reason: 'confirmation_altered' } });
  expect(written()).toEqual([]);
  expect((await service.call('content-spaces-manage', args)).state.status).toBe('done');
});
