import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { describeForms, exposures } from '../../src/tenant/policy.ts';
import { digestOf } from '../../src/toolkit/contract.ts';
import { contractOfTools } from '../../src/toolkit/registry.ts';
import { toolCatalogue } from '../../src/tools/catalogue.ts';
import { runOperatorCommand } from '../support/command-run.ts';
import { type Edge, startEdge } from '../support/edge.ts';
import type { ListedTool } from '../support/every-tool.ts';

let edge: Edge;
beforeAll(async () => {
  edge = await startEdge({ app: { tools: toolCatalogue } });
});
afterAll(() => edge.close());

/** What the running service answers to `tools/list` under this URL. */
async function servedTools(exposure: string, form: string): Promise<readonly ListedTool[]> {
  const { json } = await edge.mcp({
    path: `/mcp?exposure=${exposure}&describe=${form}`,
    message: { jsonrpc: '2.0', id: 1, method: 'tools/list' },
  });
  return json?.result?.tools;
}

const preview = (...args: string[]) => runOperatorCommand(['tools', 'preview', ...args]);

/** The objects that a preview shows, by the headings above them. */
function shown(out: string): ReadonlyMap<string, unknown> {
  const blocks = out.matchAll(/^## (.+)\n[\s\S]*?```json\n([\s\S]*?)\n```$/gm);
  return new Map([...blocks].map(([, heading = '', text = '']) => [heading, JSON.parse(text)]));
}

const forms = exposures.flatMap((exposure) => describeForms.map((form) => [exposure, form] as const));

describe('F20.1 tools preview', () => {
  test.each(forms)('F20.1 in %s/%s shows what tools/list carries, byte for byte', async (exposure, form) => {
    const served = await servedTools(exposure, form);
    expect(served.length).toBeGreaterThan(3);
    // Each preview makes the whole surface anew, so that some tools stand for all: from each module, of each kind.
    for (const tool of served.filter((_, place) => place % Math.ceil(served.length / 12) === 0)) {
      const { out, exitCode } = await preview(tool.name, '--exposure', exposure, '--describe', form);
      expect(exitCode).toBe(0);
      const entry = shown(out).get(`${tool.name}, ${exposure}/${form}`);
      expect(JSON.stringify(entry)).toBe(JSON.stringify(tool));
    }
  });

  test('F20.1 shows both forms of the description as they read, in every exposure that has the tool', async () => {
    const { out } = await preview('content-spaces-list');
    for (const exposure of ['grouped', 'flat']) {
      for (const form of describeForms) {
        const tool = (await servedTools(exposure, form)).find(({ name }) => name === 'content-spaces-list');
        expect(out).toContain(`\n## content-spaces-list, ${exposure}/${form}\n\n${tool?.description}\n`);
      }
    }
    expect([...shown(out).keys()].filter((heading) => heading.includes('catalog'))).toEqual([]);
  });

  test('F20.1 shows the actions of a tool as the tools that they are in flat', async () => {
    const { out } = await preview('content-spaces-manage', '--exposure', 'flat', '--describe', 'full');
    expect([...shown(out).keys()]).toEqual(
      ['get', 'create', 'update', 'list', 'delete']
        .map((action) => `content-spaces-${action}, flat/full`)
        .concat('Policy'),
    );
  });

  test('F20.1 counts the tokens of each form, of its description and of its schemas', async () => {
    const { out } = await preview('content-entries-manage', '--exposure', 'grouped');
    const rows = [
      ...out.matchAll(
        /^\| (grouped\/\w+) \| content-entries-manage \| (\d+) \| (\d+) \| (\d+) \| (\d+) \|$/gm,
      ),
    ];
    const [full = [], compact = []] = rows.map((row) => row.slice(2).map(Number));
    expect(rows.map(([, form]) => form)).toEqual(['grouped/full', 'grouped/compact']);
    const [inAll = 0, description = 0, input = 0, output = 0] = full;
    expect(inAll).toBeGreaterThan(description + input + output);
    expect(compact[1]).toBeLessThan(description);
    expect(compact.slice(2)).toEqual([input, output]);
  });

  test('F20.1 shows the policy behind each action', async () => {
    const { out } = await preview('content-entries-manage', '--exposure', 'grouped', '--describe', 'full');
    expect(shown(out).get('Policy')).toMatchObject({
      delete: { verb: 'mutation', scope: 'modyo:write', as_tool: 'content-entries-delete', middleware: [] },
      list: { verb: 'query', scope: 'modyo:read', paginate: true },
    });
  });

  test.each([
    [['content-space-list'], 1, 'There is no tool content-space-list. Did you mean content-spaces-list?'],
    [['constructor'], 1, 'There is no tool constructor.'],
    [['__proto__'], 1, 'There is no tool __proto__.'],
    [
      ['content-spaces-list', '--exposure', 'catalog'],
      1,
      'content-spaces-list is not listed in catalog/full',
    ],
    [['content-spaces-list', '--exposure', 'tree'], 2, '--exposure takes grouped, flat, catalog.'],
    [['content-spaces-list', '--describe', 'short'], 2, '--describe takes full, compact.'],
    [[], 2, 'Say which tool.'],
  ])('of %j ends with %d and says why', async (args, exitCode, reason) => {
    const run = await preview(...args);
    expect(run).toMatchObject({ exitCode, out: '' });
    expect(run.err).toContain(reason);
  });
});

test('tools digest prints what CONTRACT_DIGEST takes', async () => {
  const { out } = await runOperatorCommand(['tools', 'digest']);
  expect(out).toBe(`${digestOf(contractOfTools(toolCatalogue))}\n`);
  const own = await startEdge({ env: { CONTRACT_DIGEST: out.trim() }, app: { tools: toolCatalogue } });
  await own.close();
});
