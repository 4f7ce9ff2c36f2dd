import { describe, expect, test, vi } from 'vitest';
import { createDeparture } from '../../../src/infrastructure/departure.ts';
import type { AdmittedPost } from '../../../src/mcp/admission.ts';
import type { CallContext, Catalogue, JsonObject } from '../../../src/mcp/catalogue.ts';
import { createExchange, type Exchange } from '../../../src/mcp/exchange.ts';
import { modern, ping, toolCall } from '../../support/edge.ts';
import { createEdgeCatalogue, type EdgeTool, textResult } from '../../support/edge-catalogue.ts';
import { createTestCaller } from './caller.ts';

/** The signal of a client that stays. */
const staying = createDeparture;

function admitted(
  exchange: Exchange,
  body: unknown,
  headers: Readonly<Record<string, string>> = {},
): AdmittedPost {
  const admission = exchange.admit({ body, headers });
  if (admission.kind === 'refused') throw new Error(admission.body);
  return admission;
}

async function answerOf(
  catalogue: Catalogue,
  body: unknown,
  { requestTimeoutMs = 5_000, departure = staying() } = {},
) {
  const exchange = createExchange({ catalogue, requestTimeoutMs });
  const { caller, logs } = createTestCaller();
  const answer = await exchange.serve(admitted(exchange, body), { caller, departure });
  if (answer.kind !== 'json') throw new Error(answer.kind);
  return { json: JSON.parse(answer.parts.join('')), logs };
}

function withTool(call: EdgeTool['call'], further: Partial<Catalogue> = {}): Catalogue {
  return { ...createEdgeCatalogue({ probe: { call } }), ...further };
}

const never = () => new Promise<JsonObject>(() => undefined);

describe('a fault of ours', () => {
  const failure = () => Promise.reject(new Error('CANARY at /srv/path of tenant pampa'));

  test('inside a tool is a result with a fixed text, and the log has the rest under the same id', async () => {
    const { json, logs } = await answerOf(withTool(failure), toolCall('probe'));
    expect(JSON.stringify(json)).not.toContain('CANARY');
    expect(JSON.parse(json.result.content[0].text).error).toMatchObject({
      code: 'INTERNAL',
      request_id: 'request-1',
    });
    expect(logs.text()).toContain('CANARY');
  });

  test.each([
    ['thrown by a resource', { method: 'resources/read', params: { uri: 'test://x' } }],
    ['thrown by a prompt', { method: 'prompts/get', params: { name: 'x' } }],
    [
      'thrown by a completion',
      {
        method: 'completion/complete',
        params: { ref: { type: 'ref/prompt', name: 'x' }, argument: { name: 'a', value: '' } },
      },
    ],
  ])('%s is -32603 with a fixed text and the request id', async (_name, call) => {
    const catalogue = withTool(failure, {
      resources: { list: () => [], templates: () => [], read: failure },
      prompts: { list: () => [], get: failure },
      completion: { requiredScopes: [], complete: failure },
    });
    const { json, logs } = await answerOf(catalogue, { ...ping, ...call });
    expect(json.error).toEqual({
      code: -32603,
      message: 'Internal error. Quote the request id when you report it.',
      data: { request_id: 'request-1' },
    });
    expect(logs.text()).toContain('CANARY');
  });

  test('in the shape of a result is not passed on, nor what the protocol layer says of it', async () => {
    const { json, logs } = await answerOf(
      withTool(() => ({ content: [{ type: 'CANARY' }] })),
      toolCall('probe'),
    );
    expect(json.error).toMatchObject({ code: -32603, data: { request_id: 'request-1' } });
    expect(JSON.stringify(json)).not.toMatch(/CANARY|content|Invalid/);
    expect(logs.lines()).toHaveLength(1);
  });

  test('in the instructions is answered as well', async () => {
    const catalogue = withTool(never, {
      instructions: () => {
        throw new Error('CANARY');
      },
    });
    const params = {
      protocolVersion: '2025-06-18',
      capabilities: {},
      clientInfo: { name: 'a', version: '1' },
    };
    const { json } = await answerOf(catalogue, { ...ping, method: 'initialize', params });
    expect(json).toMatchObject({ id: 1, error: { code: -32603 } });
    expect(JSON.stringify(json)).not.toContain('CANARY');
  });
});

