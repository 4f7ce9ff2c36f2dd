import { expect, test } from 'vitest';
import { entryNames, typeNames } from '../../../../src/tools/content/parameter-names.ts';

const definitions = [
  { id: 401, name: 'Title', type: 'string', validations: { required: true } },
  { id: 402, name: 'Body', type: 'text' },
];
const sent = [{ field_id: 402, type: 'text', value: 'x' }];

test.each([
  ['field_values[0][value]', 'fields.Body'],
  ['field_values.0.value', 'fields.Body'],
  ['field_values[1][value]', 'fields.Title'],
  ['field_values[7][value]', 'fields'],
  ['Title', 'fields.Title'],
  ['category_id', 'category'],
  ['content_type_id', 'type'],
  ['published_at', 'publish_at'],
  ['unpublished_at', 'unpublish_at'],
  ['slug', undefined],
])('%s of an entry is our %s', (attribute, parameter) => {
  expect(entryNames(sent, definitions)(attribute)).toBe(parameter);
});

test.each([
  ['fields[2][name]', 'add_fields.0.name'],
  ['fields[3]', 'add_fields.1'],
  ['fields[1][validations]', 'update_fields'],
  ['uid', undefined],
])('%s of a type with two stored fields is our %s', (attribute, parameter) => {
  expect(typeNames(2)(attribute)).toBe(parameter);
});
