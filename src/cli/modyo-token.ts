import { environmentSchema } from '../config/variables.ts';
import { normaliseHost, sandboxSuffix } from '../modyo/host-guard.ts';
import { type CommandIo, UsageError } from './command.ts';

const tokenPattern = /^[\x21-\x7e]{1,2048}$/;

/**
 * The one line on standard input. It is no argument, so that it stands in no process list or history.
 * @throws {Error} when there is no token, or more than one
 */
export async function tokenFromStdin(io: CommandIo): Promise<string> {
  const token = (await io.readStdin()).trim();
  if (!tokenPattern.test(token))
    throw new Error('Standard input must hold one Modyo API token and nothing else.');
  return token;
}

/**
 * The host as the service will write it. Hosts of the sandbox are allowed here; a service without one
 * refuses them.
 * @throws {UsageError} for a host that no service with these suffixes would call, or for faulty suffixes
 */
export function accountHost(raw: string, env: CommandIo['env']): string {
  const suffixes = hostSuffixes(env['MODYO_HOST_SUFFIXES']);
  try {
    return normaliseHost(raw, [...suffixes, sandboxSuffix]);
  } catch (cause) {
    throw new UsageError(`--host must be an account's host below ${suffixes.join(' or ')}.`, { cause });
  }
}

/** As the service reads the variable: left out or empty, its default. */
function hostSuffixes(text: string | undefined): readonly string[] {
  const parsed = environmentSchema.shape.MODYO_HOST_SUFFIXES.safeParse(text || undefined);
  if (parsed.success) return parsed.data;
  throw new UsageError(`MODYO_HOST_SUFFIXES ${parsed.error.issues[0]?.message ?? 'is faulty'}.`);
}
