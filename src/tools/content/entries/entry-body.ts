import type { Json } from '../../../errors/app-error.ts';
import type { Entry } from '../../../modyo/content/entries.ts';
import type { FieldValue } from '../field-values.ts';

/** The attributes of an entry that a write can change, in Modyo's names; `undefined` is not changed. */
export interface EntryChange {
  readonly name?: string | undefined;
  readonly slug?: string | undefined;
  readonly category_id?: number | null | undefined;
  readonly tags?: readonly string[] | undefined;
  readonly private?: boolean | undefined;
  readonly archived?: boolean | undefined;
}

export type EntryBody = { readonly [key: string]: Json | undefined };

/**
 * The body of an update: everything that is stored, with the changes in their place. Whether Modyo keeps
 * what an update leaves out is not documented, so nothing is left out.
 */
export function mergedBody(stored: Entry, change: EntryChange, values: readonly FieldValue[]): EntryBody {
  return {
    ...kept(stored),
    ...Object.fromEntries(Object.entries(change).filter(([, value]) => value !== undefined)),
    field_values: values.map(wireValue),
  };
}

function kept(stored: Entry): EntryBody {
  const { content_type_id, locale, name, slug, category_id, tags, targets } = stored;
  const attributes = {
    content_type_id,
    locale,
    name,
    slug,
    category_id,
    tags,
    private: stored.private,
    targets,
  };
  return Object.fromEntries(
    Object.entries(attributes).filter(([, value]) => value !== undefined),
  ) as EntryBody;
}

export function wireValue({ id, field_id, type, value }: FieldValue): EntryBody {
  return { ...(id !== undefined && { id }), field_id, type, value };
}
