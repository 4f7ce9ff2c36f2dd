import {
  type Answer,
  conflict,
  created,
  type ErrorItem,
  fieldError,
  noContent,
  notFound,
  ok,
} from './answer.ts';
import { idOf, type SandboxCall, spaceOf } from './call.ts';
import { collection, type Sorting } from './collection.ts';
import { integerOf, type JsonObject, textOf } from './json-object.ts';
import type { AccountData, CategoryRecord, EntryContent, SpaceRecord } from './records.ts';
import { slugOf } from './slug.ts';
import { toTimestamp } from './timestamp.ts';

const fullPathCharactersMax = 255;

function ancestorsOf(category: CategoryRecord, space: SpaceRecord): readonly CategoryRecord[] {
  const ancestors: CategoryRecord[] = [];
  let parent = space.categories.get(category.parentId ?? -1);
  while (parent !== undefined && !ancestors.includes(parent)) {
    ancestors.unshift(parent);
    parent = space.categories.get(parent.parentId ?? -1);
  }
  return ancestors;
}

function fullPathOf(category: CategoryRecord, space: SpaceRecord): string {
  return [...ancestorsOf(category, space), category].map(({ slug }) => slug).join('/');
}

function childrenOf(id: number, space: SpaceRecord): readonly CategoryRecord[] {
  return [...space.categories.values()].filter(({ parentId }) => parentId === id);
}

/** The category itself and everything below it; empty if there is no such category. */
export function descendantIds(space: SpaceRecord, id: number): ReadonlySet<number> {
  const family = new Set<number>(space.categories.has(id) ? [id] : []);
  for (const member of family) {
    for (const child of childrenOf(member, space)) family.add(child.id);
  }
  return family;
}

function itemView(category: CategoryRecord, space: SpaceRecord): JsonObject {
  const path = fullPathOf(category, space);
  return {
    id: category.id,
    parent_id: category.parentId,
    name: category.name,
    slug: category.slug,
    path,
    full_path: path,
  };
}

function detailView(category: CategoryRecord, space: SpaceRecord, data: AccountData): JsonObject {
  const offset = data.account.utcOffsetMinutes;
  const ancestors = ancestorsOf(category, space);
  const parent = ancestors.at(-1);
  return {
    id: category.id,
    name: category.name,
    slug: category.slug,
    uuid: category.uuid,
    depth: ancestors.length,
    parent:
      parent === undefined
        ? null
        : {
            id: parent.id,
            name: parent.name,
            slug: parent.slug,
            depth: ancestors.length - 1,
            hierarchical_label: ancestors.map(({ name }) => name).join(' / '),
            parent_id: parent.parentId,
            parent_uuid: ancestors.at(-2)?.uuid ?? null,
            created_at: toTimestamp(parent.createdAtMs, offset),
            updated_at: toTimestamp(parent.updatedAtMs, offset),
          },
    created_at: toTimestamp(category.createdAtMs, offset),
    updated_at: toTimestamp(category.updatedAtMs, offset),
  };
}

function sortingIn(space: SpaceRecord): Sorting<CategoryRecord> {
  return {
    by: 'name',
    order: 'asc',
    keys: {
      id: ({ id }) => id,
      parent_id: ({ parentId }) => parentId,
      name: ({ name }) => name,
      slug: ({ slug }) => slug,
      full_path: (category) => fullPathOf(category, space),
    },
  };
}

/** Every category of the tree as an item of its own, each with its direct children. */
export function listCategories(call: SandboxCall): Answer {
  const space = spaceOf(call);
  if (space === undefined) return notFound;
  return collection({
    name: 'categories',
    items: space.categories.values(),
    query: call.query,
    sorting: sortingIn(space),
    view: (category) => ({
      ...itemView(category, space),
      children: childrenOf(category.id, space).map((child) => itemView(child, space)),
    }),
  });
}

function withCategory(
  call: SandboxCall,
  act: (category: CategoryRecord, space: SpaceRecord) => Answer,
): Answer {
  const space = spaceOf(call);
  const category = space?.categories.get(idOf(call.params['id']));
  return space === undefined || category === undefined ? notFound : act(category, space);
}

