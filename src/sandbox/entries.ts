import { type Answer, notFound, ok, unprocessable } from './answer.ts';
import { idOf, type SandboxCall, spaceOf } from './call.ts';
import { descendantIds } from './categories.ts';
import { collection, detail, matchesQuery, type Sorting } from './collection.ts';
import { entryVersion } from './entry-versions.ts';
import { detailView, type EntryRow, listItemView } from './entry-view.ts';
import type { EntryRecord, SpaceRecord } from './records.ts';

const sorting: Sorting<EntryRow> = {
  by: 'updated_at',
  order: 'desc',
  keys: {
    id: ({ entry }) => entry.id,
    name: ({ entry }) => entry.editable.name,
    category_id: ({ entry }) => entry.editable.categoryId,
    locale: ({ entry }) => entry.locale,
    content_type_id: ({ entry }) => entry.typeId,
    user_id: ({ entry }) => entry.authorId,
    created_at: ({ entry }) => entry.createdAtMs,
    updated_at: ({ entry }) => entry.updatedAtMs,
  },
};

type RowFilter = (row: EntryRow) => boolean;

const states: { readonly [state: string]: (entry: EntryRecord) => boolean } = {
  archived: (entry) => entry.workflowState === 'archived',
  published: (entry) => entry.published !== undefined,
  unpublished: (entry) => entry.published === undefined && entry.workflowState !== 'archived',
  scheduled: (entry) => entry.schedule !== undefined,
};

/** `untitled` finds the entries without a name; slug and uuid are found with and without their hyphens. */
function keywordFilter(words: string | null): RowFilter {
  return ({ entry }) =>
    matchesQuery(
      words,
      entry.editable.name === '' ? 'untitled' : entry.editable.name,
      entry.editable.slug,
      entry.editable.slug.replaceAll('-', ''),
      entry.uuid,
      entry.uuid.replaceAll('-', ''),
    );
}

function isTranslated({ entry, targetLocale }: EntryRow): boolean {
  return entry.locale === targetLocale;
}

/** One filter for each parameter that was sent; parameters that the list does not know change nothing. */
function filtersOf(query: URLSearchParams, space: SpaceRecord): readonly RowFilter[] {
  const filters: RowFilter[] = [];
  const add = (name: string, filter: (value: string) => RowFilter) => {
    const value = query.get(name);
    if (value !== null && value !== '') filters.push(filter(value));
  };
  add('query', keywordFilter);
  add('type_id', (id) => (row) => row.entry.typeId === idOf(id));
  add('user_id', (id) => (row) => row.entry.authorId === idOf(id));
  add('workflow_state', (state) => (row) => isTranslated(row) && row.entry.workflowState === state);
  add('translation', (wanted) => (wanted === 'true' || wanted === '1' ? isTranslated : () => true));
  add('category_id', (id) => {
    const family = descendantIds(space, idOf(id));
    return (row) => family.has(row.entry.editable.categoryId ?? -1);
  });
  const tags = query.getAll('tags[]');
  if (tags.length > 0) filters.push((row) => tags.every((tag) => row.entry.editable.tags.includes(tag)));
  const wantedStates = query.getAll('states[]');
  if (wantedStates.length > 0) {
    filters.push(
      (row) => isTranslated(row) && wantedStates.some((state) => states[state]?.(row.entry) === true),
    );
  }
  return filters;
}

/** Every logical entry once, in the target language where it exists; `byIds` names versions themselves. */
function rowsOf(query: URLSearchParams, space: SpaceRecord, targetLocale: string): readonly EntryRow[] {
  if (query.get('byIds') === 'true') {
    return query.getAll('ids[]').flatMap((id) => {
      const entry = space.entries.get(idOf(id));
      return entry === undefined ? [] : [{ entry, targetLocale: query.get('target_locale') ?? entry.locale }];
    });
  }
  const rows: EntryRow[] = [];
  for (const versions of space.entriesByUuid.values()) {
    const entry =
      versions.get(targetLocale) ?? versions.get(space.defaultLocale) ?? versions.values().next().value;
    if (entry !== undefined) rows.push({ entry, targetLocale });
  }
  return rows;
}

export function listEntries(call: SandboxCall): Answer {
  const space = spaceOf(call);
  if (space === undefined) return notFound;
  const targetLocale = call.query.get('target_locale') ?? space.defaultLocale;
  if (!space.locales.includes(targetLocale)) return unprocessable('Locale not available for this space');
  const filters = filtersOf(call.query, space);
  return collection({
    name: 'entries',
    items: rowsOf(call.query, space, targetLocale).filter((row) => filters.every((filter) => filter(row))),
    query: call.query,
    sorting,
    view: (row) => listItemView(row, { data: call.data, space }),
  });
}

/** Runs `act` on the entry in the path, or answers 404. The path takes the id of one language's version. */
export function withEntry(
  call: SandboxCall,
  act: (entry: EntryRecord, space: SpaceRecord) => Answer,
): Answer {
  const space = spaceOf(call);
  const entry = space?.entries.get(idOf(call.params['entry_id']));
  return space === undefined || entry === undefined ? notFound : act(entry, space);
}

/** Also reads a version that is not the editable one, by its own id, which is inferred. */
export function getEntry(call: SandboxCall): Answer {
  const space = spaceOf(call);
  const id = idOf(call.params['entry_id']);
  const entry = space?.entries.get(id) ?? (space && entryVersion(space, id));
  return space === undefined || entry === undefined
    ? notFound
    : detail(detailView(entry, { data: call.data, space }), call.query);
}

export function listEntryLocales(call: SandboxCall): Answer {
  const versions = spaceOf(call)?.entriesByUuid.get(call.params['entry_uuid'] ?? '');
  return versions === undefined ? notFound : ok({ available_locales: [...versions.keys()] });
}
