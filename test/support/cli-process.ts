import { execFile } from 'node:child_process';
import { resolve } from 'node:path';

export interface CliRun {
  readonly exitCode: number;
  readonly stdout: string;
  readonly stderr: string;
}

/** Runs the built operator commands: `node dist/cli/main.js …`. Never throws for an exit code. */
export async function runCli(
  args: readonly string[],
  options: { readonly stdin?: string; readonly env?: Readonly<Record<string, string>> } = {},
): Promise<CliRun> {
  return await new Promise((done) => {
    const child = execFile(
      process.execPath,
      ['dist/cli/main.js', ...args],
      { cwd: resolve(import.meta.dirname, '../..'), env: { PATH: process.env['PATH'], ...options.env } },
      (failure, stdout, stderr) => {
        const exitCode = failure === null ? 0 : typeof failure.code === 'number' ? failure.code : 1;
        done({ exitCode, stdout, stderr });
      },
    );
    child.stdin?.end(options.stdin ?? '');
  });
}
