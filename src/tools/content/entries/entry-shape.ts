import { z } from 'zod';
import { foreign, tenantMap } from '../../../toolkit/foreign.ts';
import type { ResourceRef } from '../../../toolkit/result.ts';

/** An entry as it is echoed, in one locale: all that Modyo says of it but its values, which go by name. */
export const entry = foreign({
  id: z.number(),
  uuid: z.string(),
  name: z.string().optional(),
  locale: z.string().optional(),
  space_id: z.number().optional(),
});

/** An entry of a list, with the keys that a caller may choose from; Modyo sends more. */
export const listedEntry = foreign({
  id: z.number(),
  uuid: z.string(),
  name: z.string().optional(),
  locale: z.string().optional(),
  status: z.string().optional(),
  published: z.boolean().optional(),
  scheduled: z.boolean().optional(),
  dirty: z.boolean().optional(),
  published_at: z.string().optional(),
  unpublished_at: z.string().optional(),
  updated_at: z.string().optional(),
  content_type_id: z.number().optional(),
  type_name: z.string().nullish(),
  category_id: z.number().nullish(),
  tags: z.array(z.string()).optional(),
  user: foreign({ name: z.string().nullish() }).nullish(),
  workflow: foreign({ current_state: z.string().optional() }).optional(),
});

export type EntryRow = z.output<typeof entry>;

/** The keys of `data` that tell where an entry stands after a read or a write. */
export const entryData = {
  entry,
  fields: tenantMap(),
  entry_status: z.string().optional(),
  is_live: z.boolean(),
  has_unpublished_changes: z.boolean(),
};

export function entryResource({ id, name, uuid }: EntryRow): ResourceRef {
  return { type: 'entry', id, uuid, ...(typeof name === 'string' && { name }) };
}
