import { expect, test } from 'vitest';
import {
  copiedValues,
  linksOf,
  type Standings,
} from '../../../../../src/tools/content/spaces/entry-copy-values.ts';

const sourceFields = [
  { id: 1, name: 'Mood', type: 'multiple', validations: { values: [{ id: 8, value: 'Calm' }] } },
  { id: 2, name: 'Friend', type: 'content_type' },
  { id: 3, name: 'Friends', type: 'content_types' },
  { id: 4, name: 'Cover', type: 'asset' },
  { id: 5, name: 'Pictures', type: 'assets' },
  { id: 6, name: 'Dropped', type: 'string' },
];

/** Each field of the copy has ten times the id; `Dropped` has none. */
const targetFields = sourceFields
  .filter(({ name }) => name !== 'Dropped')
  .map((field) => ({ ...field, id: field.id * 10 }));

const standings: Standings = {
  sourceTypes: new Map([[51, { id: 51, name: 'Post', fields: sourceFields }]]),
  types: new Map([[51, { id: 510, name: 'Post', fields: targetFields }]]),
  categories: new Map(),
  entries: new Map([['old-a', 'new-a']]),
  uuidsById: new Map([[900, 'old-a']]),
};

const version = (values: Readonly<Record<number, unknown>>) => ({
  id: 1,
  uuid: 'self',
  content_type_id: 51,
  field_values: sourceFields
    .filter(({ id }) => id in values)
    .map(({ id, type }) => ({ field_id: id, type, value: values[id] as never })),
});

test.each(['old-a', 900, '900', { uuid: 'old-a', id: 900 }, { id: 900 }])(
  'a link is rebuilt in whatever form it is answered: %j',
  (link) => {
    const source = version({ 2: link, 3: [link] });
    expect(linksOf(source, standings)).toEqual(['old-a', 'old-a']);
    expect(copiedValues(source, standings)).toEqual({
      values: [
        { field_id: 20, type: 'content_type', value: 'new-a' },
        { field_id: 30, type: 'content_types', value: ['new-a'] },
      ],
      unlinked: [],
    });
  },
);

test('a link to an entry without a copy is left out and named once', () => {
  const source = version({ 2: 'old-b', 3: ['old-a', 'old-b', 'old-c'] });
  expect(copiedValues(source, standings)).toEqual({
    values: [{ field_id: 30, type: 'content_types', value: ['new-a'] }],
    unlinked: ['Friend', 'Friends'],
  });
});

test('choices go by label, files by uuid, and a value without a field in the copy is left out', () => {
  const source = version({
    1: [8, { id: 8, value: 'Calm' }, 'Other'],
    4: { uuid: 'file-a', url: 'https://cdn.example/a' },
    5: ['file-b', { uuid: 'file-c' }],
    6: 'gone',
  });
  expect(copiedValues(source, standings).values).toEqual([
    { field_id: 10, type: 'multiple', value: ['Calm', 'Calm', 'Other'] },
    { field_id: 40, type: 'asset', value: 'file-a' },
    { field_id: 50, type: 'assets', value: ['file-b', 'file-c'] },
  ]);
});
