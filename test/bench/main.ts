import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { replaceSection } from '../support/marked-section.ts';
import { startService } from '../support/service-process.ts';
import type { PublishedTool } from './baselines.ts';
import budgets from './budgets.json' with { type: 'json' };
import { measure } from './load.ts';
import { compileServers, type ServerProcess, startServer } from './server-process.ts';
import { soak } from './soak.ts';
import { median, type Row, renderTable } from './table.ts';

const isSmoke = process.argv.includes('--smoke');
const rounds = isSmoke ? 1 : 5;
const durationSeconds = isSmoke ? 2 : 6;
const warmUpSeconds = isSmoke ? 2 : 5;
const connections = 32;
const heapGrowth = 'heap growth, MB';
const serverCore = 0;
const loadCore = 1;
const calls = {
  call: { method: 'tools/call', params: { name: 'content-spaces-get', arguments: { identifier: 'blog' } } },
  list: { method: 'tools/list', params: {} },
} as const;

interface Variant {
  readonly name: string;
  readonly server: ServerProcess;
  readonly request: keyof typeof calls;
}

const headers = (token: string | undefined) => ({
  'content-type': 'application/json',
  accept: 'application/json, text/event-stream',
  ...(token !== undefined && { authorization: `Bearer ${token}` }),
});

function body(request: keyof typeof calls): string {
  return JSON.stringify({ jsonrpc: '2.0', id: 1, ...calls[request] });
}

async function ask(
  server: ServerProcess,
  request: keyof typeof calls,
): Promise<Readonly<Record<string, unknown>>> {
  const answer = await fetch(server.url, {
    method: 'POST',
    headers: headers(server.token),
    body: body(request),
  });
  const text = await answer.text();
  // The guides' handler answers a stream of one event.
  const json = text.startsWith('{') ? text : (/^data: (.*)$/m.exec(text)?.[1] ?? '');
  const { result } = JSON.parse(json) as { readonly result?: Readonly<Record<string, unknown>> };
  if (result === undefined) throw new Error(`No result of ${request}: ${text.slice(0, 300)}`);
  return result;
}

async function startVariants(folder: string): Promise<readonly Variant[]> {
  const service = await startServer({ variant: 'service' }, serverCore);
  const answer = await ask(service, 'call');
  const { tools } = (await ask(service, 'list')) as { tools: readonly PublishedTool[] };
  const factsFile = join(folder, 'facts.json');
  await writeFile(factsFile, JSON.stringify({ answer, tools }));
  const echo = await startServer({ variant: 'echo', factsFile }, serverCore);
  const guide = await startServer({ variant: 'guide', factsFile }, serverCore);
  const listed = (await ask(guide, 'list')) as { tools: readonly unknown[] };
  if (listed.tools.length !== tools.length) throw new Error('The two sides do not list the same tools.');
  return [
    { name: '(a) bare Fastify echo of the same answer', server: echo, request: 'call' },
    { name: '(b) this service, tools/call', server: service, request: 'call' },
    { name: '(c) this service, tools/list', server: service, request: 'list' },
    { name: '(d) McpServer per request, tools/call', server: guide, request: 'call' },
    { name: '(d) McpServer per request, tools/list', server: guide, request: 'list' },
  ];
}

async function run(variant: Variant, seconds: number) {
  const { url, token } = variant.server;
  return await measure({
    url,
    headers: headers(token),
    body: body(variant.request),
    connections,
    durationSeconds: seconds,
    core: loadCore,
  });
}

/** Each round measures every variant once, so that a busy minute of the machine meets all of them. */
async function measureAll(variants: readonly Variant[]): Promise<readonly Row[]> {
  for (const variant of variants) await run(variant, warmUpSeconds);
  const samples = variants.map(() => [] as { requestsPerSecond: number; latencyP99Ms: number }[]);
  for (let round = 0; round < rounds; round += 1)
    for (const [index, variant] of variants.entries())
      samples[index]?.push(await run(variant, durationSeconds));
  return variants.map(({ name }, index) => {
    const of = samples[index] ?? [];
    return {
      name,
      requestsPerSecond: median(of.map(({ requestsPerSecond }) => requestsPerSecond)),
      latencyP99Ms: median(of.map(({ latencyP99Ms }) => latencyP99Ms)),
    };
  });
}

async function firstAnswerMs(): Promise<number> {
  const samples: number[] = [];
  for (let round = 0; round < Math.max(rounds, 3); round += 1) {
    const service = await startService();
    samples.push(service.firstAnswerMs);
    await service.stop();
  }
  return median(samples);
}

const folder = await mkdtemp(join(tmpdir(), 'modyo-mcp-bench-'));
let variants: readonly Variant[] = [];
try {
  const startMs = await firstAnswerMs();
  await compileServers();
  variants = await startVariants(folder);
  const rows = await measureAll(variants);
  const service = variants[1]?.server;
  if (service === undefined) throw new Error('The service was not started.');
  const growth = await soak(service, { headers: headers(service.token), body: body('call'), isSmoke });
  const [echo = 0, call = 0, list = 0, guideCall = 0, guideList = 0] = rows.map(
    (row) => row.requestsPerSecond,
  );
  const checks = [
    { what: '(b) of (a)', value: call / echo, limit: budgets.callOfEchoMin, isMax: false },
    { what: '(b) of (d)', value: call / guideCall, limit: budgets.callOfGuideMin, isMax: false },
    { what: '(c) of (d) listing', value: list / guideList, limit: budgets.listOfGuideMin, isMax: false },
    { what: 'first answer, ms', value: startMs, limit: budgets.firstAnswerMsMax, isMax: true },
    {
      what: heapGrowth,
      value: growth.heapBytes / 1e6,
      limit: budgets.heapGrowthBytesMax / 1e6,
      isMax: true,
    },
  ];
  const table = renderTable(rows, checks, growth, process.version);
  process.stdout.write(`${table}\n`);
  if (!isSmoke) {
    const file = resolve(import.meta.dirname, 'README.md');
    await writeFile(file, replaceSection(await readFile(file, 'utf8'), 'bench', table));
  }
  // A single short round on a shared machine says nothing of speed; it shows that everything answers and nothing is kept.
  const judged = isSmoke ? checks.filter(({ what }) => what === heapGrowth) : checks;
  const missed = judged.filter(({ value, limit, isMax }) => (isMax ? value > limit : value < limit));
  for (const { what, value, limit } of missed)
    process.stderr.write(`${what}: ${value.toFixed(3)}, budget ${limit}\n`);
  if (growth.newResources.length > 0)
    process.stderr.write(`left behind: ${growth.newResources.join(', ')}\n`);
  process.exitCode = missed.length > 0 || growth.newResources.length > 0 ? 1 : 0;
} finally {
  for (const server of new Set(variants.map((variant) => variant.server))) await server.stop();
  await rm(folder, { recursive: true, force: true });
}
