import { type Candidate, type IdentifierKind, mapPage, present } from '../identifier-kind.ts';
import { type Asset, getAsset, listAssets } from './assets.ts';
import { type Category, type CategoryNode, getCategory, listCategories } from './categories.ts';
import { type Entry, getEntry, listEntries } from './entries.ts';
import { type EntryFilter, findEntriesByKey } from './entry-keys.ts';
import { getSpace, listSpaceNames, type SpaceName } from './spaces.ts';
import { type ContentType, getType, listTypes } from './types.ts';

export const spaces: IdentifierKind = {
  noun: 'space',
  pagesMax: 20,
  areKeysShared: false,
  fetchPage: async (modyo, request) => mapPage(await listSpaceNames(modyo, request), spaceCandidate),
  read: async (modyo, id) => spaceCandidate(await getSpace(modyo, id)),
};

function spaceCandidate({ id, name, uid, uuid }: SpaceName): Candidate {
  return { id, name, uid, uuid, keys: present(uid, uuid) };
}

export function typesIn(spaceId: number): IdentifierKind {
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
export function entriesIn(spaceId: number, filter: EntryFilter): IdentifierKind {
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

export function categoriesIn(spaceId: number): IdentifierKind {
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

const assetsAskedMax = 100;

/** Media files of the account. Neither file names nor titles are unique, and uuids are not searched for. */
export const assets: IdentifierKind = {
  noun: 'asset',
  pagesMax: 50,
  areKeysShared: true,
  fetchPage: async (modyo, request) => mapPage(await listAssets(modyo, request), assetCandidate),
  async findByKey(modyo, text) {
    const page = await listAssets(modyo, { query: text, page: 1, per_page: assetsAskedMax });
    // Another of the same name may be among those that are not on the page.
    if (page.items.length < page.meta.total_entries) return { candidates: [], complete: true };
    const named = page.items.filter(({ name }) => name === text);
    return { candidates: named.map(assetCandidate), complete: true };
  },
  read: async (modyo, id) => assetCandidate(await getAsset(modyo, id)),
};

/** Found by file name or title; the file name tells those of one title apart. */
function assetCandidate({ id, name, title, uuid }: Asset): Candidate {
  return { id, name: title ?? name ?? '', uid: name, uuid, keys: present(uuid, name) };
}
