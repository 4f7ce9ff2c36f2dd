import { type ParseArgsConfig, parseArgs } from 'node:util';

/** What a command may touch of the process around it. */
export interface CommandIo {
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly nowMs: () => number;
  /** Everything on standard input, up to the limit of {@link stdinBytesMax}. */
  readStdin(): Promise<string>;
  /** Data: what a pipe or a variable takes. */
  writeOut(text: string): void;
  /** Advice and errors: what a person reads. */
  writeErr(text: string): void;
  /** Resolves when the process is asked to stop. */
  stopRequested(): Promise<void>;
}

export interface Command {
  /** The arguments as the usage line shows them. */
  readonly usage: string;
  readonly summary: string;
  /** Exit code of faulty arguments, where 2 has another meaning. */
  readonly usageExitCode?: number;
  /**
   * @throws {UsageError} for faulty arguments, {FindingsError} for what it was to find, and any other error
   * with a message for the operator
   */
  run(args: readonly string[], io: CommandIo): Promise<void>;
}

export const stdinBytesMax = 64 * 1024;

/** The command was called wrongly: exit code 2, and its usage is shown. */
export class UsageError extends Error {
  constructor(message: string, options: { readonly cause?: unknown } = {}) {
    super(message, options);
    this.name = 'UsageError';
  }
}

/** The command looked, and what it found and has written is not in order: exit code 2. */
export class FindingsError extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'FindingsError';
  }
}

type Options = NonNullable<ParseArgsConfig['options']>;

/**
 * Parses options and at most `positionalsMax` other arguments.
 * @throws {UsageError} for anything else
 */
export function parseCommandLine<const T extends Options>(
  args: readonly string[],
  options: T,
  positionalsMax = 0,
) {
  try {
    const parsed = parseArgs({ args: [...args], options, allowPositionals: true, strict: true });
    if (parsed.positionals.length > positionalsMax) throw new Error('There is an argument too many.');
    return parsed;
  } catch (cause) {
    throw new UsageError(cause instanceof Error ? cause.message : 'The arguments are faulty.', { cause });
  }
}
