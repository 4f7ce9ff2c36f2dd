import { type Candidate, type IdentifierKind, mapPage, present } from '../identifier-kind.ts';
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
