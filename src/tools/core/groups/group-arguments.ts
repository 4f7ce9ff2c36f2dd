import { z } from 'zod';
import { identifier } from '../../../toolkit/identifier.ts';
import { nameText } from '../../name-parameters.ts';

const usersMax = 100;
const userCharactersMax = 255;

export const groupParameter = identifier('Group', 'name');

export const groupName = nameText.describe('Name of the group, e.g. "Editors"');

/** Texts alone, since clients refuse lists of two kinds; an id is written in digits. */
export const usersParameter = z
  .array(z.string().min(1).max(userCharactersMax))
  .min(1)
  .max(usersMax)
  .optional();

/** What a creation, an update and an upsert take alike. */
export const groupAttributes = {
  role: identifier('Account role of its members', 'key or name, e.g. "account_user"').optional(),
  users: usersParameter.describe(
    'Admin users to put in, by email, username, uuid, name or id; who is in stays, e.g. ["ana@example.com"]',
  ),
  application_access: z
    .array(z.enum(['content', 'channels', 'customers', 'insights']))
    .max(4)
    .optional()
    .describe('Applications that its members can open; replaces the whole list'),
};

export const groupSortKeys = ['id', 'name', 'created_at', 'updated_at'] as const;

export const inferredGroupNote =
  'Only the list of groups is documented; the other calls, and who is in a group, are inferred from it.';
