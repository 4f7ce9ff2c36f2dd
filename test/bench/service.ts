import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Tool } from '../../src/toolkit/tool.ts';
import type { ModyoToolContext } from '../../src/tools/kit.ts';
import { freePort } from '../support/redis-server.ts';
import type { Listening } from './baselines.ts';
import { type Answers, InProcessUpstream } from './upstream.ts';

export interface BenchedService extends Listening {
  readonly token: string;
}

// What ships is measured, so the build is imported and not the source.
const { createApp }: typeof import('../../src/app.ts') = await built('app.js');
const { loadConfig }: typeof import('../../src/config/config.ts') = await built('config/config.js');
const { keepGarbageYoung }: typeof import('../../src/infrastructure/garbage-collection.ts') = await built(
  'infrastructure/garbage-collection.js',
);
const { createDemo }: typeof import('../../src/demo.ts') = await built('demo.js');
const { toolCatalogue }: typeof import('../../src/tools/catalogue.ts') = await built('tools/catalogue.js');

const accountHost = 'bench.modyo.cloud';
const toolsCount = 80;

/** The real tools, repeated under other names until there are as many as the platform's own server has. */
function manyTools(): readonly Tool<ModyoToolContext>[] {
  const rounds = Math.ceil(toolsCount / toolCatalogue.length);
  return Array.from({ length: rounds }, (_, round) =>
    toolCatalogue.map((tool) => ({
      ...tool,
      name: round === 0 ? tool.name : `${tool.name}-${round}`,
      spec: { ...tool.spec, module: 'content' as const },
    })),
  )
    .flat()
    .slice(0, toolsCount);
}

/** This service as it ships: real JWT, tenant, identifiers, log lines; only Modyo answers in this process. */
export async function startBenchedService(answers: Answers, redisUrl?: string): Promise<BenchedService> {
  keepGarbageYoung();
  const port = await freePort();
  const publicUrl = `http://127.0.0.1:${port}/mcp`;
  const env = {
    PORT: String(port),
    METRICS_PORT: String(await freePort()),
    PUBLIC_URL: publicUrl,
    SANDBOX: 'embedded',
    RATE_PER_MINUTE: '100000000',
    ADDRESS_RATE_PER_MINUTE: '100000000',
    CONCURRENCY: '1000',
    ...(redisUrl !== undefined && { REDIS_URL: redisUrl }),
  };
  const config = loadConfig({ env, readFile: (path) => readFileSync(path, 'utf8') });
  const demo = await createDemo({
    accounts: [{ id: 'bench', host: accountHost, platformName: 'Bench', token: 'bench-token' }],
    publicUrl,
    nowMs: Date.now(),
  });
  const upstream = new InProcessUpstream(answers);
  const app = await createApp({
    config,
    issuers: [demo.issuer],
    tenants: demo.tenants,
    tools: manyTools(),
    dispatcherFor: (host) => (host === accountHost ? upstream : undefined),
  });
  const { url } = await app.listen();
  return { url, token: demo.tokens[0] ?? '', close: () => app.close() };
}

async function built<Module>(path: string): Promise<Module> {
  return (await import(/* @vite-ignore */ pathToFileURL(resolve('dist', path)).href)) as Module;
}
