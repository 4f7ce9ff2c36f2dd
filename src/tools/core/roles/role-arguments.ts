import { z } from 'zod';
import { roleContexts } from '../../../modyo/core/roles.ts';
import { identifier } from '../../../toolkit/identifier.ts';
import { nameText } from '../../name-parameters.ts';

const permissionsMax = 300;
const permissionCharactersMax = 100;

export const roleParameter = identifier('Role', 'key or name, e.g. "site_developer"');

export const roleName = nameText.describe('Name of the role, e.g. "Auditor"');

export const permissionsParameter = z
  .array(z.string().min(1).max(permissionCharactersMax))
  .max(permissionsMax)
  .describe('Keys of what the role allows, as a get of a role shows them, e.g. ["view_activity_logs"]');

export const contextParameter = z
  .enum(roleContexts)
  .optional()
  .describe('Only roles that are given in an account, a site, a space or a realm');

/** What the panel calls the scope of a role of one's own, and where its roles are given. */
export const contextOfScope = {
  organization: 'account',
  channels: 'site',
  customers: 'realm',
  content: 'space',
} as const;

export const scopeParameter = z
  .enum(['organization', 'channels', 'customers', 'content'])
  .describe('Where the role is given: in the account, in sites, in realms or in spaces; it stays');

export const guessedBodyNote =
  'How Modyo names the permissions of a role and its scope is not documented: both are guesses, so look at the warnings.';
