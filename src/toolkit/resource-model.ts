import { z } from 'zod';
import { type RawSchema, walkSchema } from './json-schema.ts';
import { anyKey } from './redaction-paths.ts';

/** One attribute of an entity: what it holds, whether a caller may send it, and whether it may ever leave. */
export interface ResourceField {
  /** Holds for what is sent and for what is read. A default is for a creation alone. */
  readonly schema: z.ZodType;
  /** For the parameter; may stand on the schema instead. */
  readonly describe?: string;
  /** Set by Modyo: no parameter, and refused by name when it is sent. */
  readonly readOnly?: true;
  /** May be sent, and is never answered. */
  readonly secret?: true;
}

interface Fields {
  readonly [name: string]: ResourceField;
}

/** A word that is not one of a field's, `secrets` say, must not pass for nothing. */
type Exactly<F extends Fields> = {
  readonly [K in keyof F]: { readonly [Word in Exclude<keyof F[K], keyof ResourceField>]?: never };
};

/** The schema without what stands in for an absent value. */
type Bare<S> =
  S extends z.ZodDefault<infer I>
    ? Bare<I>
    : S extends z.ZodPrefault<infer I>
      ? Bare<I>
      : S extends z.ZodOptional<infer I>
        ? Bare<I>
        : S;

type Inner<S> = Bare<S> extends z.ZodType ? Bare<S> : never;

type Answered<S> = S extends z.ZodDefault | z.ZodPrefault | z.ZodOptional ? z.ZodOptional<Inner<S>> : S;

type Writable<F> = { [K in keyof F]: F[K] extends { readonly readOnly: true } ? never : K }[keyof F];
type Visible<F> = { [K in keyof F]: F[K] extends { readonly secret: true } ? never : K }[keyof F];

type CreateShape<F extends Fields> = { [K in Writable<F>]: F[K]['schema'] };
type UpdateShape<F extends Fields> = { [K in Writable<F>]: z.ZodOptional<Inner<F[K]['schema']>> };
type OutputShape<F extends Fields> = { [K in Visible<F>]: Answered<F[K]['schema']> };

/** An entity described once, for all actions that take or answer it. */
export interface Resource<Name extends string, F extends Fields> {
  readonly name: Name;
  /**
   * The parameters, to be spread into an action's `input`. A creation has the defaults; of an update
   * everything is optional and nothing is filled in, so that what is not sent stays as it is.
   * @throws {Error} for an update of a field whose default cannot be taken off, since it lies further in
   */
  input(of: 'create'): CreateShape<F>;
  input(of: 'update'): UpdateShape<F>;
  /**
   * The entity in `data`, as Modyo answers it: fields that are not declared and fields that are secret do
   * not leave, and a value that does not fit is Modyo's change of shape.
   */
  output(): z.ZodObject<OutputShape<F>>;
  /**
   * For `present.redact` of an action that neither takes nor answers the entity and reads it all the same, as
   * before a deletion. Where it is taken or answered, its secret fields are replaced without being named.
   */
  readonly redactions: readonly string[];
}

export function resource<const Name extends string, const F extends Fields>(
  name: Name,
  { fields }: { readonly fields: F & Exactly<F> },
): Resource<Name, F> {
  const declared = Object.entries<ResourceField>(fields);
  const secrets = declared.filter(([, field]) => field.secret).map(([key]) => key);
  const answered = z.object(outputShape(declared)).meta({ 'x-foreign': true });
  const output = secrets.length === 0 ? answered : answered.meta({ 'x-secret-fields': secrets });
  return {
    name,
    // What the types say of each field is what the three functions below do with it.
    input: (of: 'create' | 'update') =>
      inputShape(declared, of === 'create' ? asCreated : asUpdated(name)) as CreateShape<F> & UpdateShape<F>,
    output: () => output as unknown as z.ZodObject<OutputShape<F>>,
    redactions: secrets.map(pathOfSecret),
  };
}

