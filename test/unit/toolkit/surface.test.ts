import { describe, expect, test } from 'vitest';
import { compileTools } from '../../../src/toolkit/compile-tools.ts';
import { createSurfaces } from '../../../src/toolkit/surfaces.ts';
import { noteTools } from '../../support/note-tools.ts';
import { openPolicy } from '../../support/open-policy.ts';
import { createToolHost } from '../../support/tool-host.ts';

const names = (listing: { readonly tools: readonly { readonly [key: string]: unknown }[] }) =>
  listing.tools.map((tool) => tool['name']);

describe('who sees what', () => {
  test('the same bytes for every caller with the same surface', async () => {
    const { registry, caller } = createToolHost();
    const first = await registry.list(caller({ policy: { ratePerMinute: 1 } }));
    const second = await registry.list(caller({ subject: 'eve', policy: { ratePerMinute: 9 } }));
    const third = await registry.list(caller({ policy: { modules: ['content'] } }));
    expect(second.bytes).toBe(first.bytes);
    expect(third.bytes).toBe(first.bytes);
    expect(JSON.parse(first.bytes.toString())).toEqual(first.tools);
  });

  test('a module, a denied tool and a tool that is not allowed do not exist', async () => {
    const { registry, caller } = createToolHost();
    const without = caller({ policy: { modules: ['core', 'channels'] } });
    expect(names(await registry.list(without))).toEqual([]);
    expect(registry.has('content-notes-list', without)).toBe(false);
    const denied = caller({
      policy: { toolsDenied: ['content-notes-list'], toolsAllowed: ['content-notes-list'] },
    });
    expect(registry.has('content-notes-list', denied)).toBe(false);
    const allowed = caller({ policy: { toolsAllowed: ['content-notes-list'] } });
    expect(names(await registry.list(allowed))).toEqual(['content-notes-list']);
    expect(registry.documents(allowed).map(({ name }) => name)).toEqual(['content-notes-list']);
    expect(registry.document('modyo://mcp-content/tools/content-notes-manage', allowed)).toBeUndefined();
  });

  test('a missing scope hides nothing', async () => {
    const { registry, caller } = createToolHost();
    const reader = { ...caller(), principal: { ...caller().principal, scopes: ['modyo:read'] as const } };
    expect((await registry.list(reader)).bytes).toBe((await registry.list(caller())).bytes);
  });

  test('a call of a tool that is not there is a fault of who calls the kit', async () => {
    const host = createToolHost();
    await expect(host.call('content-notes-fly')).rejects.toThrow(/does not see/);
  });
});

describe('read-only mode', () => {
  const policy = { readOnly: true };

  test('leaves reads in lists and enums, and takes writes out of schemas and descriptions', async () => {
    const { registry, caller } = createToolHost();
    const { tools } = await registry.list(caller({ policy }));
    const manage = tools.find((tool) => tool['name'] === 'content-notes-manage');
    expect(names({ tools })).toEqual([
      'content-notes-manage',
      'content-notes-list',
      'content-shapes-echo',
      'content-misdeeds-do',
    ]);
    expect(manage).toMatchObject({
      inputSchema: { properties: { action: { enum: ['manage', 'list'], default: 'manage' } } },
      annotations: { readOnlyHint: true, destructiveHint: false },
    });
    expect(manage).not.toHaveProperty('inputSchema.properties.title');
    expect(manage?.['description']).toMatch(
      /\*\*Actions\*\*: manage \(default; reads without changes\), list\n/,
    );
  });

  test('a read works, a write is answered by control and does nothing', async () => {
    const host = createToolHost();
    const read = await host.call('content-notes-manage', { identifier: 1 }, { policy });
    expect(read.body.data).toMatchObject({ note: { id: 1 } });
    const write = await host.call(
      'content-notes-manage',
      { action: 'publish', identifier: 1, junk: 1 },
      { policy },
    );
    expect(write.isError).toBe(false);
    expect(write.body).toEqual({
      platform: { name: 'andes', host: 'andes.sandbox.invalid' },
      data: {},
      control: { read_only: true, rejected: 'publish', message: expect.stringContaining('only reads') },
    });
    expect(write.result.structuredContent).toEqual(write.body);
    expect(host.notes.calls).toEqual(['find']);
  });

  test('a tool that only writes is not listed, and answers the same control', async () => {
    const host = createToolHost();
    const { body } = await host.call('content-slow-wait', {}, { policy });
    expect(body.control).toMatchObject({ read_only: true, rejected: 'wait' });
  });

  test('errors name only what can be seen', async () => {
    const host = createToolHost();
    const { body } = await host.call('content-notes-manage', { action: 'fly' }, { policy });
    expect(body.error?.['fields']).toEqual([
      { path: 'action', message: 'is not an action of this tool', expected: 'one of: manage, list' },
    ]);
  });
});

