import type { FieldFault } from '../errors/app-error.ts';
import { measureJsonShape } from '../infrastructure/json-shape.ts';
import type { PinName, Pins } from '../tenant/policy.ts';
import { faultsOf, shown, unknownKey, unknownParameter } from './argument-faults.ts';
import { type CompiledAction, discriminator } from './compiled.ts';
import { dangerousKeys } from './dangerous-keys.ts';
import type { Arguments } from './selection.ts';

/** Keys that some clients add to every call. They are dropped and never reach a handler. */
export const ignoredNames: ReadonlySet<string> = new Set(['toolCallId', 'sessionKey']);

/** Deepest nesting of arguments; our own schemas need five levels. */
const depthMax = 32;
/** Values in all arguments together; a long rich text is one value. */
const valuesMax = 20_000;
/** A container inside an object is counted with its colon and its comma. */
const nodesOfValueMax = 3;
const excesses = {
  too_deep: `is nested deeper than ${depthMax} levels`,
  too_many_nodes: `the arguments hold more than ${valuesMax} values`,
} as const;
/** Faults that one answer reports; nobody repairs more at once. */
const faultsMax = 32;

export type ParsedArguments =
  | { readonly ok: true; readonly input: object }
  | {
      readonly ok: false;
      readonly faults: readonly FieldFault[];
      /** In place of the usual sentence, where the faults are of no one parameter. */
      readonly message?: string;
    };

interface SortedArguments {
  /** Arguments that the action has, and that are safe to look into. */
  readonly known: Record<string, unknown>;
  readonly faults: FieldFault[];
}

/**
 * Validates the arguments of one action. All faults are found in one pass, so that a model can repair
 * its call at once.
 * @param visible the actions of the tool that the caller may see; others are not mentioned
 * @param pins the values of the parameters that the caller may not send
 */
export function parseArguments<Ctx>(
  action: CompiledAction<Ctx>,
  visible: readonly CompiledAction<Ctx>[],
  hasDiscriminator: boolean,
  args: Arguments,
  pins: Pins,
): ParsedArguments {
  const { known, faults } = sortArguments(action, visible, hasDiscriminator, args);
  const { changing } = action;
  if (
    changing !== undefined &&
    faults.length === 0 &&
    !Object.keys(known).some((name) => changing.has(name))
  ) {
    return nothingToChange(changing);
  }
  for (const name of action.pinned) known[name] = pins[name];
  const parsed = action.input.safeParse(known, { reportInput: true });
  if (parsed.success) return faults.length === 0 ? { ok: true, input: parsed.data } : { ok: false, faults };
  // A parameter that was left out for a fault of its own is not also missing.
  const refused = new Set(faults.map(topName));
  const found = faultsOf(parsed.error.issues.slice(0, faultsMax), action.rawInput);
  const all = [...faults, ...found.filter((fault) => !refused.has(topName(fault)))];
  return { ok: false, faults: all.slice(0, faultsMax) };
}

function nothingToChange(changing: ReadonlySet<string>): ParsedArguments {
  const expected = `at least one of: ${[...changing].join(', ')}`;
  const fault = { path: '', message: 'nothing to change', expected };
  return { ok: false, faults: [fault], message: 'There is nothing to change.' };
}

function topName(fault: FieldFault): string | undefined {
  return fault.path.split('.', 1)[0];
}

function sortArguments<Ctx>(
  action: CompiledAction<Ctx>,
  visible: readonly CompiledAction<Ctx>[],
  hasDiscriminator: boolean,
  args: Arguments,
): SortedArguments {
  const faults: FieldFault[] = [];
  const known: Record<string, unknown> = {};
  const scan = createScan();
  const isIgnored = (name: string) => ignoredNames.has(name) || (hasDiscriminator && name === discriminator);
  for (const [name, value] of Object.entries(args)) {
    if (faults.length >= faultsMax) break;
    if (isIgnored(name)) continue;
    const structure = action.structured.has(name) ? readStructure(name, value) : { value };
    const fault = faultOfName(name, action, visible) ?? structure.fault ?? scan(structure.value, name, 1);
    if (fault === undefined) known[name] = structure.value;
    else faults.push(fault);
  }
  return { known, faults };
}

function faultOfName<Ctx>(
  name: string,
  action: CompiledAction<Ctx>,
  visible: readonly CompiledAction<Ctx>[],
): FieldFault | undefined {
  if (dangerousKeys.has(name)) return dangerousName(name);
  if (action.pinned.has(name as PinName)) return pinnedName(name);
  return action.parameters.has(name) ? undefined : unknownParameter(name, action, visible);
}

const dangerousName = (name: string): FieldFault => ({ path: name, message: 'is not allowed as a name' });
const pinnedName = (name: string): FieldFault => ({
  path: name,
  message: 'is fixed by this connection',
  expected: `no ${name}`,
});

/**
 * What can be said of the arguments while nobody knows which action is meant: the names that none takes.
 * @param visible the actions of the tool that the caller may see
 */
export function strayNames<Ctx>(
  visible: readonly CompiledAction<Ctx>[],
  args: Arguments,
): readonly FieldFault[] {
  const known = new Set([discriminator, ...visible.flatMap((action) => [...action.parameters.keys()])]);
  const faultOfStray = (name: string): FieldFault | undefined => {
    if (dangerousKeys.has(name)) return dangerousName(name);
    if (visible.some((action) => action.pinned.has(name as PinName))) return pinnedName(name);
    const isTaken =
      known.has(name) || ignoredNames.has(name) || visible.some((action) => action.readOnlyNames.has(name));
    return isTaken ? undefined : unknownKey([], name, known);
  };
  const faults: FieldFault[] = [];
  for (const name of Object.keys(args)) {
    if (faults.length >= faultsMax) break;
    const fault = faultOfStray(name);
    if (fault !== undefined) faults.push(fault);
  }
  return faults;
}

interface Structure {
  readonly value: unknown;
  readonly fault?: FieldFault;
}

/**
 * Several clients send an object or an array as its JSON text. What limits the shape of a request has seen
 * that as one string, so the text is measured before it is parsed.
 */
export function readStructure(path: string, value: unknown): Structure {
  if (typeof value !== 'string' || !/^\s*[[{]/.test(value)) return { value };
  const shape = measureJsonShape(Buffer.from(value), { depthMax, nodesMax: valuesMax * nodesOfValueMax });
  if (shape !== 'fits') return { value, fault: { path, message: excesses[shape] } };
  try {
    return { value: JSON.parse(value) };
  } catch {
    return { value };
  }
}

/** Looks for the first dangerous key, or the point where the arguments become too deep or too many. */
function createScan() {
  let values = 0;
  const scan = (value: unknown, path: string, depth: number): FieldFault | undefined => {
    values += 1;
    if (values > valuesMax) return { path: shown(path), message: excesses.too_many_nodes };
    if (typeof value !== 'object' || value === null) return undefined;
    if (depth > depthMax) return { path: shown(path), message: excesses.too_deep };
    for (const [key, child] of Object.entries(value)) {
      const childPath = `${path}.${key}`;
      if (dangerousKeys.has(key)) return { path: shown(childPath), message: 'is not allowed as a name' };
      const danger = scan(child, childPath, depth + 1);
      if (danger !== undefined) return danger;
    }
    return undefined;
  };
  return scan;
}