/** The secret fields of the entities that an action takes or answers, as paths: none has to be thought of. */
export function secretPaths(input: z.ZodObject, data: RawSchema): readonly string[] {
  const taken = Object.entries(input.shape).filter(
    ([, schema]) => markOf(schema as z.ZodType, 'x-secret') === true,
  );
  const answered = [...walkSchema(data)].flatMap(({ schema }) => schema['x-secret-fields'] ?? []);
  return [...new Set([...taken.map(([name]) => name), ...answered])].map(pathOfSecret);
}

function pathOfSecret(name: string): string {
  return `${anyKey}.${name}`;
}

/** The fields that Modyo sets, of the entities that an action takes: refused by name, whatever it answers. */
export function readOnlyFields(input: z.ZodObject): readonly string[] {
  return Object.values(input.shape).flatMap(
    (schema) => (markOf(schema as z.ZodType, 'x-read-only-fields') as readonly string[] | undefined) ?? [],
  );
}

/** A mark of the schema, or of what an author has wrapped once more. */
function markOf(schema: z.ZodType, mark: 'x-secret' | 'x-read-only-fields'): unknown {
  const value = schema.meta()?.[mark];
  const inner = bare(schema);
  return value !== undefined || inner === schema ? value : markOf(inner, mark);
}

type DeclaredFields = readonly (readonly [name: string, field: ResourceField])[];

function inputShape(
  fields: DeclaredFields,
  schemaOf: (field: ResourceField, name: string) => z.ZodType,
): z.ZodRawShape {
  const writable = fields.filter(([, field]) => field.readOnly !== true);
  const readOnly = fields.filter(([, field]) => field.readOnly === true).map(([name]) => name);
  return Object.fromEntries(
    writable.map(([name, field]) => {
      const schema = schemaOf(field, name);
      const marks = {
        ...(field.secret === true && { 'x-secret': true }),
        ...(readOnly.length > 0 && { 'x-read-only-fields': readOnly }),
      };
      return [name, schema.meta(marks)];
    }),
  );
}

function asCreated({ schema, describe }: ResourceField): z.ZodType {
  return describe === undefined ? schema : schema.describe(describe);
}

function asUpdated(resourceName: string) {
  return ({ schema, describe }: ResourceField, name: string): z.ZodType => {
    const inner = bare(schema);
    if (holdsDefault(inner)) {
      throw new Error(
        `${resourceName}.${name}: an update would fill in the default, which has to be the last word of the schema`,
      );
    }
    const optional = inner.optional().meta({ 'x-changes': true });
    const description = describe ?? descriptionOf(schema);
    return description === undefined ? optional : optional.describe(description);
  };
}

/** Whether something stands in for an absent or unfit value at any depth, as in `default(…).nullable()`. */
function holdsDefault(schema: z.ZodType): boolean {
  // What JSON has no schema for is refused where the action is compiled.
  const raw = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as unknown as RawSchema;
  return [...walkSchema(raw)].some((node) => node.schema.default !== undefined);
}

function outputShape(fields: DeclaredFields): z.ZodRawShape {
  const visible = fields.filter(([, field]) => field.secret !== true);
  return Object.fromEntries(
    visible.map(([name, { schema, readOnly }]) => {
      const inner = bare(schema);
      const answered = inner === schema ? inner : inner.optional();
      return [name, readOnly === true ? answered.meta({ 'x-read-only': true }) : answered];
    }),
  );
}

function bare(schema: z.ZodType): z.ZodType {
  const standsIn =
    schema instanceof z.ZodDefault || schema instanceof z.ZodPrefault || schema instanceof z.ZodOptional;
  return standsIn ? bare(schema.def.innerType as z.ZodType) : schema;
}

/** The outermost text counts; what stands in for an absent value may have been put around it. */
function descriptionOf(schema: z.ZodType): string | undefined {
  if (schema.description !== undefined) return schema.description;
  const inner = bare(schema);
  return inner === schema ? undefined : inner.description;
}
