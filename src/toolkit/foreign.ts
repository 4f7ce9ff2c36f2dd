import { z } from 'zod';
import type { Json } from '../errors/app-error.ts';

/** Keys of one tenant map; Modyo's types have far fewer fields. */
const tenantMapKeysMax = 500;
const tenantMapKeyLengthMax = 255;

/**
 * An object that Modyo owns and that is echoed: what we rely on is named, the rest passes. A value that
 * does not fit is the upstream's change of shape, not our fault.
 */
export function foreign<Shape extends z.ZodRawShape>(shape: Shape) {
  return z.looseObject(shape).meta({ 'x-foreign': true });
}

/**
 * A map whose keys are texts of the tenant (field names, custom attributes) and whose values are any
 * JSON. The rules about our own keys do not bind it.
 * @param description for a parameter; a map in `data` needs none
 */
export function tenantMap(description?: string) {
  const anyJson = z.unknown() as unknown as z.ZodType<Json>;
  return z
    .record(z.string().min(1).max(tenantMapKeyLengthMax), anyJson)
    .refine((map) => Object.keys(map).length <= tenantMapKeysMax, {
      message: `has more than ${tenantMapKeysMax} keys`,
    })
    .meta({ 'x-tenant-map': tenantMapKeysMax, ...(description !== undefined && { description }) });
}
