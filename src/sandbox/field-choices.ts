import type { Json } from '../errors/app-error.ts';
import { integerOf, textOf } from './json-object.ts';
import type { FieldRecord } from './records.ts';

/** Room for the option ids of one field: option `n` of field 402 has the id 40_200_000 + n. */
const optionIdsPerField = 100_000;

interface Option {
  readonly id: number;
  readonly label: string;
}

type ChoiceReading = { readonly value: Json } | { readonly message: string; readonly code: string };

const notAllowed: ChoiceReading = { message: 'Does not match with allowed value', code: 'inclusion' };

/** The labels of a choice field, in its order and without the mark of the default. */
export function optionLabels(values: string | null | undefined): readonly string[] {
  return (values ?? '')
    .split('\n')
    .map((line) => line.trim().replace(/^\*/, ''))
    .filter((label) => label !== '');
}

function optionsOf(field: FieldRecord): readonly Option[] {
  return optionLabels(field.validations.values).map((label, index) => ({
    id: field.id * optionIdsPerField + index,
    label,
  }));
}

function findOption(value: Json, options: readonly Option[]): Option | undefined {
  return options.find(({ id, label }) => label === textOf(value) || id === integerOf(value));
}

/** One label, or the option's id. */
export function readChoice(value: Json, field: FieldRecord): ChoiceReading {
  const option = findOption(value, optionsOf(field));
  return option === undefined ? notAllowed : { value: option.label };
}

/**
 * Several labels or option ids, stored in the type's order. With `drop`, text that matches no option
 * disappears without an error, and only a foreign numeric id is refused: that is how `multiple` behaves.
 */
export function readChoices(value: Json, field: FieldRecord, unmatched: 'drop' | 'refuse'): ChoiceReading {
  const options = optionsOf(field);
  const sent: readonly Json[] = Array.isArray(value) ? value : [value];
  const chosen = new Set<string>();
  for (const item of sent) {
    const option = findOption(item, options);
    if (option !== undefined) chosen.add(option.label);
    else if (unmatched === 'refuse' || typeof item === 'number') return notAllowed;
  }
  return { value: options.map(({ label }) => label).filter((label) => chosen.has(label)) };
}
