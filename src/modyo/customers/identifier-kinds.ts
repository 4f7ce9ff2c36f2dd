import { AppError } from '../../errors/app-error.ts';
import { type Candidate, type IdentifierKind, mapPage } from '../identifier-kind.ts';
import { walkPages } from '../pages.ts';
import { listRealms, type Realm } from './realms.ts';

const realmPagesMax = 20;

export const realms: IdentifierKind = {
  noun: 'realm',
  pagesMax: realmPagesMax,
  areKeysShared: false,
  fetchPage: async (modyo, request) => mapPage(await listRealms(modyo, request), realmCandidate),
  /** How one realm is read is not documented, so it is looked for in the list. */
  async read(modyo, id) {
    const { items } = await walkPages({
      fetchPage: (request) => listRealms(modyo, request),
      pagesMax: realmPagesMax,
    });
    const realm = items.find((one) => one.id === id);
    if (realm === undefined) throw new AppError('There is no realm with this id.', { code: 'NOT_FOUND' });
    return realmCandidate(realm);
  },
};

function realmCandidate({ id, name, slug }: Realm): Candidate {
  return { id, name, uid: slug, keys: [slug] };
}
