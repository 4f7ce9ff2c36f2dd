import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { fixtureCatalogue } from '../conformance/fixtures.ts';
import { type Edge, modern, startEdge, toolCall } from '../support/edge.ts';
import { createEdgeCatalogue, textResult } from '../support/edge-catalogue.ts';

/** What stands in a result beside its content: cache fields, result types, questions, and the structured promise. */

let edge: Edge;
beforeAll(async () => {
  edge = await startEdge({ app: { catalogue: fixtureCatalogue } });
});
afterAll(() => edge.close());

describe('how long an answer may be kept', () => {
  test.each([
    ['tools/list', {}, 300_000],
    ['prompts/list', {}, 300_000],
    ['resources/templates/list', {}, 300_000],
    ['resources/list', {}, 30_000],
    ['resources/read', { uri: 'test://static-text' }, 30_000],
  ])('%s with %j: %i ms, by this caller alone', async (method, params, ttlMs) => {
    const { result } = (await edge.mcp(modern(method, params))).json;
    expect(result).toMatchObject({ resultType: 'complete', ttlMs, cacheScope: 'private' });
  });

  test('a call says nothing about it', async () => {
    const { result } = (await edge.mcp(modern('tools/call', { name: 'test_simple_text' }))).json;
    expect(result.resultType).toBe('complete');
    expect(result).not.toHaveProperty('ttlMs');
  });

  test('an answer to a retry is not kept', async () => {
    const params = { uri: 'test://static-text', requestState: 'x' };
    expect((await edge.mcp(modern('resources/read', params))).json.result.ttlMs).toBe(0);
  });

  test('the 2025 era has neither the fields nor a result type', async () => {
    const { result } = (await edge.mcp({ message: { ...toolCall('x'), method: 'tools/list' } })).json;
    expect(Object.keys(result)).toEqual(['tools']);
  });
});

describe('a question to the person', () => {
  const capabilities = { 'io.modelcontextprotocol/clientCapabilities': { elicitation: {} } };

  function ask(params: Readonly<Record<string, unknown>>, method = 'tools/call') {
    const { message, headers } = modern(method, params);
    return {
      message: {
        ...message,
        params: { ...message.params, _meta: { ...message.params._meta, ...capabilities } },
      },
      headers,
    };
  }

  test('is a result of its own, and the retry carries the answer', async () => {
    const name = 'test_input_required_result_elicitation';
    const first = (await edge.mcp(ask({ name }))).json.result;
    expect(first).toMatchObject({
      resultType: 'input_required',
      inputRequests: { user_name: expect.anything() },
    });
    expect(first).not.toHaveProperty('ttlMs');
    const inputResponses = { user_name: { action: 'accept', content: { name: 'Ana' } }, other: {} };
    const second = (await edge.mcp(ask({ name, inputResponses }))).json.result;
    expect(second).toMatchObject({ resultType: 'complete', content: [{ text: 'Hello, Ana!' }] });
  });

  test.each([
    ['changed', (state: string) => `${state}0`],
    ['made up', () => 'confirm.00'],
  ])('with a %s state is -32602', async (_name, change) => {
    const name = 'test_input_required_result_tampered_state';
    const { requestState } = (await edge.mcp(ask({ name }))).json.result;
    const answer = await edge.mcp(ask({ name, requestState: change(requestState) }));
    expect([answer.status, answer.json.error.code]).toEqual([200, -32602]);
  });

  test('that the client cannot pass on is 400 -32021 and names the capability as an object', async () => {
    const answer = await edge.mcp(modern('tools/call', { name: 'test_missing_capability' }));
    expect(answer.status).toBe(400);
    expect(answer.json.error.data).toEqual({ requiredCapabilities: { sampling: {} } });
  });

  test('is an error at once in the 2025 era: a result for a tool, -32602 for a prompt', async () => {
    const tool = await edge.mcp({ message: toolCall('test_input_required_result_elicitation') });
    expect(tool.json.result.isError).toBe(true);
    expect(JSON.parse(tool.json.result.content[0].text).error.code).toBe('UNAVAILABLE');
    const params = { name: 'test_input_required_result_prompt' };
    const prompt = await edge.mcp({ message: { ...toolCall('x'), method: 'prompts/get', params } });
    expect(prompt.json.error.code).toBe(-32602);
  });
});

describe('the promise of structured content', () => {
  const structured = { data: { answer: 42 } };
  const outputSchema = { type: 'object', properties: { data: { type: 'object' } }, required: ['data'] };
  let own: Edge;
  let client: Client;

  beforeAll(async () => {
    const catalogue = createEdgeCatalogue({
      whole: { call: () => ({ ...textResult('whole'), structuredContent: structured }) },
      broken: { call: () => textResult('SECRET text of a half answer') },
      failing: { call: () => ({ ...textResult('{"error":{"code":"NOT_FOUND"}}'), isError: true }) },
      silent: { call: () => ({}) },
    });
    const tools = catalogue.tools
      .preview({} as Parameters<typeof catalogue.tools.preview>[0])
      .tools.map((tool) => ({ ...tool, outputSchema }));
    const listing = { tools, bytes: Buffer.from(JSON.stringify(tools)) };
    own = await startEdge({
      app: {
        catalogue: {
          ...catalogue,
          tools: { ...catalogue.tools, list: async () => listing, publishesOutput: () => true },
        },
      },
    });
    client = new Client({ name: 'compatibility', version: '1' });
    const requestInit = { headers: { authorization: `Bearer ${own.token}` } };
    await client.connect(
      new StreamableHTTPClientTransport(new URL(`http://127.0.0.1:${own.port}/mcp`), {
        requestInit,
      }) as Parameters<Client['connect']>[0],
    );
    await client.listTools();
  });
  afterAll(async () => {
    await client.close();
    await own.close();
  });

  test('kept, reaches a client of the 2025 era', async () => {
    expect((await client.callTool({ name: 'whole' })).structuredContent).toEqual(structured);
  });

  test.each(['broken', 'silent'])(
    'broken, becomes an error that such a client can read (%s)',
    async (name) => {
      const result = await client.callTool({ name });
      expect(result.isError).toBe(true);
      const [{ text }] = result.content as [{ text: string }];
      expect(JSON.parse(text).error).toMatchObject({ code: 'INTERNAL', request_id: expect.any(String) });
      expect(text).not.toContain('SECRET');
      const noted = own.logs.lines().filter((line) => String(line['msg']).includes('structured content'));
      expect(noted).toEqual(expect.arrayContaining([expect.objectContaining({ tool: name })]));
    },
  );

  test('does not bind an error', async () => {
    const result = await client.callTool({ name: 'failing' });
    expect(result).toMatchObject({ isError: true, content: [{ text: '{"error":{"code":"NOT_FOUND"}}' }] });
  });

  test('an unknown tool is a JSON-RPC error and no result', async () => {
    await expect(client.callTool({ name: 'no-such-tool' })).rejects.toMatchObject({ code: -32602 });
  });
});
