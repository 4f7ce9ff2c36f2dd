import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { runCommand } from '../../src/cli/dispatch.ts';

export interface CommandRun {
  readonly exitCode: number;
  readonly out: string;
  readonly err: string;
}

export interface CommandSurroundings {
  readonly env?: Readonly<Record<string, string>>;
  readonly stdin?: string;
  readonly nowMs?: number;
}

/** Runs an operator command in this process, with an environment of its own. */
export async function runOperatorCommand(
  args: readonly string[],
  { env = {}, stdin = '', nowMs = Date.now() }: CommandSurroundings = {},
): Promise<CommandRun> {
  const written = { out: '', err: '' };
  const exitCode = await runCommand(args, {
    env,
    nowMs: () => nowMs,
    readStdin: async () => stdin,
    writeOut: (text) => {
      written.out += text;
    },
    writeErr: (text) => {
      written.err += text;
    },
    stopRequested: () => Promise.resolve(),
  });
  return { exitCode, ...written };
}

/** A directory that does not exist yet, and is gone after the test. */
export function freshDirectory(): string {
  const parent = mkdtempSync(join(tmpdir(), 'modyo-mcp-'));
  onTestFinished(() => rmSync(parent, { recursive: true, force: true }));
  return join(parent, 'keys');
}
