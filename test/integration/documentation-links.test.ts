import { afterAll, beforeAll, expect, test } from 'vitest';
import { describeForms, exposures } from '../../src/tenant/policy.ts';
import { toolCatalogue } from '../../src/tools/catalogue.ts';
import { type Edge, modern, ping, startEdge, toolCall } from '../support/edge.ts';
import type { ListedTool } from '../support/every-tool.ts';

let edge: Edge;
beforeAll(async () => {
  edge = await startEdge({
    app: { tools: toolCatalogue },
    env: { CONCURRENCY: '100', RATE_PER_MINUTE: '9999' },
  });
});
afterAll(() => edge.close());

const surfaces = exposures.flatMap((exposure) =>
  describeForms.flatMap((form) =>
    [false, true].map((readOnly) => `exposure=${exposure}&describe=${form}&read_only=${readOnly}`),
  ),
);

async function linksAt(path: string): Promise<readonly (readonly [tool: string, uri: string])[]> {
  const { json } = await edge.mcp({ path, message: { ...ping, method: 'tools/list' } });
  const tools: readonly ListedTool[] = json.result.tools;
  return tools.map(({ name, description }) => [name, /📚 (\S+)/.exec(description)?.[1] ?? '']);
}

test.each(surfaces)(
  'F23.1 with %s every 📚 link answers resources/read with the page of its tool',
  async (query) => {
    const path = `/mcp?${query}`;
    const links = await linksAt(path);
    expect(links.length).toBeGreaterThan(0);
    for (const [tool, uri] of links) {
      const { json } = await edge.mcp({
        path,
        message: { ...ping, method: 'resources/read', params: { uri } },
      });
      expect([tool, json.result?.contents]).toEqual([
        tool,
        [{ uri, mimeType: 'text/markdown', text: expect.stringContaining(`# ${tool}\n`) }],
      ]);
    }
  },
);

test.each(surfaces)('F23.1 with %s every 📚 link is among the resources', async (query) => {
  const path = `/mcp?${query}`;
  const { json } = await edge.mcp({ path, message: { ...ping, method: 'resources/list' } });
  const uris = json.result.resources.map(({ uri }: { uri: string }) => uri);
  expect(uris).toEqual(expect.arrayContaining((await linksAt(path)).map(([, uri]) => uri)));
});

test('F23.1 a link in what tools-describe answers leads to the page of the action', async () => {
  const path = '/mcp?exposure=catalog';
  const answered = async (message: unknown) => (await edge.mcp({ path, message })).json.result;
  const found = await answered(toolCall('tools-search', { query: 'content', limit: 30 }));
  const names: readonly string[] = found.structuredContent.data.actions.map(
    ({ name }: { name: string }) => name,
  );
  expect(names.length).toBeGreaterThan(10);
  for (const name of names) {
    const described = await answered(toolCall('tools-describe', { names: [name] }));
    const [{ description }] = described.structuredContent.data.actions;
    const uri = /📚 (\S+)/.exec(description)?.[1];
    const page = await answered({ ...ping, method: 'resources/read', params: { uri } });
    expect([name, page?.contents]).toEqual([
      name,
      [{ uri, mimeType: 'text/markdown', text: expect.stringContaining(`# ${name}\n`) }],
    ]);
  }
});

test('F23.1 and in the 2026 era, too', async () => {
  for (const [tool, uri] of await linksAt('/mcp')) {
    const { json } = await edge.mcp(modern('resources/read', { uri }));
    expect(json.result.contents[0].text).toContain(`# ${tool}\n`);
  }
});

test('F23.1 the page of a tool that the URL hides is not there', async () => {
  const uri = 'modyo://mcp-content/tools/content-spaces-list';
  const message = { ...ping, method: 'resources/read', params: { uri } };
  const { json } = await edge.mcp({ path: '/mcp?exclude=content-spaces-list', message });
  expect(json.error).toBeDefined();
  expect((await edge.mcp({ message })).json.result.contents).toHaveLength(1);
});