describe('a policy that names single actions', () => {
  const grouped = async (policy: Parameters<ReturnType<typeof createToolHost>['caller']>[0]) => {
    const { registry, caller } = createToolHost();
    return (await registry.list(caller(policy))).tools;
  };

  test('takes one action out of its tool, and the tool of its own too', async () => {
    const tools = await grouped({ policy: { toolsDenied: ['content-notes-list'] } });
    expect(names({ tools })).not.toContain('content-notes-list');
    expect(tools[0]).toMatchObject({
      inputSchema: { properties: { action: { enum: ['manage', 'publish', 'delete'] } } },
    });
  });

  test('leaves one action in its tool, where it has no tool of its own', async () => {
    const tools = await grouped({ policy: { toolsChosen: ['content-notes-publish'] } });
    expect(names({ tools })).toEqual(['content-notes-manage']);
    expect(tools[0]).toMatchObject({ inputSchema: { properties: { action: { enum: ['publish'] } } } });
  });

  test('answers a hidden action like one that does not exist', async () => {
    const host = createToolHost();
    const policy = { toolsDenied: ['content-notes-publish'], readOnly: true };
    const hidden = await host.call('content-notes-manage', { action: 'publish', identifier: 1 }, { policy });
    expect(hidden.body.error).toMatchObject({
      code: 'INVALID_PARAMS',
      fields: [{ path: 'action', expected: 'one of: manage, list' }],
    });
  });

  test('never makes something of an empty call when reading is hidden', async () => {
    const host = createToolHost();
    const policy = { toolsDenied: ['content-notes-get'] };
    const empty = await host.call('content-notes-manage', {}, { policy });
    const identified = await host.call('content-notes-manage', { identifier: 1 }, { policy });
    expect(empty.body.error?.message).toBe('There is nothing to change.');
    expect(identified.body.error?.message).toBe('There is nothing to change.');
    expect(host.notes.calls).toEqual([]);
  });

  test('does not bring back by the URL what the account lacks', async () => {
    const policy = { toolsAllowed: ['content-notes-publish'], toolsChosen: ['content-notes-manage'] };
    const [tool, ...others] = await grouped({ policy });
    expect(others).toEqual([]);
    expect(tool).toMatchObject({ inputSchema: { properties: { action: { enum: ['publish'] } } } });
  });

  test('documents only what is left', () => {
    const { registry, caller } = createToolHost();
    const who = caller({ policy: { toolsDenied: ['content-notes-delete'] } });
    const page = registry.document('modyo://mcp-content/tools/content-notes-manage', who)?.text;
    expect(page).toContain('### publish');
    expect(page).not.toContain('### delete');
  });
});

describe('actions that a gate keeps away', () => {
  const surfaces = createSurfaces(compileTools(noteTools));
  const shut = new Set(['content-notes-manage.publish', 'content-notes-list.list', 'content-slow-wait.wait']);

  test('leave the listing and the enum, and nothing else', () => {
    const surface = surfaces.of(openPolicy);
    const { tools } = surface.listing(shut);
    expect(names({ tools })).toEqual(['content-notes-manage', 'content-shapes-echo', 'content-misdeeds-do']);
    expect(tools[0]).toMatchObject({
      inputSchema: { properties: { action: { enum: ['manage', 'list', 'delete'] } } },
    });
    expect(names(surface.listing())).toHaveLength(5);
    expect([...surface.tools.keys()]).toHaveLength(5);
  });

  test('leave the flat listing as tools', () => {
    const listing = surfaces.of({ ...openPolicy, exposure: 'flat' }).listing(shut);
    expect(names(listing)).not.toContain('content-notes-publish');
    expect(names(listing)).toContain('content-notes-delete');
  });

  test('are serialised once for each set of them', () => {
    const surface = surfaces.of(openPolicy);
    expect(surface.listing(new Set([...shut].reverse())).bytes).toBe(surface.listing(shut).bytes);
  });
});

test('policies come and go without the surfaces of others growing in number', () => {
  const { registry } = createToolHost();
  const first = registry.preview(openPolicy);
  for (const denied of [
    'content-notes-publish',
    'content-notes-delete',
    'content-slow-wait',
    'content-notes-get',
  ]) {
    for (const exposure of ['grouped', 'flat', 'catalog'] as const) {
      for (const readOnly of [true, false]) {
        registry.preview({ ...openPolicy, exposure, readOnly, toolsDenied: [denied] });
      }
    }
  }
  const again = registry.preview({ ...openPolicy });
  expect(again.bytes).not.toBe(first.bytes);
  expect(again.bytes.equals(first.bytes)).toBe(true);
});
