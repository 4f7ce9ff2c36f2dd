import { z } from 'zod';
import type { Json } from '../errors/app-error.ts';

/** Keys of one tenant map; Modyo's types have far fewer fields. */
const tenantMapKeysMax = 500;
const tenantMapKeyLengthMax = 255;

/** Schemas made here are told apart by zod's own registries, so no wrapper type is needed. */
const foreignSchemas = z.registry<{ readonly foreign: true }>();
const tenantMaps = z.registry<{ readonly keysMax: number }>();

/**
 * An object that Modyo owns and that is echoed: what we rely on is named, the rest passes. A mismatch
 * is the upstream's change of shape, not our fault.
 */
export function foreign<Shape extends z.ZodRawShape>(shape: Shape) {
  const schema = z.looseObject(shape);
  foreignSchemas.add(schema, { foreign: true });
  return schema;
}

/**
 * A map whose keys are texts of the tenant (field names, custom attributes). The rules about our own
 * keys do not bind it.
 * @param description for a parameter; a map in `data` needs none
 */
export function tenantMap(description?: string) {
  const schema = z
    .record(z.string().min(1).max(tenantMapKeyLengthMax), z.custom<Json>())
    .refine((map) => Object.keys(map).length <= tenantMapKeysMax, {
      message: `has more than ${tenantMapKeysMax} keys`,
    });
  const described = description === undefined ? schema : schema.describe(description);
  tenantMaps.add(described, { keysMax: tenantMapKeysMax });
  return described;
}

export function isForeign(schema: z.core.$ZodType): boolean {
  return foreignSchemas.has(schema);
}

/** The limit of keys when `schema` is a tenant map, else `undefined`. */
export function tenantMapKeys(schema: z.core.$ZodType): number | undefined {
  return tenantMaps.get(schema)?.keysMax;
}
