import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { type ContentService, startContentService } from '../support/content-service.ts';
import { createEntrySpace, type EntryMoves } from '../support/entry-moves.ts';

let service: ContentService;
let { draft, move, writes } = {} as EntryMoves;
beforeAll(async () => {
  service = await startContentService({ env: { RATE_PER_MINUTE: '100000' } });
  ({ draft, move, writes } = await createEntrySpace(service, 'Agenda'));
});
afterEach(() => service.sandbox.faults.clear());
afterAll(() => service.close());

const time_zone = 'America/Santiago';

describe('a schedule', () => {
  test('in the local time of a zone is told as an instant and as that local time', async () => {
    const id = await draft('Local');
    const times = { publish_at: '2034-07-01T09:00', unpublish_at: '2034-12-24T09:00', time_zone };
    const { data, state } = await move('publish', id, times);
    expect(state.status).toBe('done');
    expect(data.schedule).toEqual({
      publish_at: expect.stringMatching(/^2034-07-01T/),
      publish_at_utc: '2034-07-01T13:00:00Z',
      publish_at_local: '2034-07-01T09:00:00-04:00',
      unpublish_at: expect.stringMatching(/^2034-12-24T/),
      unpublish_at_utc: '2034-12-24T12:00:00Z',
      unpublish_at_local: '2034-12-24T09:00:00-03:00',
      time_zone,
    });
    const sent = service.sandbox.requests.list().findLast(({ method }) => method === 'POST');
    expect(sent?.path).toMatch(/publish$/);
  });

  test('with an offset is told in the zone that the call names', async () => {
    const { data } = await move('publish', await draft('Offset'), {
      publish_at: '2034-07-01T09:00:00+02:00',
      time_zone,
    });
    expect(data.schedule).toMatchObject({
      publish_at_utc: '2034-07-01T07:00:00Z',
      publish_at_local: '2034-07-01T03:00:00-04:00',
      time_zone,
    });
  });

  test('is told by what is stored, not by what was sent', async () => {
    service.sandbox.faults.inject({
      match: { method: 'POST', path: 'publish' },
      effect: {
        kind: 'alter-body',
        change: (body) => ({ ...body, published_at: '2034-08-01T09:00:00-04:00' }),
      },
    });
    const { data, state } = await move('publish', await draft('Movido'), {
      publish_at: '2034-07-01T09:00',
      time_zone,
    });
    expect(data.schedule.publish_at_local).toBe('2034-08-01T09:00:00-04:00');
    expect(state.warnings).toMatchObject([{ code: 'SCHEDULE_NOT_STORED', path: 'publish_at' }]);
  });

  test('is shown in a dry run, and nothing is written', async () => {
    const id = await draft('Ensayo');
    service.upstream();
    const { data } = await move('publish', id, { publish_at: '2034-07-01T09:00', time_zone, dry_run: true });
    expect(data.plan).toMatchObject({
      publish_at_utc: '2034-07-01T13:00:00Z',
      publish_at_local: '2034-07-01T09:00:00-04:00',
      time_zone,
    });
    expect(writes()).toEqual([]);
  });

  test.each([
    ['a local time without a zone', { publish_at: '2034-07-01T09:00' }, 'publish_at', /time_zone/],
    ['an end without one', { unpublish_at: '2034-07-01T09:00:00' }, 'unpublish_at', /time_zone/],
    ['a time that the clocks skip', { publish_at: '2026-09-06T00:30', time_zone }, 'publish_at', /not exist/],
    [
      'a time that the clocks show twice',
      { publish_at: '2034-10-29T02:30', time_zone: 'Europe/Madrid' },
      'publish_at',
      /twice.*\+02:00 or .*\+01:00/,
    ],
    [
      'a zone that does not exist',
      { publish_at: '2034-07-01T09:00', time_zone: 'Mars/Base' },
      'time_zone',
      /zone/,
    ],
    [
      'an end before its beginning',
      { publish_at: '2034-07-01T09:00', unpublish_at: '2034-07-01T09:00:00-03:00', time_zone },
      'unpublish_at',
      /later than publish_at/,
    ],
  ])('with %s is refused before Modyo is asked', async (_what, times, path, message) => {
    service.upstream();
    const { error } = await move('publish', 1, times);
    expect(error).toMatchObject({
      code: 'INVALID_PARAMS',
      fields: [{ path, message: expect.stringMatching(message) }],
    });
    expect(service.upstream()).toEqual([]);
  });
});
