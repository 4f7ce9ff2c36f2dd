import { type SandboxAccount, sandboxSpaceIds } from '../accounts.ts';
import type { AccountData, SpaceRecord } from '../records.ts';
import { spaceSettings } from '../spaces.ts';
import { createRandom } from './random.ts';

/** The seed's calendar starts here: 2 March 2026, 09:00 in Santiago. */
const epochMs = Date.parse('2026-03-02T12:00:00.000Z');
const dayMs = 86_400_000;
/** Ids given at run time start here, above every seeded one. */
const firstFreeId = 1_000_000;

const spaceSeeds = [
  {
    id: sandboxSpaceIds.bank,
    name: 'Banca Personas',
    uid: 'banca-personas',
    description: 'Productos, noticias y sucursales de la banca de personas',
    settings: {},
  },
  {
    id: sandboxSpaceIds.stores,
    name: 'Tiendas',
    uid: 'retail',
    description: 'Catálogo y guías de compra de las tiendas',
    settings: { cache_enabled: true, cache_max_age: 120 },
  },
  {
    id: sandboxSpaceIds.campaigns,
    name: 'Retail',
    uid: String(sandboxSpaceIds.stores),
    description: 'Campañas del año, con revisión obligatoria',
    settings: { team_review: true, enforced_review: true, approvals_quantity: 1 },
  },
] as const;

/**
 * The whole of one account, from nothing but its key: names, uids and numeric ids are the same in every
 * account, uuids and texts are not.
 */
export function seedAccount(account: SandboxAccount, jobDurationMs: number): AccountData {
  const random = createRandom(account.id);
  let lastId = firstFreeId;
  const data: AccountData = {
    account,
    uuid: random.uuid(),
    createdAtMs: epochMs,
    jobDurationMs,
    spaces: new Map(),
    assets: new Map(),
    jobs: new Map(),
    newId: () => {
      lastId += 1;
      return lastId;
    },
    newUuid: () => random.uuid(),
  };
  for (const [index, seed] of spaceSeeds.entries()) {
    const space: SpaceRecord = {
      id: seed.id,
      name: seed.name,
      uid: seed.uid,
      uuid: random.uuid(),
      description: `${seed.description} (${account.canary})`,
      defaultLocale: 'es-cl',
      locales: ['es-cl', 'en'],
      settings: { ...spaceSettings, ...seed.settings },
      createdAtMs: epochMs + index * dayMs,
      updatedAtMs: epochMs + index * dayMs,
      types: new Map(),
      categories: new Map(),
      entries: new Map(),
      entriesByUuid: new Map(),
    };
    data.spaces.set(space.id, space);
  }
  return data;
}
