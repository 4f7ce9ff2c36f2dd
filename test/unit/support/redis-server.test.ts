import { createConnection } from 'node:net';
import { expect, inject, test } from 'vitest';
import { startRedisServer } from '../../support/redis-server.ts';

async function ping(port: number): Promise<string> {
  return await new Promise((resolve, reject) => {
    const socket = createConnection(port, '127.0.0.1', () => socket.write('PING\r\n'));
    socket.once('data', (chunk) => {
      resolve(chunk.toString('utf8').trim());
      socket.destroy();
    });
    socket.once('error', reject);
  });
}

test('every test has a real Redis', async () => {
  expect(await ping(Number(new URL(inject('redisUrl')).port || 6379))).toBe('+PONG');
});

test('a Redis of a test of its own answers until it is stopped', async () => {
  const server = await startRedisServer();
  expect(await ping(server.port)).toBe('+PONG');
  await server.stop();
  await expect(ping(server.port)).rejects.toThrow(/ECONNREFUSED/);
});
