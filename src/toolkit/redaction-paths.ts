import { dangerousKeys } from './dangerous-keys.ts';
import { type RawSchema, walkSchema } from './json-schema.ts';

/** What stands in the place of a value that must not leave. */
export const redacted = '[redacted]';

/** A path of `present.redact`, taken apart. */
export interface RedactionPath {
  readonly keys: readonly string[];
  /** Whether the keys may begin at any depth. */
  readonly isAnywhere: boolean;
}

export const anyKey = '*';
const keysMax = 8;
const keyForm = /^(?:\*|[A-Za-z_][A-Za-z0-9_-]{0,63})$/;

/** What a path leads to: a schema, or a place that the schema leaves open. */
type Target = RawSchema | 'open' | 'tenants';

/**
 * Takes the paths apart and holds them against the schema of `data`. A first `*` stands for any place,
 * however deep; a later one for any one key. A list needs no step of its own: a path goes on in each item.
 * @param fault told of each path that cannot do what it says; such a path is left out of the result
 */
export function parseRedactionPaths(
  paths: readonly string[],
  schema: RawSchema,
  fault: (path: string, what: string) => void,
): readonly RedactionPath[] {
  return paths.flatMap((path) => {
    const parsed = parse(path);
    const what = typeof parsed === 'string' ? parsed : faultIn(parsed, schema);
    if (what !== undefined) fault(path, what);
    return typeof parsed === 'string' || what !== undefined ? [] : [parsed];
  });
}

function parse(path: string): RedactionPath | string {
  const steps = path.split('.');
  if (steps.length > keysMax) return `has more than ${keysMax} steps`;
  const odd = steps.find((step) => !keyForm.test(step) || dangerousKeys.has(step));
  if (odd !== undefined) return `has the step ${JSON.stringify(odd)}, which is no key and no ${anyKey}`;
  const isAnywhere = steps[0] === anyKey;
  const keys = isAnywhere ? steps.slice(1) : steps;
  return keys.every((key) => key === anyKey) ? 'names no key' : { keys, isAnywhere };
}

function faultIn({ keys, isAnywhere }: RedactionPath, root: RawSchema): string | undefined {
  const starts = isAnywhere ? [...walkSchema(root)].map(({ schema }) => schema) : [root];
  const targets = starts.flatMap((start) => targetsOf(start, keys));
  if (targets.length === 0 && !isAnywhere) return 'leads to nothing in data';
  if (targets.includes('tenants') && !isAnywhere)
    return 'leads into a tenantMap, whose keys are not ours to judge';
  const declared = targets.filter((target) => typeof target === 'object');
  return declared.every(takesText)
    ? undefined
    : `leads to what is no free text, so ${redacted} would not fit`;
}

function targetsOf(schema: RawSchema, keys: readonly string[]): readonly Target[] {
  if (schema['x-tenant-map'] !== undefined) return keys.length === 0 ? [schema] : ['tenants'];
  if (keys.length > 0 && schema.anyOf !== undefined)
    return schema.anyOf.flatMap((branch) => targetsOf(branch, keys));
  if (keys.length > 0 && schema.items !== undefined) return targetsOf(schema.items, keys);
  const [key, ...further] = keys;
  if (key === undefined) return [isOpen(schema) ? 'open' : schema];
  if (isOpen(schema)) return ['open'];
  return childrenOf(schema, key).flatMap((child) => targetsOf(child, further));
}

function childrenOf({ properties = {}, additionalProperties: rest }: RawSchema, key: string): RawSchema[] {
  const open = rest === true ? {} : rest;
  const further = typeof open === 'object' ? [open] : [];
  if (key === anyKey) return [...Object.values(properties), ...further];
  const declared = properties[key];
  return declared === undefined ? further : [declared];
}

/** Whether the schema admits anything. */
export function isOpen(schema: RawSchema): boolean {
  return schema.type === undefined && schema.anyOf === undefined && schema.enum === undefined;
}

function takesText(schema: RawSchema): boolean {
  if (schema.anyOf !== undefined) return schema.anyOf.some(takesText);
  if (schema.type !== 'string') return false;
  const { enum: values, const: only, format, pattern, minLength = 0, maxLength = redacted.length } = schema;
  const isFree = (values ?? only ?? format ?? pattern) === undefined;
  return isFree && minLength <= redacted.length && maxLength >= redacted.length;
}
