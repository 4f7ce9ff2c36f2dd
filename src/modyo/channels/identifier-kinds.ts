import { type Candidate, type IdentifierKind, present } from '../identifier-kind.ts';
import { walkPages } from '../pages.ts';
import { getSite, listSites, type Site, type Stage, siteStates } from './sites.ts';

const sitePagesMax = 20;

/** Sites in whatever state, and their stages, which are sites too. */
export const sites: IdentifierKind = {
  noun: 'site',
  pagesMax: 1,
  areKeysShared: false,
  async fetchPage(modyo) {
    const walks = await Promise.all(
      siteStates.map((status) =>
        walkPages({
          fetchPage: (request) => listSites(modyo, { ...request, status }),
          pagesMax: sitePagesMax,
        }),
      ),
    );
    const found = walks.flatMap(({ items }) => items.flatMap(withStages)).map(siteCandidate);
    const unread = walks.reduce((sum, { searched, total }) => sum + total - searched, 0);
    const count = new Set(found.map(({ id }) => id)).size + unread;
    return {
      items: found,
      meta: { total_entries: count, per_page: count, current_page: 1, total_pages: 1 },
    };
  },
  read: async (modyo, id) => siteCandidate(await getSite(modyo, id)),
};

/** The list of stages may hold the site itself. */
function withStages(site: Site): readonly Stage[] {
  return [site, ...(site.stages ?? []).filter(({ id }) => id !== site.id)];
}

function siteCandidate({ id, name, host, uuid }: Stage): Candidate {
  return { id, name, uid: host, uuid, keys: present(host, uuid) };
}
