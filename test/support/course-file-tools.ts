import { z } from 'zod';
import type { Plan } from '../../src/toolkit/action.ts';
import { type CallStatus, fail, ok } from '../../src/toolkit/result.ts';
import type { Tool } from '../../src/toolkit/tool.ts';
import { kit, type ModyoToolContext } from '../../src/tools/kit.ts';
import { type CourseAccount, type CourseWorld, directoriesOf, matchingFiles } from './course-world.ts';

const pathLengthMax = 255;
const contentLengthMax = 20_000;

const path = (description: string) =>
  z
    .string()
    .min(1)
    .max(pathLengthMax)
    .refine((text) => !text.includes('..'), 'has to stay below the root: ".." is refused')
    .describe(description);

/** One item of many that stayed as it was. */
const failure = z.object({ path: z.string(), code: z.enum(['LOCKED', 'TAKEN']), message: z.string() });
type Failure = z.output<typeof failure>;

export function createFileTools(world: CourseWorld): readonly Tool<ModyoToolContext>[] {
  return [createFile(world), createDirectory(world), deleteFiles(world), renameFiles(world)];
}

const accountOf = (world: CourseWorld, ctx: ModyoToolContext) => world.account(ctx.tenant.id);

function createFile(world: CourseWorld) {
  const create = kit.mutation({
    summary: 'Create a file with its directories',
    input: z.object({
      file_path: path('Path of the file, e.g. "src/texts/greeting.txt"'),
      content: z.string().max(contentLengthMax).describe('The whole text of the file, e.g. "Hello"'),
      overwrite: z.boolean().default(false).describe('Whether to replace a file that exists'),
    }),
    data: z.object({ file_path: z.string(), characters: z.number(), is_replaced: z.boolean() }),
    // Only a replacement loses something.
    confirm: ({ overwrite }) => overwrite,
    run({ file_path: filePath, content, overwrite }, ctx) {
      const { files, directories } = accountOf(world, ctx);
      const isReplaced = files.has(filePath);
      if (isReplaced && !overwrite) {
        return fail('CONFLICT', 'The file exists already; `overwrite: true` replaces it.');
      }
      for (const directory of directoriesOf(filePath).slice(0, -1)) directories.add(directory);
      files.set(filePath, content);
      const characters = files.get(filePath)?.length ?? 0;
      return ok(
        { file_path: filePath, characters, is_replaced: isReplaced },
        { resource: { type: 'file', id: filePath } },
      );
    },
  });
  return kit.tool('create-file', { title: 'Create a file', module: 'core', actions: { create } });
}

function createDirectory(world: CourseWorld) {
  const create = kit.action({
    summary: 'Create a directory and those above it',
    idempotent: true,
    input: z.object({ dir_path: path('Path of the directory, e.g. "src/components/ui"') }),
    data: z.object({ dir_path: z.string(), created: z.array(z.string()) }),
    run({ dir_path: dirPath }, ctx) {
      const { directories } = accountOf(world, ctx);
      const created = directoriesOf(dirPath).filter((directory) => !directories.has(directory));
      for (const directory of created) directories.add(directory);
      const status: CallStatus = created.length === 0 ? 'unchanged' : 'done';
      return ok(
        { dir_path: dirPath, created },
        { resource: { type: 'directory', id: dirPath }, state: { status } },
      );
    },
  });
  return kit.tool('create-directory', { title: 'Create a directory', module: 'core', actions: { create } });
}

