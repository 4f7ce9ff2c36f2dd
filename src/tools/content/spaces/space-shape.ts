import { z } from 'zod';
import { foreign } from '../../../toolkit/foreign.ts';
import type { ResourceRef } from '../../../toolkit/result.ts';

/** A space as it is echoed: what we rely on, and whatever else Modyo says of it. */
export const space = foreign({
  id: z.number(),
  name: z.string(),
  uid: z.string(),
  uuid: z.string().optional(),
  default_locale: z.string().optional(),
  locales: z.array(z.string()).optional(),
});

export type SpaceRow = z.output<typeof space>;

export function spaceResource({ id, name, uid, uuid }: SpaceRow): ResourceRef {
  return { type: 'space', id, name, uid, uuid };
}
