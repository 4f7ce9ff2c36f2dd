import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { FaultEffect } from '../../../src/sandbox/faults.ts';
import { type ContentService, startContentService } from '../../support/content-service.ts';

let service: ContentService;
// Each row has its own: after some answers the service leaves the upstream alone for a while.
beforeEach(async () => {
  service = await startContentService({ env: { UPSTREAM_TIMEOUT_MS: '2000' } });
});
afterEach(() => service.close());

const read = { tool: 'content-spaces-get', args: { identifier: 31 } };
const write = { tool: 'content-spaces-manage', args: { identifier: 31, description: 'Text' } };
const answer = (status: number, body?: unknown, headers?: Record<string, string>): FaultEffect => ({
  kind: 'answer',
  status,
  body: body as never,
  ...(headers && { headers }),
});
const nameFault = { errors: [{ field: 'name', messages: ['is taken'], details: [{ error: 'taken' }] }] };

/** One row for each row of the mapping. */
const rows: readonly (readonly [string, typeof read | typeof write, FaultEffect, object])[] = [
  ['401 with an empty body', read, answer(401), { code: 'FORBIDDEN' }],
  ['401 with an empty object', read, answer(401, {}), { code: 'UNAUTHORIZED' }],
  ['404', read, answer(404, {}), { code: 'NOT_FOUND' }],
  ['429', read, answer(429, {}, { 'retry-after': '7' }), { code: 'RATE_LIMITED', retry_after_ms: 7_000 }],
  ['HTML', read, { kind: 'html' }, { code: 'UPSTREAM_ERROR', details: { reason: 'not_json' } }],
  ['500', read, answer(500, {}), { code: 'UPSTREAM_ERROR' }],
  ['a reset', read, { kind: 'reset' }, { code: 'UPSTREAM_ERROR' }],
  ['no answer in time', read, { kind: 'hang' }, { code: 'UPSTREAM_ERROR' }],
  ['another 409', write, answer(409, { errors: ['Someone else edits it'] }), { code: 'CONFLICT' }],
  ['500 on a write', write, answer(500, {}), { code: 'UPSTREAM_ERROR', details: { state_unknown: true } }],
  [
    'a reset on a write',
    write,
    { kind: 'reset' },
    { code: 'UPSTREAM_ERROR', details: { state_unknown: true } },
  ],
  [
    'no answer to a write in time',
    write,
    { kind: 'hang' },
    { code: 'UPSTREAM_ERROR', details: { state_unknown: true } },
  ],
];

describe('F6.5 what Modyo answers becomes a code', () => {
  test.each(rows)('%s', async (_name, { tool, args }, effect, expected) => {
    service.sandbox.faults.inject({ match: { method: tool === write.tool ? 'PUT' : 'GET' }, effect });
    const { isError, error, structured } = await service.call(tool, args);
    expect(isError).toBe(true);
    expect(structured).toBeUndefined();
    expect(error).toMatchObject({ ...expected, request_id: expect.any(String) });
  });

  test.each([409, 422])('%i with field errors names our parameters', async (status) => {
    service.sandbox.faults.inject({ match: { method: 'PUT' }, effect: answer(status, nameFault) });
    const { error } = await service.call(write.tool, { ...write.args, name: 'Taken' });
    expect(error).toMatchObject({ code: 'INVALID_PARAMS', fields: [{ path: 'name' }] });
  });

  test('the next call works', async () => {
    service.sandbox.faults.inject({ times: 1, effect: { kind: 'html' } });
    expect((await service.call(read.tool, read.args)).isError).toBe(true);
    expect((await service.call(read.tool, read.args)).isError).toBe(false);
  });
});
