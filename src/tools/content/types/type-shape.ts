import { z } from 'zod';
import { foreign } from '../../../toolkit/foreign.ts';
import type { ResourceRef } from '../../../toolkit/result.ts';

const field = foreign({
  id: z.number(),
  name: z.string(),
  type: z.string(),
});

/** A content type as it is echoed; a list leaves the fields out. */
export const contentType = foreign({
  id: z.number(),
  name: z.string(),
  uid: z.string().optional(),
  fields: z.array(field).optional(),
});

export type ContentTypeRow = z.output<typeof contentType>;

export function typeResource({ id, name, uid }: ContentTypeRow): ResourceRef {
  return { type: 'type', id, name, uid };
}