export function getCategory(call: SandboxCall): Answer {
  return withCategory(call, (category, space) => ok(detailView(category, space, call.data)));
}

function readParentId(body: JsonObject, current: CategoryRecord | undefined): number | null {
  if (body['parent_id'] === undefined) return current?.parentId ?? null;
  return body['parent_id'] === null || body['parent_id'] === '' ? null : (integerOf(body['parent_id']) ?? -1);
}

function parentFault(wanted: CategoryRecord, space: SpaceRecord): ErrorItem | undefined {
  if (wanted.parentId === null) return undefined;
  if (!space.categories.has(wanted.parentId)) {
    return fieldError('parent_id', 'Parent must exist', 'required');
  }
  return descendantIds(space, wanted.id).has(wanted.parentId)
    ? fieldError('parent_id', 'A category cannot be moved below itself', 'invalid')
    : undefined;
}

function faultsOf(wanted: CategoryRecord, space: SpaceRecord): readonly ErrorItem[] {
  const errors: ErrorItem[] = [];
  if (wanted.name === '') errors.push(fieldError('name', "Name can't be blank", 'blank'));
  if (!/^[a-z0-9_-]+$/i.test(wanted.slug)) errors.push(fieldError('slug', 'Slug is invalid', 'invalid'));
  const siblings = [...space.categories.values()].filter(
    ({ id, parentId }) => parentId === wanted.parentId && id !== wanted.id,
  );
  if (siblings.some(({ slug }) => slug === wanted.slug)) {
    errors.push(fieldError('slug', 'Must be unique', 'taken'));
  }
  const parent = parentFault(wanted, space);
  if (parent !== undefined) return [...errors, parent];
  if (fullPathOf(wanted, space).length > fullPathCharactersMax) {
    errors.push(fieldError('full_path', 'Full path is too long', 'too_long'));
  }
  return errors;
}

export function createCategory(call: SandboxCall): Answer {
  const space = spaceOf(call);
  if (space === undefined) return notFound;
  const name = textOf(call.body['name'])?.trim() ?? '';
  const category: CategoryRecord = {
    id: call.data.newId(),
    uuid: call.data.newUuid(),
    name,
    slug: textOf(call.body['slug']) || slugOf(name),
    parentId: readParentId(call.body, undefined),
    createdAtMs: call.nowMs,
    updatedAtMs: call.nowMs,
  };
  const errors = faultsOf(category, space);
  if (errors.length > 0) return conflict(...errors);
  space.categories.set(category.id, category);
  return created(detailView(category, space, call.data));
}

/** Moving a category, or changing its slug, changes the paths of everything below it at once. */
export function updateCategory(call: SandboxCall): Answer {
  return withCategory(call, (category, space) => {
    const wanted: CategoryRecord = {
      ...category,
      name: textOf(call.body['name'])?.trim() ?? category.name,
      slug: textOf(call.body['slug']) ?? category.slug,
      parentId: readParentId(call.body, category),
      updatedAtMs: call.nowMs,
    };
    const errors = faultsOf(wanted, space);
    if (errors.length > 0) return conflict(...errors);
    Object.assign(category, wanted);
    return ok(detailView(category, space, call.data));
  });
}

function withoutCategory(content: EntryContent, removed: ReadonlySet<number>): EntryContent {
  return removed.has(content.categoryId ?? -1) ? { ...content, categoryId: null } : content;
}

/** Takes everything below it along; the entries stay, without a category. */
export function deleteCategory(call: SandboxCall): Answer {
  return withCategory(call, (category, space) => {
    const removed = descendantIds(space, category.id);
    for (const id of removed) space.categories.delete(id);
    for (const entry of space.entries.values()) {
      entry.editable = withoutCategory(entry.editable, removed);
      if (entry.published !== undefined) entry.published = withoutCategory(entry.published, removed);
    }
    return noContent;
  });
}
