import { AppError } from '../errors/app-error.ts';
import {
  describeForms,
  exposures,
  type ModuleName,
  modules,
  type PinName,
  pinNames,
  type TenantPolicy,
} from './policy.ts';

/**
 * The names that `tools` and `exclude` may hold for callers with this policy. Tools are known further to
 * the left, so the edge brings this along.
 */
export type ToolNamesOf = (policy: TenantPolicy) => ReadonlySet<string>;

/** @param names what the policy shows before the URL is looked at, whatever the order of its parameters */
type Narrowing = (policy: TenantPolicy, value: string, names: () => ReadonlySet<string>) => TenantPolicy;

const pinLengthMax = 255;
/** Control characters, and what stands for bytes that are no text. */
const unreadable = /[\p{C}\uFFFD]/u;

const narrowings: ReadonlyMap<string, Narrowing> = new Map<string, Narrowing>([
  ['modules', narrowModules],
  [
    'tools',
    (policy, value, names) => Object.assign({}, policy, { toolsChosen: toolNames('tools', value, names()) }),
  ],
  [
    'exclude',
    (policy, value, names) =>
      Object.assign({}, policy, {
        toolsDenied: [...policy.toolsDenied, ...toolNames('exclude', value, names())],
      }),
  ],
  ['read_only', narrowReadOnly],
  [
    'exposure',
    (policy, value) => Object.assign({}, policy, { exposure: choice('exposure', exposures, value) }),
  ],
  [
    'describe',
    (policy, value) => Object.assign({}, policy, { describe: choice('describe', describeForms, value) }),
  ],
  ...pinNames.map((name): [string, Narrowing] => [name, (policy, value) => pin(name, policy, value)]),
]);

/**
 * The policy as the connector's URL narrows it; nothing in a URL can widen it.
 * @throws {AppError} `INVALID_PARAMS` for a parameter or value that does not exist, naming those that do
 */
export function narrowPolicy(
  policy: TenantPolicy,
  parameters: URLSearchParams,
  toolNamesOf: ToolNamesOf,
): TenantPolicy {
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
    narrowed = narrowing(narrowed, value, () => toolNamesOf(policy));
  }
  return narrowed;
}

function listed(value: string): readonly string[] {
  return [...new Set(value.split(',').map((name) => name.trim()))];
}

function narrowModules(policy: TenantPolicy, value: string): TenantPolicy {
  const wanted = listed(value);
  const isKnown = wanted.every((name) => modules.some((module) => module === name));
  if (!isKnown) throw invalid('The URL names a module that does not exist.', validModules(modules));
  const remaining = policy.modules.filter((module) => wanted.includes(module));
  if (remaining.length === 0) {
    throw invalid(
      'The URL names only modules that this account does not have.',
      validModules(policy.modules),
    );
  }
  return Object.assign({}, policy, { modules: remaining });
}

function validModules(valid: readonly ModuleName[]): string {
  return `Valid values of modules: ${valid.join(', ')}.`;
}

function toolNames(parameter: string, value: string, names: ReadonlySet<string>): readonly string[] {
  const wanted = listed(value);
  if (wanted.every((name) => names.has(name))) return wanted;
  throw invalid(
    'The URL names a tool that does not exist.',
    `Valid values of ${parameter}: ${[...names].join(', ')}.`,
  );
}

function narrowReadOnly(policy: TenantPolicy, value: string): TenantPolicy {
  const wanted = choice('read_only', ['true', 'false'], value);
  return Object.assign({}, policy, { readOnly: policy.readOnly || wanted === 'true' });
}

function choice<const Value extends string>(name: string, valid: readonly Value[], value: string): Value {
  const chosen = valid.find((one) => one === value);
  if (chosen !== undefined) return chosen;
  throw invalid(`The URL has a value of ${name} that does not exist.`, `Valid values: ${valid.join(', ')}.`);
}

/** A pin of the account stays: the URL may repeat it and cannot replace it. */
function pin(name: PinName, policy: TenantPolicy, value: string): TenantPolicy {
  const fixed = policy.pins[name];
  if (fixed !== undefined) {
    if (String(fixed) === value) return policy;
    throw invalid(`This account works in one ${name} only.`, `Valid values of ${name}: ${fixed}.`);
  }
  if (value.trim() === '' || value.length > pinLengthMax || unreadable.test(value)) {
    throw invalid(
      `The URL has a value of ${name} that cannot be one.`,
      `Valid values of ${name}: an id, or a uid, slug, host or name of up to ${pinLengthMax} characters.`,
    );
  }
  return Object.assign({}, policy, { pins: Object.assign({}, policy.pins, { [name]: value }) });
}

function invalid(message: string, hint: string): AppError {
  return new AppError(message, { code: 'INVALID_PARAMS', hint });
}
