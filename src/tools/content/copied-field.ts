import type { Json } from '../../errors/app-error.ts';
import type { StoredField } from './field-changes.ts';
import { choicesOf } from './field-definition.ts';

type WireField = { readonly [key: string]: Json | undefined };

/** The id of the type that a field links to, or `undefined` for one that may link to any or to none. */
export function linkedTypeId({ validations }: StoredField): number | undefined {
  const id = validations?.['content_type'];
  return typeof id === 'number' ? id : undefined;
}

/**
 * A stored field as another type takes it: without what belongs to its own type, and linked to the types
 * that stand for the ones it links to.
 * @param linked the id of the type that stands for another one, as far as there is one
 */
export function copiedField(field: StoredField, linked: (typeId: number) => number | undefined): WireField {
  const { id: _id, deleted: _deleted, created_at: _createdAt, updated_at: _updatedAt, ...rest } = field;
  const typeId = linkedTypeId(field);
  return {
    ...(rest as WireField),
    validations: {
      ...(field.validations as WireField | undefined),
      ...choicesIn(field),
      ...(typeId !== undefined && { content_type: linked(typeId) ?? null }),
    },
  };
}

/** Choices that an account keeps as records have ids of their own type; the labels are what can be carried. */
function choicesIn(field: StoredField): WireField {
  if (!Array.isArray(field.validations?.['values'])) return {};
  return {
    values: choicesOf(field)
      .map(({ label }) => label)
      .join('\n'),
  };
}
