import { describe, expect, test } from 'vitest';
import { mapFields, mergeFieldValues, namedFields } from '../../../../src/tools/content/field-values.ts';

const definitions = [
  { id: 401, name: 'Title', type: 'string' },
  { id: 402, name: 'Body', type: 'rich_text' },
  { id: 403, name: 'Price', type: 'decimal' },
];

describe('fields by name become values by field id', () => {
  test('each value carries the id and the kind of its field', () => {
    expect(mapFields({ Title: 'Hi', Price: 9.5 }, definitions)).toEqual({
      values: [
        { field_id: 401, type: 'string', value: 'Hi' },
        { field_id: 403, type: 'decimal', value: 9.5 },
      ],
      faults: [],
      notes: [],
    });
  });

  test('a name in another case is the same field', () => {
    expect(mapFields({ title: 'Hi' }, definitions).values).toEqual([
      { field_id: 401, type: 'string', value: 'Hi' },
    ]);
  });

  test('digits are taken as a name first and as an id second', () => {
    const years = [...definitions, { id: 9, name: '402', type: 'string' }];
    expect(mapFields({ '402': 'x' }, years).values[0]?.field_id).toBe(9);
    expect(mapFields({ '402': 'x' }, definitions).values[0]?.field_id).toBe(402);
  });

  test('an unknown name is refused with the names that the type has', () => {
    expect(mapFields({ Titel: 'Hi' }, definitions).faults).toEqual([
      {
        path: 'fields.Titel',
        message: 'The type has no such field.',
        expected: 'one of: Title, Body, Price',
      },
    ]);
  });

  test('every fault of a call is reported at once', () => {
    const { faults } = mapFields({ Title: 5, Body: [], Cost: 1 }, definitions);
    expect(faults.map((fault) => fault.path)).toEqual(['fields.Title', 'fields.Body', 'fields.Cost']);
  });

  test('one field under two spellings is refused', () => {
    expect(mapFields({ Title: 'a', title: 'b' }, definitions).faults).toEqual([
      { path: 'fields.title', message: 'The field "Title" is named twice.' },
    ]);
  });

  test('names that JavaScript knows are ordinary unknown names', () => {
    const hostile = JSON.parse('{"__proto__":{"x":1},"constructor":1}');
    expect(mapFields(hostile, definitions).faults.map((fault) => fault.path)).toEqual([
      'fields.__proto__',
      'fields.constructor',
    ]);
    expect(({} as Record<string, unknown>)['x']).toBeUndefined();
  });
});

describe('values by field id become fields by name', () => {
  test('in the order of the type, null where there is no value, without fields that are gone', () => {
    const values = [
      { id: 1, field_id: 403, type: 'decimal', value: 2 },
      { id: 2, field_id: 401, type: 'string', value: 'Hi' },
      { id: 3, field_id: 999, type: 'string', value: 'old' },
    ];
    expect(JSON.stringify(namedFields(values, definitions))).toBe('{"Title":"Hi","Body":null,"Price":2}');
  });

  test('a value that Modyo sends without content reads as null', () => {
    expect(namedFields([{ field_id: 402, type: 'rich_text' }], definitions)).toMatchObject({ Body: null });
  });
});

describe('a change of one field leaves the others', () => {
  test('stored values keep their ids, the changed one takes the new value, a new one is added', () => {
    const stored = [
      { id: 1, field_id: 401, type: 'string', value: 'Old' },
      { id: 2, field_id: 402, type: 'rich_text', value: '<p>Body</p>' },
    ];
    const changed = [
      { field_id: 401, type: 'string', value: 'New' },
      { field_id: 403, type: 'decimal', value: 3 },
    ];
    expect(mergeFieldValues(stored, changed)).toEqual([
      { id: 1, field_id: 401, type: 'string', value: 'New' },
      { id: 2, field_id: 402, type: 'rich_text', value: '<p>Body</p>' },
      { field_id: 403, type: 'decimal', value: 3 },
    ]);
  });
});
