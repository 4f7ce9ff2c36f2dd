import { type RawSchema, walkSchema } from './json-schema.ts';
import { anyKey, isOpen, type RedactionPath, redacted } from './redaction-paths.ts';
import { isSecretName } from './secret-names.ts';

/** Replaces what must not leave. What holds nothing of the kind is returned as it is; nothing is changed in place. */
export interface Redaction {
  data(data: object): object;
  /** A reading before or after a write, or what a plan would change: of no declared shape. */
  reading(reading: object): object;
}

/** A place in `data`, with what has to be looked at there. */
interface Place {
  /** The tenant's own map: a field that an editor calls "token" is content, and stays. */
  readonly isTenants: boolean;
  readonly isForeign: boolean;
  /** Whether anything foreign is here or below. */
  readonly holdsForeign: boolean;
  readonly keys: ReadonlyMap<string, Place>;
  readonly rest: Place | undefined;
  readonly items: Place | undefined;
}

interface Position {
  readonly path: RedactionPath;
  /** Index of the key that the path waits for. */
  readonly at: number;
}

const noKeys: ReadonlyMap<string, Place> = new Map();
const bare = { keys: noKeys, rest: undefined, items: undefined };
/** Below these everything is alike. */
const own: Place = { isTenants: false, isForeign: false, holdsForeign: false, ...bare };
const foreignPlace: Place = { isTenants: false, isForeign: true, holdsForeign: true, ...bare };
const tenants: Place = { isTenants: true, isForeign: false, holdsForeign: false, ...bare };

/** Paths of an action, and the list of secret names in what is Modyo's, compiled against the shape of its `data`. */
export function compileRedaction(
  schema: RawSchema,
  paths: readonly RedactionPath[],
  hasReadings: boolean,
): Redaction {
  const reading = readingPlace(schema);
  const declared = placeOf(schema, false);
  // A difference may lie in a map of the tenant; `cleanChange` alone knows where it lies.
  const keys = new Map([
    ...declared.keys,
    ['before', reading],
    ['after', reading],
    ['changed', own],
  ] as const);
  const root = hasReadings ? { ...declared, keys, holdsForeign: true } : declared;
  const start = paths.map((path) => ({ path, at: 0 }));
  return {
    data(data) {
      const clean = cleaned(data, root, start) as object;
      return hasReadings && 'changed' in clean && Array.isArray(clean.changed)
        ? Object.assign({}, clean, {
            changed: clean.changed.map((change) => cleanChange(change, reading, start)),
          })
        : clean;
    },
    reading: (value) => cleaned(value, reading, start) as object,
  };
}

/** Readings have no schema: they count as Modyo's, but for the maps that `data` knows to be the tenant's. */
function readingPlace(schema: RawSchema): Place {
  const maps = [...walkSchema(schema)].filter((node) => node.schema['x-tenant-map'] !== undefined);
  const names = maps.map(({ path }) => path.slice(path.lastIndexOf('.') + 1));
  return { ...foreignPlace, keys: new Map(names.map((name) => [name, tenants])), rest: foreignPlace };
}

function placeOf(schema: RawSchema, isInForeign: boolean): Place {
  if (schema['x-tenant-map'] !== undefined) return tenants;
  const isForeign = isInForeign || holdsForeignKeys(schema);
  const branch = schema.anyOf?.find(({ type }) => type === 'object' || type === 'array');
  if (branch !== undefined) return placeOf(branch, isForeign);
  const keys = new Map(
    Object.entries(schema.properties ?? {}).map(([name, child]) => [name, placeOf(child, isForeign)]),
  );
  const open = schema.additionalProperties;
  const rest = typeof open === 'object' ? placeOf(open, isForeign) : undefined;
  const items = schema.items === undefined ? undefined : placeOf(schema.items, isForeign);
  const below = [...keys.values(), rest, items].some((place) => place?.holdsForeign);
  return { isTenants: false, isForeign, holdsForeign: isForeign || below, keys, rest, items };
}

