import { execFile, spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);

const root = resolve(import.meta.dirname, '../..');
/** What lives here stands beside the installed packages and outside package.json: it is no part of the product. */
const cacheFolder = join(root, 'node_modules/.cache/side-packages');
const nodeMajor = '24';

/**
 * A package from npm in a folder of its own, installed when it is first asked for.
 * @param product a path below its `node_modules`
 * @returns where the product is
 * @throws {Error} in one sentence, when it is not there and cannot be brought
 */
export async function installOnce(name: string, version: string, product: string): Promise<string> {
  const folder = join(cacheFolder, `${name.replace(/\W+/g, '-')}-${version}`);
  const path = join(folder, 'node_modules', product);
  if (existsSync(path)) return path;
  await mkdir(folder, { recursive: true });
  const manifest = { private: true, dependencies: { [name]: version }, allowScripts: { [name]: true } };
  await writeFile(join(folder, 'package.json'), JSON.stringify(manifest));
  try {
    await run('npm', ['install', '--no-audit', '--no-fund', '--no-save', '--prefix', folder], {
      cwd: folder,
    });
  } catch (error) {
    await rm(folder, { recursive: true, force: true });
    throw new Error(
      `This run needs ${name}@${version} from the npm registry, and it could not be installed. ` +
        'Connect to a registry and run it again.',
      { cause: error },
    );
  }
  return path;
}

/** The path of a Node 24: what the image runs on, while development is on Node 20. */
export async function findNode24(): Promise<string> {
  return await installOnce('node', nodeMajor, '.bin/node');
}

/** `tsx test/support/node24.ts SCRIPT …`: the script under Node 24, with this process's streams and its exit code. */
async function runUnderNode24(args: readonly string[]): Promise<number> {
  const child = spawn(await findNode24(), args, { cwd: root, stdio: 'inherit' });
  return await new Promise((done, fail) => {
    child.once('error', fail);
    child.once('exit', (code) => done(code ?? 1));
  });
}

if (process.argv[1] === import.meta.filename) process.exitCode = await runUnderNode24(process.argv.slice(2));
