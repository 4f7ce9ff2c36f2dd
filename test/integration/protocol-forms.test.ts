import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { fixtureCatalogue } from '../conformance/fixtures.ts';
import { type Edge, modern, ping, startEdge, toolCall } from '../support/edge.ts';
import { sseMessages } from '../support/sse.ts';

/** The form of an answer: JSON unless something must be streamed, or nothing else is accepted. */

let edge: Edge;
beforeAll(async () => {
  edge = await startEdge({ app: { catalogue: fixtureCatalogue } });
});
afterAll(() => edge.close());

const both = 'application/json, text/event-stream';

function withToken(name: string, progressToken: string | number) {
  const legacy = toolCall(name);
  const later = modern('tools/call', { name, arguments: {} });
  const meta = { ...later.message.params._meta, progressToken };
  return {
    legacy: { message: { ...legacy, params: { ...legacy.params, _meta: { progressToken } } }, headers: {} },
    modern: { ...later, message: { ...later.message, params: { ...later.message.params, _meta: meta } } },
  };
}

const calls = {
  legacy: { message: toolCall('test_simple_text'), headers: {} },
  modern: modern('tools/call', { name: 'test_simple_text' }),
};

describe.each(['legacy', 'modern'] as const)('Accept in the %s era', (era) => {
  test.each([
    ['both', both],
    ['both, the other way round', 'text/event-stream, application/json'],
    ['JSON only', 'application/json'],
    ['anything', '*/*'],
    ['any application', 'application/*;q=0.8'],
    ['JSON in capitals with parameters', 'Application/JSON; charset=utf-8'],
    ['nothing', ''],
    ['HTML and anything', 'text/html, */*;q=0.1'],
  ])('%s is answered with JSON', async (_name, accept) => {
    const { message, headers } = calls[era];
    const answer = await edge.mcp({ message, headers: { ...headers, ...(accept !== '' && { accept }) } });
    expect(answer.status).toBe(200);
    expect(answer.headers['content-type']).toMatch(/^application\/json/);
    expect(answer.json.result.content).toHaveLength(1);
  });

  test.each(['tools/list', 'tools/call'])('a stream only is answered with one event (%s)', async (method) => {
    const { message, headers } =
      era === 'modern'
        ? modern(method, { name: 'test_simple_text' })
        : { message: { ...calls.legacy.message, method }, headers: {} };
    const answer = await edge.mcp({ message, headers: { ...headers, accept: 'text/event-stream' } });
    expect(answer.headers).toMatchObject({
      'content-type': expect.stringMatching(/^text\/event-stream/),
      'cache-control': expect.stringContaining('no-transform'),
      'x-accel-buffering': 'no',
    });
    expect(sseMessages(answer.text)).toMatchObject([{ id: 1, result: expect.anything() }]);
  });

  test.each(['text/html', 'image/*', 'application/xml'])('%s alone is 406', async (accept) => {
    const { message, headers } = calls[era];
    const answer = await edge.mcp({ message, headers: { ...headers, accept } });
    expect(answer.status).toBe(406);
  });
});

describe.each(['legacy', 'modern'] as const)('progress in the %s era', (era) => {
  test.each(['text', 7])('comes before the answer, under the token of the request (%j)', async (token) => {
    const { message, headers } = withToken('test_tool_with_progress', token)[era];
    const answer = await edge.mcp({ message, headers: { ...headers, accept: both } });
    expect(answer.headers['content-type']).toMatch(/^text\/event-stream/);
    const messages = sseMessages(answer.text);
    expect(messages.slice(0, 3)).toEqual(
      [0, 50, 100].map((progress) => ({
        jsonrpc: '2.0',
        method: 'notifications/progress',
        params: { progressToken: token, progress, total: 100 },
      })),
    );
    expect(messages.slice(3)).toMatchObject([
      { id: 1, result: { content: [{ text: 'The work is done.' }] } },
    ]);
  });

  test('of a tool that reports none is a stream with the answer alone', async () => {
    const { message, headers } = withToken('test_simple_text', 'p')[era];
    const answer = await edge.mcp({ message, headers: { ...headers, accept: both } });
    expect(sseMessages(answer.text)).toMatchObject([{ id: 1, result: expect.anything() }]);
  });

  test('is dropped for a client that takes JSON only', async () => {
    const { message, headers } = withToken('test_tool_with_progress', 'p')[era];
    const answer = await edge.mcp({ message, headers: { ...headers, accept: 'application/json' } });
    expect(answer.json.result.content[0].text).toBe('The work is done.');
  });

  test('is not sent to a client that gave no token', async () => {
    const { message, headers } =
      era === 'modern'
        ? modern('tools/call', { name: 'test_tool_with_progress', arguments: {} })
        : { message: toolCall('test_tool_with_progress'), headers: {} };
    const answer = await edge.mcp({ message, headers: { ...headers, accept: both } });
    expect(answer.json.result.content[0].text).toBe('The work is done.');
  });
});

