import { readFileSync } from 'node:fs';
import { createApp } from '../../src/app.ts';
import { loadConfig } from '../../src/config/config.ts';
import { createDemo } from '../../src/demo.ts';
import { systemClock } from '../../src/infrastructure/clock.ts';
import type { Tool } from '../../src/toolkit/tool.ts';
import { toolCatalogue } from '../../src/tools/catalogue.ts';
import type { ModyoToolContext } from '../../src/tools/kit.ts';
import { freePort } from '../support/redis-server.ts';
import type { Listening } from './baselines.ts';
import { type Answers, InProcessUpstream } from './upstream.ts';

export interface BenchedService extends Listening {
  readonly token: string;
}

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
    nowMs: systemClock.nowMs(),
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
