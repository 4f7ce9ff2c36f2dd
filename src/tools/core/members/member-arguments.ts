import { z } from 'zod';
import { identifier } from '../../../toolkit/identifier.ts';
import { placeParameters, placesNamed } from '../place.ts';

const segmentsMax = 100;

export const memberParameters = {
  ...placeParameters,
  user: identifier('Admin user', 'uuid, email, username or full name').optional(),
  group: identifier('Group', 'name').optional(),
};

export const roleParameter = identifier('Role of the space, site or realm', 'key or name, e.g. "site_admin"');

export const segmentsParameter = z
  .array(z.int().min(1))
  .max(segmentsMax)
  .optional()
  .describe('Ids of the segments that the role is restricted to, in a realm only; replaces the whole list');

type Named = { readonly [name: string]: unknown };

export function namesOnePlace(input: Named): boolean {
  return placesNamed(input as Parameters<typeof placesNamed>[0]) === 1;
}

export function namesOneMember({ user, group }: Named): boolean {
  return (user === undefined) !== (group === undefined);
}

export function segmentsAreInRealm({ segments, realm }: Named): boolean {
  return segments === undefined || realm !== undefined;
}

/** What each of the three rules says where it is broken. */
export const onePlace = { path: ['space'], message: 'Name one of space, site and realm' };
export const oneMember = { path: ['user'], message: 'Name one of user and group' };
export const onlyInRealm = { path: ['segments'], message: 'Only a role in a realm has segments' };

export const guessedNote =
  'How Modyo is asked who has a role where is not documented: the calls behind this are guesses, and may fail with NOT_FOUND.';
