import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sandboxAccounts } from '../../src/sandbox/accounts.ts';
import { plant, readRunRecord, recordFolderVariable } from './run-record.ts';

const leaksShownMax = 20;

/**
 * Keeps what every process of the run writes and, when the run is over, looks for planted texts in it. One
 * that is found fails the run.
 */
export function setup(): () => void {
  const folder = mkdtempSync(join(tmpdir(), 'modyo-mcp-run-'));
  process.env[recordFolderVariable] = folder;
  for (const { tokens } of Object.values(sandboxAccounts)) plant(...tokens.map(({ token }) => token));
  return () => {
    const fault = faultOf(folder);
    delete process.env[recordFolderVariable];
    rmSync(folder, { recursive: true, force: true });
    if (fault === undefined) return;
    // The runner only prints what a teardown throws.
    process.exitCode = 1;
    throw new Error(fault);
  };
}

function faultOf(folder: string): string | undefined {
  const { logLines, planted, leaks } = readRunRecord(folder);
  process.stdout.write(`\n${planted.length} planted texts looked for in ${logLines} log lines\n`);
  if (leaks.length === 0) return undefined;
  const shown = leaks.slice(0, leaksShownMax).map(({ text, line }) => `  ${text} in ${line}`);
  return `${leaks.length} times a planted text stands in a log line:\n${shown.join('\n')}`;
}
