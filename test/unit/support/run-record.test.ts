import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import {
  plant,
  plantArguments,
  readRunRecord,
  recordFolderVariable,
  recordOutput,
} from '../../support/run-record.ts';

const secret = 'canary "of" año 1';
const token = `eyJhbGciOiJFUzI1NiJ9.${'a'.repeat(20)}.${'b'.repeat(20)}`;
const banner = `\nModyo MCP service, with a demo account in the sandbox.\n  ${token}\n`;

let folder: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'modyo-mcp-record-'));
  vi.stubEnv(recordFolderVariable, folder);
});

afterEach(() => {
  vi.unstubAllEnvs();
  rmSync(folder, { recursive: true, force: true });
});

function leaksOf(...outputs: readonly string[]): number {
  outputs.forEach((output, index) => {
    recordOutput(`service-${index}`, output);
  });
  return readRunRecord(folder).leaks.length;
}

test.each([
  ['as JSON writes it', JSON.stringify({ msg: secret })],
  ['as a URL does', `{"path":"/spaces/${encodeURIComponent(secret)}"}`],
  ['in another case', JSON.stringify({ msg: secret.toUpperCase() })],
  ['inside a name', JSON.stringify({ [`x-${secret}-y`]: 1 })],
  ['outside any JSON', `TypeError: ${secret}\n    at somewhere`],
])('a planted text is found %s', (_name, line) => {
  plantArguments({ list: [{ name: secret, id: 7, flag: true, nothing: null }] });
  expect(leaksOf('{"msg":"started"}\n', `${line}\n`)).toBe(1);
});

test('a token is found though nobody planted it', () => {
  expect(leaksOf(`{"authorization":"Bearer ${token}"}\n`)).toBe(1);
});

test('the banner of the demo may show its token, and its log lines may not', () => {
  expect(leaksOf(`{"msg":"listening"}\n${banner}`)).toBe(0);
  expect(leaksOf(`{"msg":"listening"}\n${banner}{"sub":"${token}"}\n`)).toBe(1);
});

test('what is reported does not repeat the text', () => {
  plant(token);
  recordOutput('service-1', `{"a":"${token}"}\n`);
  expect(JSON.stringify(readRunRecord(folder).leaks)).not.toContain(token);
});

test('short words do not count, and lines without a planted text are no leak', () => {
  plant('es-cl', 'publish');
  expect(leaksOf('{"action":"publish"}\n{"msg":"tool called"}\n')).toBe(0);
  expect(readRunRecord(folder)).toMatchObject({ logLines: 2, planted: [] });
});

test('outside a run nothing is kept', () => {
  vi.stubEnv(recordFolderVariable, undefined);
  plant(secret);
  recordOutput('service-1', secret);
  expect(readRunRecord(folder)).toEqual({ logLines: 0, planted: [], leaks: [] });
});
