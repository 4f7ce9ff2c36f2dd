import { readFile, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Edge, startEdge } from '../support/edge.ts';
import { fixtureCatalogue } from './fixtures.ts';
import { type HeaderProxy, startHeaderProxy } from './header-proxy.ts';
import { installSuite, type Suite } from './suite.ts';

function baseline(revision: string): string {
  return fileURLToPath(new URL(`./expected-${revision}.yml`, import.meta.url));
}

let suite: Suite;
let service: Edge;
let proxy: HeaderProxy;

beforeAll(async () => {
  suite = await installSuite();
  service = await startEdge({
    app: { catalogue: { ...fixtureCatalogue, changes: { tools: true } } },
    env: { RATE_PER_MINUTE: '100000', ADDRESS_RATE_PER_MINUTE: '100000', CONCURRENCY: '100' },
  });
  proxy = await startHeaderProxy(`http://127.0.0.1:${service.port}/mcp`, {
    authorization: `Bearer ${service.token}`,
  });
});

afterAll(async () => {
  await proxy?.close();
  await service?.close();
});

/** Checks that pass at least; fewer would mean that the suite had looked at less. */
const checksMin = { '2026-07-28': 150, '2025-11-25': 60 } as const;

describe.each(['2026-07-28', '2025-11-25'] as const)('the public suite, revision %s', (revision) => {
  test('finds no failure that the baseline does not expect, and expects none that does not happen', async () => {
    const run = await suite.run({
      url: proxy.url,
      expectedFailures: baseline(revision),
      only: { requirements: revision },
    });
    expect(run.exitCode, run.output).toBe(0);
    expect(run.passed).toBeGreaterThanOrEqual(checksMin[revision]);
  });

  test('has a baseline whose every entry gives its reason', async () => {
    const entries = (await readFile(baseline(revision), 'utf8'))
      .split('\n')
      .filter((line) => line.trim().startsWith('- '));
    expect(entries.filter((line) => !/ # \S+/.test(line))).toEqual([]);
  });
});

test('an expected failure that does not happen makes the run fail', async () => {
  const stale = join(tmpdir(), `stale-baseline-${process.pid}.yml`);
  await writeFile(stale, 'server:\n  - ping\n');
  const run = await suite.run({ url: proxy.url, expectedFailures: stale, only: { scenario: 'ping' } });
  expect(run.exitCode).not.toBe(0);
  expect(run.output).toMatch(/stale/i);
});
