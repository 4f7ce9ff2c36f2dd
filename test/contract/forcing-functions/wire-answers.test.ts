import { Ajv2020 } from 'ajv/dist/2020.js';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createProductCatalogue } from '../../../src/mcp/product-catalogue.ts';
import { type ContentService, startContentService } from '../../support/content-service.ts';
import { type Edge, startEdge, toolCall } from '../../support/edge.ts';
import { everyTool } from '../../support/every-tool.ts';
import { type ClientAnswer, connectors, type WireClient } from '../../support/mcp-clients.ts';
import { noteTools } from '../../support/note-tools.ts';
import { actionsOf, sampleArguments } from '../../support/sample-arguments.ts';
import { createToolHost } from '../../support/tool-host.ts';

const isOurs = (name: string) => noteTools.some((tool) => tool.name === name);
const productTools = everyTool.filter((tool) => !isOurs(tool.name));
const ajv = new Ajv2020({ strict: false, validateFormats: false });
const validators = new Map(everyTool.map((tool) => [tool.name, ajv.compile(tool.outputSchema)]));
const generous = { RATE_PER_MINUTE: '1000000' };

let service: ContentService;
let notes: Edge;

beforeAll(async () => {
  service = await startContentService({ env: generous });
  const { registry } = createToolHost();
  notes = await startEdge({
    env: generous,
    app: { catalogue: createProductCatalogue({ registry, version: '0.0.0' }) },
  });
});
afterAll(async () => {
  await notes.close();
  await service.close();
});

const notesUrl = () => `http://127.0.0.1:${notes.port}/mcp`;

/** What every answer keeps, whatever it says. */
function expectContract(name: string, answer: ClientAnswer): void {
  expect(answer.content).toHaveLength(1);
  const body = JSON.parse(answer.content[0]?.text ?? '') as { error?: { code: string; message: string } };
  if (answer.isError) {
    expect(answer.structuredContent).toBeUndefined();
    expect(Object.keys(body)).toEqual(['error']);
    expect(body.error).toMatchObject({
      code: expect.any(String),
      message: expect.any(String),
      request_id: expect.any(String),
    });
    expect(body.error?.code).not.toBe('INTERNAL');
    return;
  }
  expect(answer.structuredContent).toEqual(body);
  const validate = validators.get(name);
  expect([name, validate?.(body), validate?.errors]).toEqual([name, true, null]);
}

describe.each(connectors)('F9.2 %s takes every answer', (_name, connect) => {
  let product: WireClient;
  let small: WireClient;
  beforeAll(async () => {
    product = await connect({ url: service.url, token: await service.mint() });
    small = await connect({ url: notesUrl(), token: notes.token });
    // From here on the clients hold each answer against the schema that they were given.
    await product.listTools();
    await small.listTools();
  });
  afterAll(async () => {
    await product.close();
    await small.close();
  });

  const every = productTools.flatMap((tool) =>
    actionsOf(tool).map((action) => [tool.name, action ?? 'only', tool, action] as const),
  );

  test.each(every)('of %s %s', async (name, _action, tool, action) => {
    expectContract(name, await product.call(name, sampleArguments(tool, action)));
  });

  test.each([
    ['content-spaces-get', { identifier: 31 }],
    ['content-spaces-manage', { identifier: 'banca-personas' }],
    ['content-types-get', { space: 31, identifier: 'noticia' }],
    ['content-entries-list', { space: 31, query: 'no such words' }],
    ['content-entries-list', { space: 31, per_page: 100 }],
  ])('with success of %s %j', async (name, args) => {
    const answer = await product.call(name, args);
    expect(answer.isError ?? false).toBe(false);
    expectContract(name, answer);
  });

  test.each([
    ['content-notes-manage', { title: 'New', verify: true }],
    ['content-notes-manage', { action: 'publish', identifier: 1 }],
    ['content-notes-manage', { action: 'delete', identifier: 1 }],
    ['content-notes-list', { query: 'nothing' }],
    ['content-misdeeds-do', { misdeed: 'many_items' }],
    ['content-shapes-echo', { text: 'abc', fields: { a: null } }],
  ])('with success, control or a cut of %s %j', async (name, args) => {
    const answer = await small.call(name, args);
    expect(answer.isError ?? false).toBe(false);
    expectContract(name, answer);
  });

  test('F6.6 an error arrives with its reason', async () => {
    const answer = await product.call('content-spaces-get', { identifier: 'there is no such space' });
    expectContract('content-spaces-get', answer);
    expect(JSON.parse(answer.content[0]?.text ?? '')).toMatchObject({ error: { code: 'NOT_FOUND' } });
    const invalid = await product.call('content-spaces-list', { per_page: 0 });
    expect(JSON.parse(invalid.content[0]?.text ?? '')).toMatchObject({
      error: { code: 'INVALID_PARAMS', fields: [{ path: 'per_page' }] },
    });
  });

  test('F6.7 an unknown tool is an error of the protocol', async () => {
    await expect(product.call('content-nothing-list', {})).rejects.toMatchObject({ code: -32602 });
  });

  test.each([
    ['bad_resource', 'INTERNAL'],
    ['own_shape', 'INTERNAL'],
    ['forgotten_key', 'INTERNAL'],
    ['foreign_shape', 'UPSTREAM_ERROR'],
  ])('F9.3 %s is answered as %s, and nothing is thrown', async (misdeed, code) => {
    const answer = await small.call('content-misdeeds-do', { misdeed });
    expect(answer).toMatchObject({ isError: true });
    expect(answer.structuredContent).toBeUndefined();
    expect(JSON.parse(answer.content[0]?.text ?? '')).toMatchObject({ error: { code } });
  });

  test('F9.11 an answer that broke the contract is an error of the tool, not of the client', async () => {
    const { registry, caller } = createToolHost();
    const catalogue = createProductCatalogue({ registry, version: '0.0.0' });
    const edge = await startEdge({
      env: generous,
      app: {
        catalogue: {
          ...catalogue,
          tools: { ...catalogue.tools, call: async () => ({ content: [{ type: 'text', text: 'done' }] }) },
        },
      },
    });
    const client = await connect({ url: `http://127.0.0.1:${edge.port}/mcp`, token: edge.token });
    await client.listTools();
    const answer = await client.call('content-notes-list', {});
    expect(answer.isError).toBe(true);
    expect(JSON.parse(answer.content[0]?.text ?? '')).toMatchObject({ error: { code: 'INTERNAL' } });
    expect(registry.has('content-notes-list', caller())).toBe(true);
    await client.close();
    await edge.close();
  });
});

describe('F6.7 on the wire', () => {
  test('a hidden tool and one that never existed answer alike', async () => {
    const answers = await Promise.all(
      ['content-nothing-list', 'content-spaces-list'].map(async (name) => {
        const answer = await hidden.mcp({ message: toolCall(name) });
        return answer.text.replaceAll(name, 'NAME');
      }),
    );
    expect(answers[0]).toBe(answers[1]);
    expect(JSON.parse(answers[0] ?? '')).toMatchObject({ error: { code: -32602 } });
  });

  let hidden: Edge;
  beforeAll(async () => {
    const { registry } = createToolHost();
    hidden = await startEdge({
      env: { ...generous, MODULES: 'core' },
      app: { catalogue: createProductCatalogue({ registry, version: '0.0.0' }) },
    });
  });
  afterAll(() => hidden.close());
});
