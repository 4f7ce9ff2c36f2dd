import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { access, constants } from 'node:fs/promises';
import { delimiter, join } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);

export interface ProgramOptions {
  readonly name: string;
  readonly debianPackage: string;
  /** One sentence: what to install where it cannot be brought. */
  readonly advice: string;
}

/**
 * The path of a program: the one on PATH, else Debian's package, installed as root.
 * @throws with the advice where neither is possible
 */
export async function findProgram(options: ProgramOptions): Promise<string> {
  const found = await onPath(options.name);
  if (found !== undefined) return found;
  if (existsSync('/usr/bin/apt-get') && process.getuid?.() === 0) {
    const environment = {
      env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
      maxBuffer: 64 * 1024 * 1024,
    };
    await run('apt-get', ['update'], environment);
    await run('apt-get', ['install', '-y', options.debianPackage], environment);
    const installed = await onPath(options.name);
    if (installed !== undefined) return installed;
  }
  throw new Error(options.advice);
}

async function onPath(name: string): Promise<string | undefined> {
  for (const folder of (process.env['PATH'] ?? '').split(delimiter)) {
    const candidate = join(folder, name);
    const usable = await access(candidate, constants.X_OK).then(
      () => true,
      () => false,
    );
    if (folder !== '' && usable) return candidate;
  }
  return undefined;
}
