import { afterEach, expect, test } from 'vitest';
import { z } from 'zod';
import { ok } from '../../src/toolkit/result.ts';
import { kit } from '../../src/tools/kit.ts';
import { type Edge, startEdge, toolCall } from '../support/edge.ts';

const remark = z.string().max(99).optional().describe('Why, e.g. "old"');
const shape = { input: z.object({ remark }), data: z.object({}), run: () => ok({}) } as const;
const tools = [
  kit.tool('content-rows-manage', {
    title: 'Rows',
    summary: 'List and save rows',
    actions: {
      list: kit.query({ ...shape, summary: 'List the rows' }),
      save: kit.action({ ...shape, summary: 'Save a row' }),
    },
  }),
];

let edge: Edge;
afterEach(() => edge.close());

const canary = 'zq7canary';
const save = { action: 'save', remark: canary };

test.each([
  ['of a tool', '/mcp', toolCall('content-rows-manage', save), 1],
  ['of a tool of one action', '/mcp?exposure=flat', toolCall('content-rows-save', { remark: canary }), 1],
  [
    'through an executor',
    '/mcp?exposure=catalog',
    toolCall('tools-write', { name: 'content-rows-save', arguments: { remark: canary } }),
    1,
  ],
  [
    'in a batch, with another one',
    '/mcp',
    [toolCall('content-rows-manage', save, 1), toolCall('content-rows-manage', save, 2)],
    2,
  ],
])(
  'F14.2 a call %s that is refused for want of a scope leaves its audit line',
  async (_what, path, message, count) => {
    edge = await startEdge({ app: { tools } });
    const token = await edge.mint({ scopes: ['modyo:read'] });
    const headers = { 'mcp-protocol-version': '2025-03-26' };
    const { status } = await edge.mcp({ token, path, message, headers });
    expect(status).toBe(403);
    const lines = edge.logs.lines().filter((line) => line['audit'] === 'tool_call');
    expect(lines).toHaveLength(count);
    for (const line of lines) {
      expect(line).toMatchObject({
        tool: 'content-rows-manage',
        action: 'save',
        verb: 'action',
        outcome: 'FORBIDDEN',
        refused_by: 'scope',
        argument_names: expect.arrayContaining(['remark']),
      });
    }
    expect(edge.logs.text()).not.toContain(canary);
  },
);

test('F14.2 a call of a tool that its caller does not see leaves none, as if there were no such tool', async () => {
  edge = await startEdge({ app: { tools } });
  const token = await edge.mint({ scopes: ['modyo:read'] });
  for (const name of ['content-rows-manage', 'content-ghosts-manage']) {
    const { json } = await edge.mcp({
      token,
      path: '/mcp?exclude=content-rows-manage',
      message: toolCall(name, save),
    });
    expect(json.error.code).toBe(-32602);
  }
  expect(edge.logs.lines().filter((line) => line['audit'] === 'tool_call')).toEqual([]);
});
