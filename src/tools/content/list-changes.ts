import type { FieldFault, Json } from '../../errors/app-error.ts';
import type { Warning } from '../../toolkit/result.ts';
import { type FieldDefinition, labelOf } from './field-definition.ts';
import type { FieldValue } from './field-values.ts';
import { isContained } from './stored-value.ts';

/** What a list that is sent does to the one that is stored. */
export const listModes = ['replace', 'append', 'remove'] as const;

export type ListMode = (typeof listModes)[number];

/** A list that a write takes items out of. */
export interface Vanishing {
  readonly path: string;
  readonly items: number;
}

export interface ListChange<Item> {
  readonly items: readonly Item[];
  /** Stored items that are not in the list any more. */
  readonly vanishing: number;
  /** Items to remove that were not there. */
  readonly missing: number;
}

/** The list that comes of a stored one and a sent one. An item that is there already is not added again. */
function changedList<Item>(
  stored: readonly Item[],
  sent: readonly Item[],
  mode: ListMode,
  isSame: (left: Item, right: Item) => boolean,
): ListChange<Item> {
  const among = (items: readonly Item[], wanted: Item) => items.some((item) => isSame(item, wanted));
  switch (mode) {
    case 'replace':
      return { items: sent, vanishing: stored.filter((item) => !among(sent, item)).length, missing: 0 };
    case 'append': {
      const added = sent.filter((item, at) => !among(stored, item) && !among(sent.slice(0, at), item));
      return { items: [...stored, ...added], vanishing: 0, missing: 0 };
    }
    case 'remove': {
      const items = stored.filter((item) => !among(sent, item));
      const missing = sent.filter((item) => !among(stored, item)).length;
      return { items, vanishing: stored.length - items.length, missing };
    }
  }
}

export interface SettledLists {
  readonly values: readonly FieldValue[];
  readonly tags: readonly string[] | undefined;
  readonly vanishing: readonly Vanishing[];
  readonly faults: readonly FieldFault[];
  readonly notes: readonly Warning[];
}

interface SentLists {
  readonly values: readonly FieldValue[];
  readonly tags: readonly string[] | undefined;
  /** `undefined` replaces a list that loses nothing by it, and refuses any other. */
  readonly mode: ListMode | undefined;
}

interface StoredLists {
  readonly values: readonly FieldValue[];
  readonly tags: readonly string[];
  readonly definitions: readonly FieldDefinition[];
}

/** The lists of a write as they are saved. `null` empties a list whatever the mode. */
export function settleLists({ values, tags, mode }: SentLists, stored: StoredLists): SettledLists {
  const book = createListBook(mode);
  const settledValues = values.map((value): FieldValue => {
    const definition = stored.definitions.find(({ id }) => id === value.field_id);
    if (definition === undefined || !Array.isArray(value.value)) return value;
    const known = listIn(stored.values.find(({ field_id: id }) => id === value.field_id)?.value).map((item) =>
      itemIn(definition, item),
    );
    const sent: readonly Json[] = value.value;
    const items = book.change(`fields.${definition.name}`, known, sent, (left, right) =>
      isSameItem(definition, left, right),
    );
    return { ...value, value: [...items] };
  });
  const settledTags =
    tags === undefined ? undefined : book.change('tags', stored.tags, tags, (left, right) => left === right);
  return { values: settledValues, tags: settledTags, ...book.found };
}

function createListBook(mode: ListMode | undefined) {
  const found = { vanishing: [] as Vanishing[], faults: [] as FieldFault[], notes: [] as Warning[] };
  return {
    found,
    change<Item>(
      path: string,
      stored: readonly Item[],
      sent: readonly Item[],
      isSame: (left: Item, right: Item) => boolean,
    ): readonly Item[] {
      const { items, vanishing, missing } = changedList(stored, sent, mode ?? 'replace', isSame);
      if (vanishing > 0) found.vanishing.push({ path, items: vanishing });
      if (vanishing > 0 && mode === undefined) {
        const message = `The list would lose ${vanishing} of its ${stored.length} stored items.`;
        found.faults.push({ path, message, expected: 'list_mode: replace, append or remove' });
      }
      if (missing > 0) {
        const message = `${missing} of the items to remove ${missing === 1 ? 'was' : 'were'} not in the list.`;
        found.notes.push({ code: 'ITEM_NOT_THERE', path, message });
      }
      return items;
    },
  };
}

/** What a write that took items out of lists tells afterwards. */
export function vanishedItems(vanishing: readonly Vanishing[]): readonly Warning[] {
  return vanishing.map(({ path, items }) => ({
    code: 'ITEMS_TAKEN_OUT',
    path,
    message: `Stored items that are no longer in the list: ${items}.`,
  }));
}

/**
 * Whether two values hold the same items in the same order; what is no list is not looked at. Choices have
 * the order of their type, whatever is sent.
 */
export function isSameList(
  definition: FieldDefinition,
  left: Json | undefined,
  right: Json | undefined,
): boolean {
  const isOrdered = definition.type !== 'checkbox' && definition.type !== 'multiple';
  if (!Array.isArray(left) || !isOrdered) return true;
  const stored = listIn(right);
  return (
    left.length === stored.length &&
    left.every((item, at) => stored[at] !== undefined && isSameItem(definition, item, stored[at]))
  );
}

/** Whether two items of a list field are one: a choice by id or label, a place by what is said of it. */
function isSameItem(definition: FieldDefinition, left: Json, right: Json): boolean {
  if (definition.type === 'locations') return isContained(left, right) || isContained(right, left);
  return String(itemIn(definition, left)) === String(itemIn(definition, right));
}

/** An item as a write carries it: Modyo may answer a choice as its record, and a link as what it leads to. */
function itemIn(definition: FieldDefinition, item: Json): Json {
  switch (definition.type) {
    case 'checkbox':
    case 'multiple':
      return labelOf(definition, item) ?? item;
    case 'assets':
    case 'content_types': {
      if (typeof item !== 'object' || item === null || Array.isArray(item)) return item;
      const { uuid, id } = item as { readonly uuid?: Json; readonly id?: Json };
      return uuid ?? id ?? item;
    }
    default:
      return item;
  }
}

function listIn(value: Json | undefined): readonly Json[] {
  if (value === undefined || value === null) return [];
  return Array.isArray(value) ? value : [value];
}