function deleteFiles(world: CourseWorld) {
  const remove = kit.mutation({
    summary: 'Delete the files that a pattern means',
    dryRunDefault: true,
    input: z.object({ pattern: path('Pattern of the paths, e.g. "logs/*.tmp"') }),
    data: z.object({ deleted: z.array(z.string()), failures: z.array(failure) }),
    plan: ({ pattern }, ctx) => planOf('deletes', matchingFiles(accountOf(world, ctx), pattern)),
    async run({ pattern }, ctx) {
      const account = accountOf(world, ctx);
      const matches = matchingFiles(account, pattern);
      const failures: Failure[] = [];
      for (const [index, filePath] of matches.entries()) {
        if (account.locked.has(filePath)) failures.push(lockedFile(filePath));
        else account.files.delete(filePath);
        ctx.progress({ progress: index + 1, total: matches.length, message: 'Deleting' });
      }
      const deleted = matches.filter((filePath) => !account.files.has(filePath));
      return ok({ deleted, failures }, { state: { status: bulkStatus(deleted.length, failures) } });
    },
  });
  return kit.tool('delete-files', { title: 'Delete files', module: 'core', actions: { delete: remove } });
}

function renameFiles(world: CourseWorld) {
  const rename = kit.mutation({
    summary: 'Replace a part of the names of the files in a directory',
    // A name that is taken is refused, so nothing is lost.
    destructive: false,
    dryRunDefault: true,
    input: z.object({
      directory: path('Path of the directory, e.g. "src/components"'),
      search_pattern: name('Text to look for in the names, e.g. "draft-"').min(1),
      replace_with: name('Text in its place, e.g. "final-"'),
    }),
    data: z.object({
      renamed: z.array(z.object({ from: z.string(), to: z.string() })),
      failures: z.array(failure),
    }),
    plan: (input, ctx) => planOf('renames', renamesOf(accountOf(world, ctx), input)),
    async run(input, ctx) {
      const account = accountOf(world, ctx);
      const renames = renamesOf(account, input);
      const failures: Failure[] = [];
      for (const [index, rename] of renames.entries()) {
        const refused = moveFile(account, rename);
        if (refused !== undefined) failures.push(refused);
        ctx.progress({ progress: index + 1, total: renames.length, message: 'Renaming' });
      }
      const renamed = renames.filter(({ from }) => !account.files.has(from));
      return ok({ renamed, failures }, { state: { status: bulkStatus(renamed.length, failures) } });
    },
  });
  return kit.tool('rename-files', { title: 'Rename files', module: 'core', actions: { rename } });
}

function name(description: string) {
  return z
    .string()
    .max(pathLengthMax)
    .refine((text) => !text.includes('/'), 'has to be a part of a name: "/" is refused')
    .describe(description);
}

type Rename = { readonly from: string; readonly to: string };

function renamesOf(
  { files }: CourseAccount,
  input: { readonly directory: string; readonly search_pattern: string; readonly replace_with: string },
): Rename[] {
  const prefix = `${input.directory.replace(/\/+$/, '')}/`;
  return [...files.keys()]
    .filter((filePath) => filePath.startsWith(prefix) && !filePath.slice(prefix.length).includes('/'))
    .map((from) => {
      const renamed = from.slice(prefix.length).replace(input.search_pattern, () => input.replace_with);
      return { from, to: prefix + renamed };
    })
    .filter(({ from, to }) => from !== to)
    .sort((first, second) => first.from.localeCompare(second.from));
}

function moveFile({ files, locked }: CourseAccount, { from, to }: Rename): Failure | undefined {
  if (locked.has(from)) return lockedFile(from);
  const content = files.get(from);
  if (files.has(to) || content === undefined) {
    return { path: from, code: 'TAKEN', message: 'There is a file of the new name.' };
  }
  files.set(to, content);
  files.delete(from);
  return undefined;
}

function lockedFile(filePath: string): Failure {
  return { path: filePath, code: 'LOCKED', message: 'Somebody works on the file.' };
}

/** A confirmation is good for these files alone: another one that fits since then makes another plan. */
function planOf(key: 'deletes' | 'renames', items: readonly string[] | readonly Rename[]): Plan {
  return {
    changes: { [key]: items },
    version: JSON.stringify(items),
    summary: `${items.length} ${items.length === 1 ? 'file' : 'files'}.`,
    isHarmless: items.length === 0,
  };
}

function bulkStatus(doneCount: number, failures: readonly Failure[]): CallStatus {
  if (failures.length > 0) return 'partial';
  return doneCount === 0 ? 'unchanged' : 'done';
}
