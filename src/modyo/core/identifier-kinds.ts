import { AppError } from '../../errors/app-error.ts';
import type { ModyoClient } from '../client.ts';
import { type Candidate, type IdentifierKind, mapPage, present } from '../identifier-kind.ts';
import { type Page, walkPages } from '../pages.ts';
import { type Group, getGroup, listGroups } from './groups.ts';
import { getRole, listRoles, type Role, type RoleContext } from './roles.ts';
import { type AdminUser, getAdminUser, listAdminUsers } from './users.ts';

/** One may sign in with what is the email of another, so a key does not end the search. */
export const users: IdentifierKind = {
  noun: 'admin user',
  pagesMax: 20,
  areKeysShared: true,
  fetchPage: async (modyo, request) =>
    mapPage(await listAdminUsers(modyo, request), (user) => userCandidate(user)),
  async findByKey(modyo, text) {
    const { items, meta } = await listAdminUsers(modyo, { query: text, page: 1, per_page: 100 });
    const bearers = items.map((user) => userCandidate(user, text)).filter(({ keys }) => keys.includes(text));
    return { candidates: bearers, complete: items.length >= meta.total_entries };
  },
  read: async (modyo, id) => userCandidate(await getAdminUser(modyo, id)),
};

/** @param text an email is the same whatever its case, so it is a key in the spelling that was asked for */
function userCandidate(user: AdminUser, text = ''): Candidate {
  const { id, uuid, email, username } = user;
  const spelt = email?.toLowerCase() === text.toLowerCase() ? text : email;
  return { id, name: userName(user), uid: username, uuid, keys: present(uuid, email, spelt, username) };
}

function userName({ name, first_name: first, last_name: last }: AdminUser): string {
  return name ?? [first, last].filter((part) => part !== undefined).join(' ');
}

export const groups: IdentifierKind = {
  noun: 'group',
  pagesMax: 20,
  areKeysShared: false,
  fetchPage: async (modyo, request) => mapPage(await listGroups(modyo, request), groupCandidate),
  read: async (modyo, id) => groupCandidate(await getGroup(modyo, id)),
};

function groupCandidate({ id, name }: Group): Candidate {
  return { id, name, keys: [] };
}

const rolePagesMax = 20;

/** Roles of one context, or of all: their key or, whatever the case, their name. */
export function rolesIn(context: RoleContext | undefined): IdentifierKind {
  return {
    noun: context === undefined ? 'role' : `${context} role`,
    pagesMax: rolePagesMax,
    areKeysShared: false,
    areFew: true,
    fetchPage: async (modyo, request) =>
      mapPage(
        context === undefined ? await listRoles(modyo, request) : await rolesOfContext(modyo, context),
        roleCandidate,
      ),
    async read(modyo, id) {
      const role = await getRole(modyo, id);
      if (context !== undefined && role.context !== context) {
        throw new AppError(`This is no ${context} role.`, { code: 'NOT_FOUND' });
      }
      return roleCandidate(role);
    },
  };
}

/**
 * All roles of a context as one page. Modyo lists those of every context together, so what belongs to another
 * one is left out here, and what was not read counts as missing.
 */
export async function rolesOfContext(
  modyo: ModyoClient,
  context: RoleContext,
  query?: string,
): Promise<Page<Role>> {
  const { items, searched, total } = await walkPages({
    fetchPage: (request) => listRoles(modyo, { ...request, query }),
    pagesMax: rolePagesMax,
  });
  const roles = items.filter((role) => role.context === context);
  const count = roles.length + total - searched;
  return {
    items: roles,
    meta: { total_entries: count, per_page: count, current_page: 1, total_pages: 1 },
  };
}

function roleCandidate({ id, key, name }: Role): Candidate {
  return { id, name, uid: key, keys: [key] };
}
