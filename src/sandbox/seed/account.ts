import { type SandboxAccount, sandboxSpaceIds } from '../accounts.ts';
import type { AccountData, CategoryRecord, ContentTypeRecord, SpaceRecord } from '../records.ts';
import { slugOf } from '../slug.ts';
import { spaceSettings } from '../spaces.ts';
import { seedAssets } from './assets.ts';
import { type ContentTypeSeed, contentTypeSeeds, type FieldSeed } from './content-types.ts';
import { seedCore } from './core.ts';
import { seedEntries } from './entries.ts';
import { createRandom, type Random } from './random.ts';
import { seedTeam } from './team.ts';

/** The seed's calendar starts here: 2 March 2026, 09:00 in Santiago. */
const epochMs = Date.parse('2026-03-02T12:00:00.000Z');
const dayMs = 86_400_000;
/** Ids given at run time start here, above every seeded one. */
const firstFreeId = 1_000_000;
const firstEntryId = 9_000;
const firstFieldId = 401;

const spaceSeeds = [
  {
    key: 'bank',
    name: 'Banca Personas',
    uid: 'banca-personas',
    description: 'Productos, noticias y sucursales de la banca de personas',
    settings: {},
    categories: ['Inicio', 'Inicio/Ahorro', 'Inicio/Crédito', 'Inicio/Crédito/Hipotecario', 'Ayuda'],
  },
  {
    key: 'stores',
    name: 'Tiendas',
    uid: 'retail',
    description: 'Catálogo y guías de compra de las tiendas',
    settings: { cache_enabled: true, cache_max_age: 120 },
    categories: ['Vestuario', 'Vestuario/Calzado', 'Hogar', 'Hogar/Iluminación', 'Ayuda'],
  },
  {
    key: 'campaigns',
    name: 'Retail',
    uid: String(sandboxSpaceIds.stores),
    description: 'Campañas del año, con revisión obligatoria',
    settings: { team_review: true, enforced_review: true, approvals_quantity: 1 },
    categories: ['Temporada', 'Temporada/Verano', 'Temporada/Invierno', 'Permanentes'],
  },
] as const;

function counter(first: number): () => number {
  let next = first - 1;
  return () => {
    next += 1;
    return next;
  };
}

/** Names with their ancestors' names in front, parents before children. */
function seedCategories(paths: readonly string[], random: Random, nextId: () => number): CategoryRecord[] {
  const byPath = new Map<string, CategoryRecord>();
  for (const path of paths) {
    const cut = path.lastIndexOf('/');
    const name = path.slice(cut + 1);
    byPath.set(path, {
      id: nextId(),
      uuid: random.uuid(),
      name,
      slug: slugOf(name),
      parentId: byPath.get(path.slice(0, Math.max(cut, 0)))?.id ?? null,
      createdAtMs: epochMs,
      updatedAtMs: epochMs,
    });
  }
  return [...byPath.values()];
}

function linkedTypeId({ linksTo }: FieldSeed): number | undefined {
  return contentTypeSeeds.find(({ uid }) => uid === linksTo)?.id;
}

function typeOf(
  seed: ContentTypeSeed,
  { account }: AccountData,
  nextFieldId: () => number,
  index: number,
): ContentTypeRecord {
  return {
    id: seed.id,
    name: seed.name,
    uid: seed.uid,
    description: `${seed.name} (${account.canary})`,
    single: seed.single ?? false,
    fields: seed.fields.map((field, position) => {
      const typeId = linkedTypeId(field);
      return {
        id: nextFieldId(),
        name: field.name,
        hint: field.hint ?? '',
        type: field.type,
        position,
        validations: {
          required: false,
          unique: false,
          ...field.validations,
          ...(typeId === undefined ? {} : { content_type: typeId }),
        },
      };
    }),
    createdAtMs: epochMs + index * dayMs,
    updatedAtMs: epochMs + index * dayMs,
    reindexJob: undefined,
  };
}

function spaceOf(
  seed: (typeof spaceSeeds)[number],
  index: number,
  { account }: AccountData,
  random: Random,
  nextCategoryId: () => number,
): SpaceRecord {
  return {
    id: sandboxSpaceIds[seed.key],
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
    categories: new Map(
      seedCategories([...seed.categories, account.canary], random, nextCategoryId).map((category) => [
        category.id,
        category,
      ]),
    ),
    entries: new Map(),
    entriesByUuid: new Map(),
    timedEntries: new Set(),
  };
}

function fill(data: AccountData, random: Random): void {
  const nextCategoryId = counter(11);
  const nextFieldId = counter(firstFieldId);
  const nextId = counter(firstEntryId);
  for (const [index, seed] of spaceSeeds.entries()) {
    const space = spaceOf(seed, index, data, random, nextCategoryId);
    data.spaces.set(space.id, space);
    const typeSeeds = contentTypeSeeds.filter((typeSeed) => typeSeed.space === seed.key);
    for (const [typeIndex, typeSeed] of typeSeeds.entries()) {
      const type = typeOf(typeSeed, data, nextFieldId, typeIndex);
      space.types.set(type.id, type);
      seedEntries({ data, random, space, type, count: typeSeed.entriesCount, nextId });
    }
  }
}

/**
 * The whole of one account, from nothing but its id: names, uids and numeric ids are the same in every
 * account, uuids and texts are not.
 */
export function seedAccount(account: SandboxAccount, jobDurationMs: number): AccountData {
  const random = createRandom(account.id);
  const data: AccountData = {
    account,
    uuid: random.uuid(),
    createdAtMs: epochMs,
    jobDurationMs,
    admins: seedTeam(account, random, epochMs),
    core: seedCore(account, epochMs),
    spaces: new Map(),
    assets: new Map(seedAssets(account, random, epochMs).map((asset) => [asset.id, asset])),
    jobs: new Map(),
    newId: counter(firstFreeId),
    newUuid: () => random.uuid(),
  };
  fill(data, random);
  return data;
}
