import { Agent, request } from 'undici';
import type { ServerProcess } from './server-process.ts';

export interface SoakOptions {
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  readonly isSmoke: boolean;
}

export interface Growth {
  readonly callsBefore: number;
  readonly callsAfter: number;
  readonly heapBytes: number;
  /** Sockets, timers and the like that were not there before. */
  readonly newResources: readonly string[];
}

const callersCount = 32;

/** What a server keeps of the calls that it has answered, between two points of a long run. */
export async function soak(server: ServerProcess, { headers, body, isSmoke }: SoakOptions): Promise<Growth> {
  const callsBefore = isSmoke ? 2_000 : 10_000;
  const callsAfter = isSmoke ? 12_000 : 60_000;
  const agent = new Agent({ connections: callersCount, keepAliveTimeout: 60_000 });
  const call = async () => {
    const answer = await request(server.url, { method: 'POST', headers, body, dispatcher: agent });
    await answer.body.dump();
    if (answer.statusCode !== 200) throw new Error(`A call was answered with ${answer.statusCode}.`);
  };
  try {
    await callMany(callsBefore, call);
    const before = await server.memory();
    await callMany(callsAfter - callsBefore, call);
    const after = await server.memory();
    const known = [...before.resources];
    const newResources = after.resources.filter((name) => {
      const index = known.indexOf(name);
      if (index >= 0) known.splice(index, 1);
      return index < 0;
    });
    return { callsBefore, callsAfter, heapBytes: after.heapUsedBytes - before.heapUsedBytes, newResources };
  } finally {
    await agent.close();
  }
}

async function callMany(count: number, call: () => Promise<void>): Promise<void> {
  let left = count;
  const caller = async () => {
    while (left > 0) {
      left -= 1;
      await call();
    }
  };
  await Promise.all(Array.from({ length: callersCount }, caller));
}
