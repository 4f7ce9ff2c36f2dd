import { describe, expect, test } from 'vitest';
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
