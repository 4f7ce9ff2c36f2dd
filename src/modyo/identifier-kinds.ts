import type { ModyoClient } from './client.ts';
import { type Category, type CategoryNode, getCategory, listCategories } from './content/categories.ts';
import { type Entry, getEntry, listEntries } from './content/entries.ts';
import { getSpace, listSpaceNames, type SpaceName } from './content/spaces.ts';
import { type ContentType, getType, listTypes } from './content/types.ts';
import { type AdminUser, getAdminUser, listAdminUsers } from './core/users.ts';
import { type EntryFilter, findEntriesByKey } from './entry-keys.ts';
import type { Page, PageRequest } from './pages.ts';

/** What is looked up, and where. */
export type IdentifierScope =
  /** Kinds of the account, which lie in no space. */
  | { readonly kind: 'space' | 'user' }
  | { readonly kind: 'type'; readonly spaceId: number }
  | { readonly kind: 'category'; readonly spaceId: number }
  | {
      readonly kind: 'entry';
      readonly spaceId: number;
      /** Only entries of this type. */
      readonly typeId?: number | undefined;
      /** Entries as they are in this locale. */
      readonly locale?: string | undefined;
    };

/** An identifier as a caller wrote it, and where it is looked up. */
export type IdentifierQuery = IdentifierScope & { readonly identifier: string | number };

/** One element that a text may mean. */
export interface Candidate {
  readonly id: number;
  readonly name: string;
  readonly uid?: string | undefined;
  readonly uuid?: string | undefined;
  /** Texts that mean this element and no other: uid, slug, path, uuid. */
  readonly keys: readonly string[];
}

export interface KeyedCandidates {
  readonly candidates: readonly Candidate[];
  /** False if one of those that may have the key was not looked at. */
  readonly complete: boolean;
}

export interface IdentifierKind {
  readonly noun: string;
  /** Pages of 100 that a lookup reads at most. */
  readonly pagesMax: number;
  fetchPage(modyo: ModyoClient, request: PageRequest): Promise<Page<Candidate>>;
  /** Whether two elements can have one key, so that finding one does not end the search. */
  readonly areKeysShared: boolean;
  /** A quicker way to elements by a key of their own; none does not mean that there is none. */
  findByKey?(modyo: ModyoClient, text: string): Promise<KeyedCandidates>;
  /** Where to look when nothing is found. */
  readonly otherwise?: IdentifierKind;
  /** @throws {AppError} `NOT_FOUND` */
  read(modyo: ModyoClient, id: number): Promise<Candidate>;
}

/** How elements of a scope are found. */
export function identifierKind(scope: IdentifierScope): IdentifierKind {
  switch (scope.kind) {
    case 'space':
      return spaces;
    case 'user':
      return users;
    case 'type':
      return typesIn(scope.spaceId);
    case 'category':
      return categoriesIn(scope.spaceId);
    case 'entry':
      return entriesIn(scope.spaceId, { type_id: scope.typeId, target_locale: scope.locale });
  }
}

const spaces: IdentifierKind = {
  noun: 'space',
  pagesMax: 20,
  areKeysShared: false,
  fetchPage: async (modyo, request) => mapPage(await listSpaceNames(modyo, request), spaceCandidate),
  read: async (modyo, id) => spaceCandidate(await getSpace(modyo, id)),
};

function spaceCandidate({ id, name, uid, uuid }: SpaceName): Candidate {
  return { id, name, uid, uuid, keys: present(uid, uuid) };
}

/** One may sign in with what is the email of another, so a key does not end the search. */
const users: IdentifierKind = {
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

function typesIn(spaceId: number): IdentifierKind {
  return {
    noun: 'content type',
    pagesMax: 20,
    areKeysShared: false,
    fetchPage: async (modyo, request) => {
      const page = await listTypes(modyo, spaceId, { ...request, only: ['id', 'name', 'uid'] });
      return mapPage(page, typeCandidate);
    },
    read: async (modyo, id) => typeCandidate(await getType(modyo, spaceId, id)),
  };
}

function typeCandidate({ id, name, uid }: ContentType): Candidate {
  return { id, name, uid, keys: present(uid) };
}

/** An entry may be named as it is called in the default language, whatever language is asked for. */
function entriesIn(spaceId: number, filter: EntryFilter): IdentifierKind {
  return {
    noun: 'entry',
    pagesMax: 50,
    areKeysShared: true,
    fetchPage: async (modyo, request) =>
      mapPage(await listEntries(modyo, spaceId, { ...request, ...filter }), entryCandidate),
    async findByKey(modyo, text) {
      const { entries, complete } = await findEntriesByKey(modyo, spaceId, filter, text);
      return { candidates: entries.map(entryCandidate), complete };
    },
    ...(filter.target_locale !== undefined && {
      otherwise: entriesIn(spaceId, { ...filter, target_locale: undefined }),
    }),
    read: async (modyo, id) => entryCandidate(await getEntry(modyo, spaceId, id)),
  };
}

function entryCandidate({ id, name, uuid, slug }: Entry): Candidate {
  return { id, name: name ?? '', uuid, keys: present(uuid, slug) };
}

function categoriesIn(spaceId: number): IdentifierKind {
  return {
    noun: 'category',
    pagesMax: 20,
    areKeysShared: true,
    fetchPage: async (modyo, request) => {
      const page = await listCategories(modyo, spaceId, request);
      return { meta: page.meta, items: page.items.flatMap(withDescendants).map(categoryCandidate) };
    },
    read: async (modyo, id) => categoryCandidate(await getCategory(modyo, spaceId, id)),
  };
}

function withDescendants(category: Category): readonly CategoryNode[] {
  return [category, ...(category.children ?? []).flatMap(withDescendants)];
}

function categoryCandidate({ id, name, slug, uuid, full_path: path }: CategoryNode): Candidate {
  return { id, name, uid: path ?? slug, uuid, keys: present(path, slug, uuid) };
}

function mapPage<Item>(page: Page<Item>, candidate: (item: Item) => Candidate): Page<Candidate> {
  return { meta: page.meta, items: page.items.map(candidate) };
}

function present(...keys: readonly (string | undefined)[]): readonly string[] {
  return keys.filter((key) => key !== undefined);
}