describe('the end of a call', () => {
  test.each([
    ['heeds the departure of its client', () => {}],
    ['does not', (context: CallContext) => context.ignoreDeparture()],
  ])(
    'by its deadline aborts the signal of one that %s, and the tool has the last word',
    async (_which, begin) => {
      let seen: AbortSignal | undefined;
      const patient: EdgeTool['call'] = (_args, context) => {
        begin(context);
        seen = context.signal;
        return new Promise((resolve) => {
          context.signal.addEventListener('abort', () => resolve(textResult('too late')));
        });
      };
      const { json } = await answerOf(withTool(patient), toolCall('probe'), { requestTimeoutMs: 20 });
      expect(json.result.content[0].text).toBe('too late');
      expect(seen).toMatchObject({ aborted: true, reason: { name: 'TimeoutError' } });
    },
  );

  test('is not put off by a tool that does not listen', async () => {
    const { json } = await answerOf(withTool(never), toolCall('probe'), { requestTimeoutMs: 20 });
    const { error } = JSON.parse(json.result.content[0].text);
    expect(error).toMatchObject({
      code: 'UPSTREAM_ERROR',
      details: { state_unknown: true },
      request_id: 'request-1',
    });
  });

  test('is not put off by a resource that does not listen', async () => {
    const catalogue = withTool(never, { resources: { list: () => [], templates: () => [], read: never } });
    const body = { ...ping, method: 'resources/read', params: { uri: 'test://x' } };
    const { json } = await answerOf(catalogue, body, { requestTimeoutMs: 20 });
    expect(json.error).toMatchObject({ code: -32603, message: 'The request did not end in time.' });
  });

  test.each([
    ['aborts the signal', 'asked for before', [] as const, true],
    ['leaves the signal of a write that has begun alone', 'asked for before', ['ignore'] as const, false],
    ['leaves the signal of a write that has begun alone', 'asked for after', ['ignore'] as const, false],
  ])('by the departure of the client %s, %s', async (_what, when, steps, isAborted) => {
    const client = createDeparture();
    let seen: AbortSignal | undefined;
    const call: EdgeTool['call'] = (_args, context) => {
      if (when === 'asked for before') seen = context.signal;
      for (const _step of steps) context.ignoreDeparture();
      client.leave();
      seen ??= context.signal;
      return textResult('nobody reads this');
    };
    await answerOf(withTool(call), toolCall('probe'), { departure: client });
    expect(seen?.aborted).toBe(isAborted);
  });

  test('leaves the signals of a finished call untouched', async () => {
    const client = createDeparture();
    let seen: AbortSignal | undefined;
    const call: EdgeTool['call'] = (_args, context) => {
      seen = context.signal;
      return textResult('done');
    };
    await answerOf(withTool(call), toolCall('probe'), { departure: client });
    client.leave();
    expect(seen?.aborted).toBe(false);
  });
});

describe('the scopes that a POST needs', () => {
  const catalogue = createEdgeCatalogue();
  const exchange = createExchange({ catalogue, requestTimeoutMs: 1_000 });
  const { caller } = createTestCaller();

  test.each([
    ['those of its tool', toolCall('write'), ['modyo:write']],
    ['none for another method', { ...ping, params: { name: 'write' } }, []],
    ['none for a tool that this caller does not have', toolCall('hidden'), []],
    [
      'all of a batch, from the smallest',
      [toolCall('administer'), toolCall('write', {}, 2)],
      ['modyo:write', 'modyo:admin'],
    ],
  ])('are %s', (_name, body, needed) => {
    expect(exchange.requiredScopes(admitted(exchange, body), caller)).toEqual(needed);
  });
});

test('two callers who are served at once are never given the answer of the other', async () => {
  const catalogue = withTool(async (_args, { caller }) => {
    await new Promise((resolve) => setTimeout(resolve, Math.random() * 5));
    return textResult(caller.requestId);
  });
  const exchange = createExchange({ catalogue, requestTimeoutMs: 5_000 });
  const { caller } = createTestCaller();
  const requests = Array.from({ length: 200 }, (_, index) => `caller-${index}`);
  const answers = await Promise.all(
    requests.map(async (requestId, index) => {
      const { message, headers } = modern('tools/call', { name: 'probe', arguments: {} });
      const body = index % 2 === 0 ? toolCall('probe') : message;
      const admission = admitted(exchange, body, index % 2 === 0 ? {} : headers);
      const answer = await exchange.serve(admission, {
        caller: { ...caller, requestId },
        departure: staying(),
      });
      return answer.kind === 'json' ? JSON.parse(answer.parts.join('')).result.content[0].text : answer.kind;
    }),
  );
  expect(answers).toEqual(requests);
});

test('a stream that has nothing to say says so every 15 seconds, so that no proxy takes it for dead', async () => {
  vi.useFakeTimers();
  try {
    const catalogue = withTool((_args, { progress }) => {
      progress({ progress: 1 });
      return never();
    });
    const exchange = createExchange({ catalogue, requestTimeoutMs: 60_000 });
    const call = toolCall('probe');
    const admission = admitted(
      exchange,
      { ...call, params: { ...call.params, _meta: { progressToken: 'p' } } },
      { accept: 'application/json, text/event-stream' },
    );
    const answer = await exchange.serve(admission, {
      caller: createTestCaller().caller,
      departure: staying(),
    });
    if (answer.kind !== 'stream') throw new Error(answer.kind);
    const reader = answer.stream.getReader();
    const read = async () => new TextDecoder().decode((await reader.read()).value);
    expect(await read()).toContain('notifications/progress');
    const silence = read();
    await vi.advanceTimersByTimeAsync(15_000);
    expect(await silence).toMatch(/^:.*\n\n$/);
  } finally {
    vi.useRealTimers();
  }
});
