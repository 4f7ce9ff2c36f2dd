import { describe, expect, test } from 'vitest';
import { parseRedisAddresses, type RedisMode } from '../../../src/infrastructure/redis-address.ts';

describe('the address of Redis', () => {
  test('is read from a URL, escapes resolved', () => {
    expect(parseRedisAddresses('rediss://us%40er:p%3Aw@cache.internal:6380/3', 'single')).toEqual([
      { host: 'cache.internal', port: 6380, username: 'us@er', password: 'p:w', database: 3, tls: true },
    ]);
  });

  test.each<[string, RedisMode, number]>([
    ['redis://h', 'single', 6379],
    ['redis://h', 'cluster', 6379],
    ['redis://h', 'sentinel', 26_379],
    ['redis://h:7000', 'sentinel', 7000],
  ])('%s in %s mode has port %i', (url, mode, port) => {
    expect(parseRedisAddresses(url, mode)[0].port).toBe(port);
  });

  test('names several nodes, separated by commas', () => {
    const addresses = parseRedisAddresses('redis://a:1, redis://[::1]:2', 'cluster');
    expect(addresses.map(({ host, port }) => [host, port])).toEqual([
      ['a', 1],
      ['::1', 2],
    ]);
  });

  test.each<[string, RedisMode, RegExp]>([
    ['', 'single', /is not a redis/],
    ['http://h', 'single', /is not a redis/],
    ['h:6379', 'single', /is not a redis/],
    ['redis://a,redis://b', 'single', /several nodes/],
    ['redis://a,rediss://b', 'cluster', /mixes/],
    ['redis://a/2', 'cluster', /cluster has only 0/],
    ['redis://a/x', 'single', /number of a database/],
    [Array.from({ length: 40 }, () => 'redis://a').join(), 'cluster', /more than 32/],
  ])('%j in %s mode is refused', (url, mode, reason) => {
    expect(() => parseRedisAddresses(url, mode)).toThrow(reason);
  });

  test('is not repeated in the refusal, for it may hold a password', () => {
    expect(() => parseRedisAddresses('redis://u:hunter2@h/x', 'single')).toThrow(
      expect.objectContaining({ message: expect.not.stringContaining('hunter2') }),
    );
  });
});
