import { connect } from 'node:net';
import { describe, expect, test } from 'vitest';
import { type Edge, startEdge, toolCall } from '../support/edge.ts';
import type { EdgeTool } from '../support/edge-catalogue.ts';

/** A tool that answers when the test says so. */
function gate(): { readonly tool: EdgeTool; readonly waiting: (() => void)[] } {
  const waiting: (() => void)[] = [];
  const tool: EdgeTool = {
    call: (args) =>
      new Promise((resolve) =>
        waiting.push(() => resolve({ content: [{ type: 'text', text: JSON.stringify(args) }] })),
      ),
  };
  return { tool, waiting };
}

/** Whether a new connection is taken. */
function connects(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1', () => {
      socket.destroy();
      resolve(true);
    });
    socket.on('error', () => resolve(false));
  });
}

describe('A1 a client that sends too slowly', () => {
  const timeouts = { headersMs: 200, requestMs: 400, checkMs: 50, silenceMs: 5_000, idleMs: 5_000 };

  function trickle(edge: Edge, head: string): Promise<string> {
    return new Promise((resolve) => {
      const socket = connect(edge.port, '127.0.0.1');
      let answer = '';
      socket.write(head);
      const drip = setInterval(() => socket.write('a'), 50);
      socket.on('data', (bytes) => {
        answer += bytes.toString('latin1');
      });
      socket.on('error', () => undefined);
      socket.on('close', () => {
        clearInterval(drip);
        resolve(answer);
      });
    });
  }

  test('its headers: 408 and closed, while others are answered', async () => {
    const edge = await startEdge({ app: { timeouts } });
    const slow = trickle(edge, 'POST /mcp HTTP/1.1\r\nHost: localhost\r\nX-Slow: ');
    const other = await edge.mcp();
    const answer = await slow;
    await edge.close();
    expect(other.status).toBe(200);
    expect(answer).toMatch(/^HTTP\/1\.1 408 [\s\S]*"request_timeout"/);
  });

  test('its body: closed', async () => {
    const edge = await startEdge({ app: { timeouts } });
    const slow = trickle(
      edge,
      `POST /mcp HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer ${edge.token}\r\n` +
        'Content-Type: application/json\r\nContent-Length: 100000\r\n\r\n',
    );
    const other = await edge.mcp();
    const answer = await slow;
    await edge.close();
    expect(other.status).toBe(200);
    expect(answer).not.toContain('"result"');
  });
});

describe('A12 a replica that leaves', () => {
  test('answers what is in flight, takes nothing new, and closes every connection', async () => {
    const { tool, waiting } = gate();
    const edge = await startEdge({ tools: { wait: tool }, env: { CONCURRENCY: '20' } });
    // Whoever asks for `close` is told `close` at any time.
    const headers = { connection: 'keep-alive' };
    expect((await edge.mcp({ headers })).headers['connection']).toBe('keep-alive');
    const running = Array.from({ length: 20 }, (_, call) =>
      edge.mcp({ message: toolCall('wait', { call }, call), headers }),
    );
    await expect.poll(() => waiting.length).toBe(20);
    const drained = edge.app.drain();
    await expect.poll(() => connects(edge.port)).toBe(false);
    for (const answer of waiting) answer();
    const answers = await Promise.all(running);
    await drained;
    expect(answers.map(({ status, json }) => [status, json.id])).toEqual(
      answers.map((_answer, call) => [200, call]),
    );
    for (const answer of answers) expect(answer.headers['connection']).toBe('close');
    expect(await connects(edge.metricsPort)).toBe(false);
  });

  test.each([
    ['POST /mcp', /^HTTP\/1\.1 503 [\s\S]*retry-after: 1[\s\S]*"shutting_down"/],
    ['GET /readyz', /^HTTP\/1\.1 503 [\s\S]*"draining"/],
  ])('answers a request that still arrives on an open connection with 503: %s', async (target, expected) => {
    const { tool, waiting } = gate();
    const edge = await startEdge({ tools: { wait: tool } });
    const running = edge.mcp({ message: toolCall('wait') });
    await expect.poll(() => waiting.length).toBe(1);
    const connection = await openConnection(edge.port);
    connection.write(`${target} HTTP/1.1\r\nHost: localhost\r\n`);
    // The server has read the line above when it has answered a request that was sent after it.
    await edge.call({ path: '/livez' });
    const drained = edge.app.drain();
    await expect.poll(() => connects(edge.port)).toBe(false);
    connection.write('\r\n');
    const answer = await connection.closed;
    for (const finish of waiting) finish();
    expect((await running).status).toBe(200);
    await drained;
    expect(answer).toMatch(expected);
    expect(answer).toMatch(/^connection: close/im);
  });

  test('ends what does not finish in time, and tells its tool', async () => {
    const signals: AbortSignal[] = [];
    const stubborn: EdgeTool = {
      call: (_args, { signal }) => {
        signals.push(signal);
        return new Promise((resolve) => signal.addEventListener('abort', () => resolve({ content: [] })));
      },
    };
    const edge = await startEdge({ tools: { stubborn }, env: { DRAIN_TIMEOUT_MS: '50' } });
    const running = edge.mcp({ message: toolCall('stubborn') }).catch(() => undefined);
    await expect.poll(() => signals.length).toBe(1);
    await edge.app.drain();
    await running;
    expect(signals[0]?.aborted).toBe(true);
    expect(edge.logs.text()).toContain('drain ended before every call did');
  });
});

interface OpenConnection {
  write(bytes: string): void;
  /** Everything that came back, once the other side has closed. */
  readonly closed: Promise<string>;
}

function openConnection(port: number): Promise<OpenConnection> {
  return new Promise((resolve) => {
    const chunks: Buffer[] = [];
    const socket = connect(port, '127.0.0.1', () =>
      resolve({
        write: (bytes) => void socket.write(bytes),
        closed: new Promise((done) => {
          socket.on('close', () => done(Buffer.concat(chunks).toString('latin1')));
        }),
      }),
    );
    socket.on('data', (bytes) => chunks.push(bytes));
    socket.on('error', () => undefined);
  });
}