/** Whether keys may lie here that nobody declared: of Modyo's own object, and of anything else that is left open. */
export function holdsForeignKeys(schema: RawSchema): boolean {
  if (schema['x-foreign'] === true) return true;
  const open = schema.type === 'object' ? schema.additionalProperties : isOpen(schema);
  return open === true || (typeof open === 'object' && isOpen(open));
}

function cleaned(value: unknown, place: Place, positions: readonly Position[]): unknown {
  if (typeof value !== 'object' || value === null || place.isTenants) return value;
  if (!place.holdsForeign && positions.length === 0) return value;
  return Array.isArray(value) ? cleanItems(value, place, positions) : cleanMembers(value, place, positions);
}

function cleanItems(items: readonly unknown[], place: Place, positions: readonly Position[]): unknown {
  const itemPlace = place.items ?? openPlace(place);
  let copy: unknown[] | undefined;
  for (let index = 0; index < items.length; index += 1) {
    const item = items[index];
    const clean = cleaned(item, itemPlace, positions);
    if (clean === item) continue;
    copy ??= [...items];
    copy[index] = clean;
  }
  return copy ?? items;
}

function cleanMembers(members: object, place: Place, positions: readonly Position[]): unknown {
  const source = members as Readonly<Record<string, unknown>>;
  let copy: Record<string, unknown> | undefined;
  for (const key of Object.keys(source)) {
    const value = source[key];
    const clean = cleanMember(key, value, place, positions);
    if (clean === value) continue;
    copy ??= Object.assign({}, source);
    copy[key] = clean;
  }
  return copy ?? members;
}

function cleanMember(key: string, value: unknown, place: Place, positions: readonly Position[]): unknown {
  const isSecret = (place.isForeign && isSecretName(key)) || isMet(positions, key);
  if (isSecret) return holdsSomething(value) ? redacted : value;
  if (typeof value !== 'object' || value === null) return value;
  return cleaned(value, stepInto(place, key), advance(positions, key));
}

/** An absent secret and a switch are no secrets: `"token": null` says that there is none. */
function holdsSomething(value: unknown): boolean {
  return value !== undefined && value !== null && typeof value !== 'boolean';
}

function stepInto(place: Place, key: string): Place {
  return place.keys.get(key) ?? place.rest ?? openPlace(place);
}

function openPlace(place: Place): Place {
  if (place.isTenants) return tenants;
  return place.isForeign ? foreignPlace : own;
}

function isMet(positions: readonly Position[], key: string): boolean {
  return positions.some(({ path, at }) => at === path.keys.length - 1 && fits(path, at, key));
}

function advance(positions: readonly Position[], key: string): readonly Position[] {
  if (positions.length === 0) return positions;
  return positions.flatMap((position) => {
    const { path, at } = position;
    const further = fits(path, at, key) && at + 1 < path.keys.length ? [{ path, at: at + 1 }] : [];
    return path.isAnywhere && at === 0 ? [position, ...further] : further;
  });
}

function fits(path: RedactionPath, at: number, key: string): boolean {
  return path.keys[at] === anyKey || path.keys[at] === key;
}

/** A difference names its place in a text: the same rules, walked along it. */
function cleanChange(change: unknown, reading: Place, start: readonly Position[]): unknown {
  if (typeof change !== 'object' || change === null || !('path' in change)) return change;
  const steps = String(change.path).split('.');
  const sides = (['before', 'after'] as const).filter((side) => side in change);
  const clean = sides.map((side) => [
    side,
    cleanAlong(steps, (change as Readonly<Record<string, unknown>>)[side], reading, advance(start, side)),
  ]);
  return Object.assign({}, change, Object.fromEntries(clean));
}

function cleanAlong(
  [step, ...further]: readonly string[],
  value: unknown,
  place: Place,
  positions: readonly Position[],
): unknown {
  if (step === undefined || place.isTenants) return cleaned(value, place, positions);
  if ((place.isForeign && isSecretName(step)) || isMet(positions, step))
    return holdsSomething(value) ? redacted : value;
  return cleanAlong(further, value, stepInto(place, step), advance(positions, step));
}
