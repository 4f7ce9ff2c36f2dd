import { execFile } from 'node:child_process';
import { cp, mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';

const run = promisify(execFile);
const root = resolve(import.meta.dirname, '../..');

let copy = '';

/** A command in the copy; its output is the reason where it fails. */
async function inCopy(command: string, ...args: string[]): Promise<string> {
  try {
    const { stdout } = await run(command, args, { cwd: copy, maxBuffer: 64 * 1024 * 1024 });
    return stdout;
  } catch (cause) {
    const { stdout = '', stderr = '' } = cause as { stdout?: string; stderr?: string };
    throw new Error(`${command} ${args.join(' ')}: ${stdout}${stderr}`, { cause });
  }
}

interface Block {
  /** What stands behind the language: `file=…`, or `line=… from=…`. */
  readonly marks: ReadonlyMap<string, string>;
  readonly text: string;
}

/** The marked code blocks of the recipe, without their indentation. */
function recipeBlocks(markdown: string): readonly Block[] {
  return [...markdown.matchAll(/^( *)```ts (\S.*)\n([\s\S]*?)^\1```$/gm)].map(
    ([, indent = '', marks = '', text = '']) => ({
      marks: new Map(
        marks.split(' ').map((mark) => [mark.slice(0, mark.indexOf('=')), mark.slice(mark.indexOf('=') + 1)]),
      ),
      text: text
        .split('\n')
        .map((line) => (line.startsWith(indent) ? line.slice(indent.length) : line))
        .join('\n'),
    }),
  );
}

async function apply({ marks, text }: Block): Promise<void> {
  const file = marks.get('file');
  if (file !== undefined) {
    await mkdir(dirname(join(copy, file)), { recursive: true });
    await writeFile(join(copy, file), text);
    return;
  }
  const path = join(copy, 'src/tools/catalogue.ts');
  const catalogue = await readFile(path, 'utf8');
  const imported = `import { ${marks.get('line')} } from '${marks.get('from')}';\n${catalogue}`;
  await writeFile(path, imported.replace(/\];\n$/, `  ${text.trim()}\n];\n`));
  await inCopy('npx', 'biome', 'check', '--write', 'src/tools/catalogue.ts');
}

beforeAll(async () => {
  copy = await mkdtemp(join(tmpdir(), 'modyo-mcp-recipe-'));
  const { stdout } = await run('git', ['ls-files', '--cached', '--others', '--exclude-standard'], {
    cwd: root,
  });
  for (const file of stdout.trim().split('\n')) {
    await mkdir(dirname(join(copy, file)), { recursive: true });
    await cp(join(root, file), join(copy, file), { force: true }).catch((cause: NodeJS.ErrnoException) => {
      // Git still lists a file that was deleted and not committed.
      if (cause.code !== 'ENOENT') throw cause;
    });
  }
  await symlink(join(root, 'node_modules'), join(copy, 'node_modules'));
  await inCopy('git', 'init', '-q');
  await inCopy('git', 'add', '-A');
  await inCopy(
    'git',
    '-c',
    'user.name=test',
    '-c',
    'user.email=test@localhost',
    'commit',
    '-q',
    '-m',
    'before',
  );
});

afterAll(async () => {
  await rm(copy, { recursive: true, force: true });
});

test('A.5 the recipe for a new tool, applied as it is written, passes every check and touches four kinds of file', async () => {
  const blocks = recipeBlocks(await readFile(join(copy, 'src/README.md'), 'utf8'));
  expect(blocks).toHaveLength(3);
  const source = blocks.find(({ marks }) => marks.get('file')?.startsWith('src/tools/'));
  expect(source?.text.trim().split('\n').length).toBeLessThanOrEqual(40);
  for (const block of blocks) await apply(block);
  await inCopy('npm', 'run', '-s', 'contracts:accept');
  await inCopy('npm', 'run', '-s', 'check');
  await inCopy(
    'npx',
    'vitest',
    'run',
    '--project',
    'contract',
    'test/contract/forcing-functions',
    'generated-files',
  );
  await inCopy(
    'npx',
    'vitest',
    'run',
    '--project',
    'integration',
    'test/integration/content-locales.test.ts',
  );
  const changed = (await inCopy('git', 'status', '--porcelain', '--untracked-files=all'))
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => line.slice(3))
    .sort();
  const isGenerated = (file: string) =>
    file.startsWith('test/snapshots/') || ['README.md', 'src/toolkit/README.md'].includes(file);
  expect(changed.filter((file) => !isGenerated(file))).toEqual([
    'src/tools/catalogue.ts',
    'src/tools/content/locales/list.ts',
    'test/integration/content-locales.test.ts',
  ]);
  expect(changed.filter(isGenerated)).toEqual([
    'README.md',
    'src/toolkit/README.md',
    'test/snapshots/contracts.lock.json',
    'test/snapshots/tools/content-locales-list.json',
  ]);
}, 900_000);
