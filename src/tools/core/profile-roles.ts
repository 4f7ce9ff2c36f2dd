import { z } from 'zod';
import type { Profile } from '../../modyo/account.ts';

const withKeys = z.array(z.union([z.string(), z.looseObject({ key: z.string() })]));

/**
 * The keys of the roles of whoever owns the token; `undefined` if Modyo does not tell them in a form that is
 * known.
 */
export function roleKeysOf(profile: Profile): readonly string[] | undefined {
  const roles = withKeys.safeParse(profile['roles']);
  return roles.data?.map((role) => (typeof role === 'string' ? role : role.key));
}
