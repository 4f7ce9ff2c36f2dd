import { AppError } from '../errors/app-error.ts';
import { type Command, type CommandIo, FindingsError, UsageError } from './command.ts';

interface Verb {
  readonly words: readonly string[];
  /** Loaded when it is called, so that one command does not pay for the imports of another. */
  readonly load: () => Promise<Command>;
}

const verbs: readonly Verb[] = [
  { words: ['keys', 'generate'], load: async () => (await import('./keys.ts')).generateKeys },
  { words: ['token'], load: async () => (await import('./token.ts')).mintTenantToken },
  { words: ['tenant', 'seal'], load: async () => (await import('./tenant-seal.ts')).sealTenant },
  { words: ['tenant', 'check'], load: async () => (await import('./tenant-check.ts')).checkTenant },
  { words: ['doctor'], load: async () => (await import('./doctor.ts')).examineAccount },
  { words: ['tools', 'preview'], load: async () => (await import('./tools-preview.ts')).previewTool },
  { words: ['tools', 'digest'], load: async () => (await import('./tools-digest.ts')).digestTools },
  { words: ['sandbox'], load: async () => (await import('./sandbox.ts')).serveSandbox },
];

const exitCodes = { done: 0, failed: 1, usage: 2, findings: 2 } as const;
const helpWords = ['help', '--help', '-h'];

/** Runs the command that the first words name. Never throws; the result is the exit code. */
export async function runCommand(args: readonly string[], io: CommandIo): Promise<number> {
  const [first = '', last = ''] = [args[0], args.at(-1)];
  if (helpWords.includes(first)) {
    io.writeOut(await allUsages());
    return exitCodes.done;
  }
  const verb = verbs.find(({ words }) => words.every((word, index) => args[index] === word));
  if (verb === undefined) {
    io.writeErr(
      `${first === '' ? 'Say which command.' : 'There is no such command.'}\n\n${await allUsages()}`,
    );
    return exitCodes.usage;
  }
  const command = await verb.load();
  if (helpWords.slice(1).includes(last)) {
    io.writeOut(usageOf(command));
    return exitCodes.done;
  }
  try {
    await command.run(args.slice(verb.words.length), io);
    return exitCodes.done;
  } catch (error) {
    io.writeErr(`${textOf(error)}\n`);
    if (error instanceof FindingsError) return exitCodes.findings;
    if (!(error instanceof UsageError)) return exitCodes.failed;
    io.writeErr(`\n${usageOf(command)}`);
    return command.usageExitCode ?? exitCodes.usage;
  }
}

function textOf(error: unknown): string {
  if (error instanceof AppError && error.hint !== undefined) return `${error.message} ${error.hint}`;
  return error instanceof Error ? error.message : 'The command failed.';
}

async function allUsages(): Promise<string> {
  const commands = await Promise.all(verbs.map(({ load }) => load()));
  return `Usage: npm run -s cli -- COMMAND\n\n${commands.map(usageOf).join('')}`;
}

function usageOf({ usage, summary }: Command): string {
  return `  ${usage}\n      ${summary}\n`;
}
