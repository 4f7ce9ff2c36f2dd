import type { TestProject } from 'vitest/node';
import { startRedisServer } from './redis-server.ts';

declare module 'vitest' {
  export interface ProvidedContext {
    /** A real Redis: `REDIS_URL` if it is set, else one that this set-up started. */
    redisUrl: string;
  }
}

/** Gives every test a real Redis under `inject('redisUrl')`. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const given = process.env['REDIS_URL'];
  if (given !== undefined && given !== '') {
    project.provide('redisUrl', given);
    return async () => {};
  }
  const server = await startRedisServer();
  project.provide('redisUrl', server.url);
  return () => server.stop();
}
