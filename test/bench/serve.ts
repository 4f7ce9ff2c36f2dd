import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { type Listening, type PublishedTool, startEcho, startGuideServer } from './baselines.ts';
import { startBenchedService } from './service.ts';

/** What the parent asks a server process for. */
export interface ServeRequest {
  readonly variant: 'echo' | 'guide' | 'service';
  /** A file with the answer and the tools that the baselines give. */
  readonly factsFile?: string;
}

export interface ServeReply {
  readonly url: string;
  readonly token?: string;
}

/** What a server could leave behind; a read of a file that is under way is no such thing. */
const kept = /TCP|Timeout|Immediate|Server/;

/** What Modyo answers: one space of the usual size, and nothing else is asked. */
const answers = {
  '/api/admin/content/spaces': readFileSync(resolve('test/bench/spaces.json'), 'utf8'),
  '/api/admin/content/spaces/31': readFileSync(resolve('test/bench/space.json'), 'utf8'),
};

async function start(request: ServeRequest): Promise<Listening & { readonly token?: string }> {
  if (request.variant === 'service') return await startBenchedService(answers);
  const facts = JSON.parse(readFileSync(request.factsFile ?? '', 'utf8')) as {
    readonly answer: object;
    readonly tools: readonly PublishedTool[];
  };
  return request.variant === 'echo'
    ? await startEcho(facts.answer)
    : await startGuideServer(facts.tools, facts.answer);
}

process.once('message', async (request: ServeRequest) => {
  const { url, token } = await start(request);
  process.send?.({ url, ...(token !== undefined && { token }) } satisfies ServeReply);
});
process.on('message', (message) => {
  if (message !== 'memory') return;
  globalThis.gc?.();
  globalThis.gc?.();
  process.send?.({
    heapUsedBytes: process.memoryUsage().heapUsed,
    resources: process
      .getActiveResourcesInfo()
      .filter((name) => kept.test(name))
      .sort(),
  });
});