describe('log messages', () => {
  function atLevel(level: string | undefined) {
    const call = modern('tools/call', { name: 'test_logging_tool', arguments: {} });
    const wish = level === undefined ? {} : { 'io.modelcontextprotocol/logLevel': level };
    const params = { ...call.message.params, _meta: { ...call.message.params._meta, ...wish } };
    return { message: { ...call.message, params }, headers: { ...call.headers, accept: both } };
  }

  test.each(['debug', 'info'])('of the asked level reach a modern request (%s)', async (level) => {
    const answer = await edge.mcp(atLevel(level));
    expect(sseMessages(answer.text)).toMatchObject([
      { method: 'notifications/message', params: { level: 'info' } },
      { id: 1 },
    ]);
  });

  test.each(['error', undefined])('below it, or unasked, do not (%s)', async (level) => {
    const answer = await edge.mcp(atLevel(level));
    expect(answer.headers['content-type']).toMatch(/^application\/json/);
  });

  test('reach a request of the 2025 era, whose level cannot be kept', async () => {
    expect(
      (await edge.mcp({ message: { ...ping, method: 'logging/setLevel', params: { level: 'error' } } })).json,
    ).toEqual({ jsonrpc: '2.0', id: 1, result: {} });
    const answer = await edge.mcp({ message: toolCall('test_tool_with_logging'), headers: { accept: both } });
    expect(sseMessages(answer.text)).toHaveLength(4);
  });
});

test('a refusal that has a status of its own is not hidden in a stream', async () => {
  const { message, headers } = withToken('test_missing_capability', 'p').modern;
  for (const accept of [both, 'text/event-stream']) {
    const answer = await edge.mcp({ message, headers: { ...headers, accept } });
    expect([answer.status, answer.json.error.code]).toEqual([400, -32021]);
  }
});

test('a listing is the same bytes whatever its form, and nothing in it is lost', async () => {
  const asJson = await edge.mcp(modern('tools/list'));
  const { message, headers } = modern('tools/list');
  const asStream = await edge.mcp({ message, headers: { ...headers, accept: 'text/event-stream' } });
  expect(sseMessages(asStream.text)).toEqual([asJson.json]);
  expect(asJson.json.result.tools).toEqual(
    fixtureCatalogue.tools.preview({} as Parameters<typeof fixtureCatalogue.tools.preview>[0]).tools,
  );
  expect(Number(asJson.headers['content-length'])).toBe(Buffer.byteLength(asJson.text));
});

describe('a client that leaves', () => {
  test.each([
    ['in the middle of a stream', both, true],
    ['while it waits for JSON', 'application/json', false],
  ])('%s ends the call', async (_name, accept, streams) => {
    let ended: ((reason: string) => void) | undefined;
    const reason = new Promise<string>((resolve) => {
      ended = resolve;
    });
    const client = new AbortController();
    const own = await startEdge({
      tools: {
        wait: {
          call: (_args, { signal, progress }) =>
            new Promise((resolve) => {
              signal.addEventListener('abort', () => {
                ended?.(signal.reason?.name === 'TimeoutError' ? 'by the deadline' : 'by the departure');
                resolve({ content: [] });
              });
              progress({ progress: 1 });
              if (!streams) client.abort();
            }),
        },
      },
    });
    const { message, headers } = modern('tools/call', { name: 'wait', arguments: {} });
    const _meta = { ...message.params._meta, progressToken: 1 };
    const answer = fetch(`http://127.0.0.1:${own.port}/mcp`, {
      method: 'POST',
      signal: client.signal,
      body: JSON.stringify({ ...message, params: { ...message.params, _meta } }),
      headers: {
        ...headers,
        accept,
        authorization: `Bearer ${own.token}`,
        'content-type': 'application/json',
      },
    });
    if (streams) {
      await (await answer).body?.getReader().read();
      client.abort();
    } else {
      await expect(answer).rejects.toThrow(/abort/i);
    }
    expect(await reason).toBe('by the departure');
    await own.close();
  });
});
