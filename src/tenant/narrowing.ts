import { AppError } from '../errors/app-error.ts';
import { type ModuleName, modules, type TenantPolicy } from './policy.ts';

type Narrowing = (policy: TenantPolicy, value: string) => TenantPolicy;

const narrowings: ReadonlyMap<string, Narrowing> = new Map([
  ['modules', narrowModules],
  ['read_only', narrowReadOnly],
]);

/**
 * The policy as the connector's URL narrows it; nothing in a URL can widen it.
 * @throws {AppError} `INVALID_PARAMS` for a parameter or value that does not exist, naming those that do
 */
export function narrowPolicy(policy: TenantPolicy, parameters: URLSearchParams): TenantPolicy {
  let narrowed = policy;
  const seen = new Set<string>();
  for (const [name, value] of parameters) {
    const narrowing = narrowings.get(name);
    if (narrowing === undefined) {
      throw invalid(
        'The URL has a parameter that does not exist.',
        `Valid ones: ${[...narrowings.keys()].join(', ')}.`,
      );
    }
    if (seen.has(name)) throw invalid(`The URL names ${name} twice.`, 'Write it once, values with commas.');
    seen.add(name);
    narrowed = narrowing(narrowed, value);
  }
  return narrowed;
}

function narrowModules(policy: TenantPolicy, value: string): TenantPolicy {
  const wanted = new Set(value.split(',').map((name) => name.trim()));
  const isKnown = [...wanted].every((name) => modules.some((module) => module === name));
  if (!isKnown) throw invalid('The URL names a module that does not exist.', validModules(modules));
  const remaining = policy.modules.filter((module) => wanted.has(module));
  if (remaining.length === 0) {
    throw invalid(
      'The URL names only modules that this account does not have.',
      validModules(policy.modules),
    );
  }
  return { ...policy, modules: remaining };
}

function validModules(valid: readonly ModuleName[]): string {
  return `Valid values of modules: ${valid.join(', ')}.`;
}

function narrowReadOnly(policy: TenantPolicy, value: string): TenantPolicy {
  if (value !== 'true' && value !== 'false') {
    throw invalid('The URL has a value of read_only that does not exist.', 'Valid values: true, false.');
  }
  return { ...policy, readOnly: policy.readOnly || value === 'true' };
}

function invalid(message: string, hint: string): AppError {
  return new AppError(message, { code: 'INVALID_PARAMS', hint });
}
