import type { Json } from '../../errors/app-error.ts';
import { insertEntry } from '../entry-writes.ts';
import type {
  AccountData,
  ContentTypeRecord,
  EntryContent,
  EntryRecord,
  FieldRecord,
  SpaceRecord,
} from '../records.ts';
import { slugOf } from '../slug.ts';
import type { Random } from './random.ts';
import { makeValue } from './values.ts';
import { nameOf, type SeedLocale } from './vocabulary.ts';

const hourMs = 3_600_000;
/** Far enough ahead that no clock of a test or a demo gets there. */
const scheduledForMs = Date.parse('2035-03-10T12:00:00.000Z');
const unpublishAtMs = Date.parse('2035-12-31T12:00:00.000Z');

type Lifecycle =
  | 'published'
  | 'draft'
  | 'pending_changes'
  | 'archived'
  | 'scheduled'
  | 'reviewing'
  | 'approved'
  | 'reviewing_published';

/** How the states follow one another from entry to entry. */
const plainStates: readonly Lifecycle[] = [
  'published',
  'published',
  'draft',
  'published',
  'pending_changes',
  'published',
  'published',
  'archived',
  'published',
  'scheduled',
  'published',
  'draft',
  'pending_changes',
];
const reviewedStates: readonly Lifecycle[] = [
  'published',
  'draft',
  'reviewing',
  'approved',
  'published',
  'reviewing_published',
  'pending_changes',
  'archived',
  'scheduled',
  'reviewing',
  'approved',
];

/**
 * Identifiers that look like others, for each account: an entry whose id is a number that a slug elsewhere
 * spells, in another space (549895) and in the same space and type (549897).
 */
const oddIds: ReadonlyMap<string, number> = new Map([
  ['noticia:40', 549_895],
  ['noticia:41', 549_897],
]);
const oddSlugs: ReadonlyMap<string, string> = new Map([
  ['noticia:42', '549897'],
  ['articulo:7', '549895'],
]);

export interface EntrySeeding {
  readonly data: AccountData;
  readonly random: Random;
  readonly space: SpaceRecord;
  readonly type: ContentTypeRecord;
  readonly count: number;
  readonly nextId: () => number;
}

/** Three of five entries have both languages; every tenth exists in the second one only. */
function localesOf(number: number): readonly SeedLocale[] {
  if (number % 10 === 9) return ['en'];
  return number % 5 < 3 ? ['es-cl', 'en'] : ['es-cl'];
}

function linkableBy(field: FieldRecord, space: SpaceRecord): readonly string[] {
  const typeId = field.validations.content_type ?? undefined;
  if (typeId === undefined) return [];
  return [...space.entries.values()].filter((entry) => entry.typeId === typeId).map(({ uuid }) => uuid);
}

/** What entries of one type may point to; read once, not for each value. */
interface Pools {
  readonly assetUuids: readonly string[];
  readonly categoryIds: readonly number[];
  readonly linkable: ReadonlyMap<number, readonly string[]>;
}

function poolsOf({ data, space, type }: EntrySeeding): Pools {
  return {
    assetUuids: [...data.assets.values()].map(({ uuid }) => uuid),
    categoryIds: [...space.categories.keys()],
    linkable: new Map(type.fields.map((field) => [field.id, linkableBy(field, space)])),
  };
}

function contentOf(
  { data, random, type }: EntrySeeding,
  locale: SeedLocale,
  number: number,
  { assetUuids, categoryIds, linkable }: Pools,
): EntryContent {
  const name = nameOf(type.uid, locale, number);
  const isUncategorised = number % 6 === 5;
  const values = new Map<number, Json>();
  for (const field of type.fields) {
    const value = makeValue({
      data,
      random,
      locale,
      field,
      name,
      number: number * 2 + (locale === 'en' ? 1 : 0),
      assetUuids,
      linkable: linkable.get(field.id) ?? [],
    });
    if (value !== undefined) values.set(field.id, value);
  }
  const tag = random.pick(['destacado', 'verano', 'portada']);
  return {
    name,
    slug: oddSlugs.get(`${type.uid}:${number}`) ?? slugOf(name),
    excerpt: `${name}. ${data.account.canary}`,
    categoryId: isUncategorised ? null : (categoryIds[number % categoryIds.length] ?? null),
    tags: number % 3 === 0 ? [tag, 'archivo'] : [tag],
    isPrivate: number % 20 === 13,
    targets: [],
    values,
  };
}

const workflowStates: Readonly<Record<Lifecycle, EntryRecord['workflowState']>> = {
  published: 'draft',
  draft: 'draft',
  pending_changes: 'draft',
  archived: 'archived',
  scheduled: 'draft',
  reviewing: 'reviewing',
  approved: 'approved',
  reviewing_published: 'reviewing',
};

function versionOf(content: EntryContent, state: Lifecycle, atMs: number) {
  const isPublished = ['published', 'pending_changes', 'reviewing_published'].includes(state);
  const isChanged = state === 'pending_changes' || state === 'reviewing_published';
  return {
    workflowState: workflowStates[state],
    review: undefined,
    editable: isChanged ? { ...content, excerpt: `${content.excerpt} (2)` } : content,
    published: isPublished ? content : undefined,
    publishedAtMs: isPublished ? atMs : undefined,
    publications: isPublished ? 1 : 0,
    backups: [],
    unpublishAtMs: state === 'scheduled' ? unpublishAtMs : undefined,
    schedule: state === 'scheduled' ? { publishAtMs: scheduledForMs, content } : undefined,
  };
}

/** Fills one type: names count up, states and languages alternate, so that every combination appears. */
export function seedEntries(seeding: EntrySeeding): void {
  const { count, data, nextId, random, space, type } = seeding;
  const states = space.settings['team_review'] === true ? reviewedStates : plainStates;
  const pools = poolsOf(seeding);
  for (let number = 0; number < count; number += 1) {
    const uuid = random.uuid();
    for (const [order, locale] of localesOf(number).entries()) {
      const id = nextId();
      const createdAtMs = data.createdAtMs + (id % 5_000) * hourMs;
      const state = states[(number + order * 3) % states.length] ?? 'draft';
      const content = contentOf(seeding, locale, number, pools);
      const isFirst = order === 0;
      insertEntry(space, {
        id: (isFirst ? oddIds.get(`${type.uid}:${number}`) : undefined) ?? id,
        uuid,
        typeId: type.id,
        locale,
        authorId: number % 4 === 0 ? 5 : 1,
        workflowId: id + 100_000,
        createdAtMs,
        updatedAtMs: createdAtMs + hourMs,
        ...versionOf(content, state, createdAtMs + hourMs),
      });
    }
  }
}
