import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { findProgram } from '../support/program.ts';
import { type ServiceProcess, startService } from '../support/service-process.ts';

const run = promisify(execFile);

let service: ServiceProcess;

beforeAll(async () => {
  await findProgram({ name: 'curl', debianPackage: 'curl', advice: 'This test needs curl: install it.' });
  service = await startService();
});

afterAll(async () => {
  await service.stop();
});

test('the curl line that the start prints lists the demo spaces, exactly as it is printed', async () => {
  const line = service
    .output()
    .split('\n')
    .map((printed) => printed.trim())
    .find((printed) => printed.startsWith('curl '));
  const { stdout } = await run('bash', ['-c', line ?? 'echo nothing was printed']);
  const { result } = JSON.parse(stdout) as { result: { structuredContent: { data: { spaces: unknown[] } } } };
  expect(result.structuredContent.data.spaces).toHaveLength(3);
});

test('the printed URL and token are what the line uses', () => {
  expect(service.output()).toContain(`\n  ${service.url}\n`);
  expect(service.output()).toMatch(/\n {2}eyJ[\w-]+\.[\w-]+\.[\w-]+\n/);
});
