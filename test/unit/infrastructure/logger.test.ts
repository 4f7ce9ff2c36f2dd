import { describe, expect, test } from 'vitest';
import { AppError } from '../../../src/errors/app-error.ts';
import { createLogCapture } from '../../support/log-capture.ts';

const canary = 'CANARY-8c1f';
const jwt = `eyJhbGciOiJFUzI1NiJ9.eyJzdWIiOiJ${canary}In0.${canary}sig`;
const jwe = `eyJhbGciOiJkaXIiLCJlbmMiOiJBMjU2R0NNIn0..${canary}.${canary}.${canary}`;

/** What reaches the operator when these fields are logged. */
function written(fields: Record<string, unknown>, message = 'tried'): string {
  const capture = createLogCapture();
  capture.log.info(fields, message);
  return capture.text();
}

describe('a log line', () => {
  test('is one JSON object with level, time, fields and message', () => {
    const capture = createLogCapture();
    capture.log.child({ requestId: 'r1' }).warn({ attempts: 3, route: 'mcp' }, 'slow');
    expect(capture.lines()).toEqual([
      {
        level: 'warn',
        time: expect.stringMatching(/^\d{4}-.*Z$/),
        requestId: 'r1',
        attempts: 3,
        route: 'mcp',
        msg: 'slow',
      },
    ]);
    expect(capture.text().endsWith('\n')).toBe(true);
  });

  test('below the level is not written', () => {
    const capture = createLogCapture('warn');
    capture.log.info({}, 'quiet');
    capture.log.child({}).debug({}, 'quieter');
    capture.log.error({}, 'loud');
    expect(capture.lines().map((line) => line['msg'])).toEqual(['loud']);
  });

  test('carries the harmless whole', () => {
    const fields = {
      tenant: '0f'.repeat(16),
      durationMs: 1.5,
      ok: true,
      none: null,
      list: [1, 'dos'],
      deep: { at: new Date(0) },
    };
    expect(JSON.parse(written(fields))).toMatchObject({
      ...fields,
      deep: { at: '1970-01-01T00:00:00.000Z' },
    });
  });
});

describe('no secret is written', () => {
  test.each<[string, Record<string, unknown>]>([
    ['a JWT in a text', { note: `got ${jwt} here` }],
    ['a JWE in a text', { note: jwe }],
    ['half a token', { note: jwt.slice(0, 45) }],
    ['a bearer header in a text', { note: `Authorization: bearer ${canary}` }],
    ['basic credentials', { note: `Basic ${canary}` }],
    ['the password of a Redis URL', { note: `redis://user:${canary}@host:6379` }],
    ['a token in a query', { url: `https://h/mcp?access_token=${canary}&x=1` }],
    ['an e-mail address', { note: `member ${canary}@example.com joined` }],
    ['a header by its name', { headers: { Authorization: canary, 'X-Other': 'x' } }],
    ['a secret by its name, deep', { a: { b: { c: [{ apiToken: canary }] } } }],
    ['arguments by their name', { arguments: { name: canary } }],
    ['a body by its name', { body: canary }],
    ['a token in the name of a field', { [jwt]: 1 }],
    ['an object deeper than the limit', { a: { b: { c: { d: { e: { f: { g: { h: canary } } } } } } } }],
    ['bytes', { note: Buffer.from(canary) }],
    ['the query of a URL object', { url: new URL(`https://h/x?q=${canary}`) }],
  ])('%s', (_what, fields) => {
    const text = written(fields);
    expect(text).not.toContain(canary);
    expect(text).not.toContain(Buffer.from(canary).toString('base64'));
    expect(text).toContain('"msg":"tried"');
  });

  test('in the message, stack, code and causes of an error', () => {
    const cause = new Error(`upstream said Bearer ${canary}`);
    const middle = new AppError(`refused ${jwt}`, { code: 'UNAUTHORIZED', cause });
    const text = written({ err: new Error(`failed for ${canary}@example.com`, { cause: middle }) });
    expect(text).not.toContain(canary);
    expect(JSON.parse(text)).toMatchObject({
      err: {
        type: 'Error',
        stack: expect.any(String),
        cause: { code: 'UNAUTHORIZED', cause: { type: 'Error' } },
      },
    });
  });

  test('in the message or in the fields of a child', () => {
    const capture = createLogCapture();
    capture.log.child({ token: canary, note: jwt }).info({}, `seen Bearer ${canary}`);
    expect(capture.text()).not.toContain(canary);
  });
});

describe('a hostile value', () => {
  test('that refers to itself ends', () => {
    const loop: Record<string, unknown> = {};
    loop['self'] = loop;
    expect(written({ loop })).toContain('[deep]');
  });

  test('that is huge is cut', () => {
    const text = written({
      long: 'x'.repeat(1_000_000),
      many: Array.from({ length: 10_000 }, (_, index) => index),
    });
    expect(text.length).toBeLessThan(6000);
  });

  test('cannot begin a line of its own', () => {
    expect(written({ note: 'a\n{"level":"error"}' }).trimEnd().split('\n')).toHaveLength(1);
  });
});
