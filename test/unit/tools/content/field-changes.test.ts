import { describe, expect, test } from 'vitest';
import { type FieldChanges, planFieldChanges } from '../../../../src/tools/content/field-changes.ts';

const stored = [
  {
    id: 401,
    name: 'Title',
    type: 'string',
    hint: '',
    multi: false,
    position: 1,
    validations: { required: true },
  },
  { id: 402, name: 'Section', type: 'dropdown', position: 2, validations: { values: 'News\n*Tips' } },
  { id: 404, name: 'Cover', type: 'asset', position: 3, deleted: false, validations: {} },
];

function plan(changes: Partial<FieldChanges>) {
  return planFieldChanges(stored, { add: [], update: [], remove: [], ...changes }, () => 77);
}

describe('an incremental change of fields', () => {
  test('adds after the last position and sends every stored field back whole', () => {
    const { fields, faults } = plan({
      add: [{ name: 'Price', type: 'decimal', number_min: 0, required: true }],
    });
    expect(faults).toEqual([]);
    expect(fields).toEqual([
      {
        id: 401,
        name: 'Title',
        type: 'string',
        hint: '',
        multi: false,
        position: 1,
        validations: { required: true },
      },
      { id: 402, name: 'Section', type: 'dropdown', position: 2, validations: { values: 'News\n*Tips' } },
      { id: 404, name: 'Cover', type: 'asset', position: 3, validations: {} },
      {
        name: 'Price',
        type: 'decimal',
        position: 4,
        validations: { required: true, number_range: { min_number: 0 } },
      },
    ]);
  });

  test('changes only the rules that are named', () => {
    const { fields } = plan({
      update: [{ field: 'title', unique: true, hint: 'Short' }],
    });
    expect(fields[0]).toMatchObject({
      id: 401,
      hint: 'Short',
      validations: { required: true, unique: true },
    });
  });

  test('changes one end of a range and keeps the other', () => {
    const price = {
      id: 405,
      name: 'Price',
      type: 'decimal',
      validations: { number_range: { min_number: 1, max_number: 9 } },
    };
    const changes = { add: [], update: [{ field: 'Price', number_max: 50 }], remove: [] };
    expect(planFieldChanges([price], changes, () => undefined).fields[0]).toMatchObject({
      validations: { number_range: { min_number: 1, max_number: 50 } },
    });
  });

  test('writes choices one a line, with the preselected ones starred', () => {
    const { fields } = plan({ update: [{ field: '402', choices: ['A', 'B'], default_choices: ['B'] }] });
    expect(fields[1]).toMatchObject({ validations: { values: 'A\n*B' } });
  });

  test('links to a type by its resolved id', () => {
    const { fields } = plan({ add: [{ name: 'Author', type: 'content_type', linked_type: 'author' }] });
    expect(fields[3]).toMatchObject({ validations: { content_type: 77 } });
  });

  test('removes by _destroy, by name or id, and says what is removed', () => {
    const { fields, removed } = plan({ remove: ['Cover', '402'] });
    expect(fields.slice(1)).toEqual([
      { id: 402, _destroy: true },
      { id: 404, _destroy: true },
    ]);
    expect(removed.map((field) => field.name)).toEqual(['Cover', 'Section']);
  });

  test('a removed name can be used again in the same call', () => {
    const { faults } = plan({ remove: ['Cover'], add: [{ name: 'Cover', type: 'assets' }] });
    expect(faults).toEqual([]);
  });
});

describe('a change that cannot be is refused before the call', () => {
  test.each<[string, Partial<FieldChanges>, string]>([
    ['a name that exists', { add: [{ name: 'title', type: 'string' }] }, 'add_fields.0.name'],
    [
      'a name added twice',
      {
        add: [
          { name: 'A', type: 'string' },
          { name: 'A', type: 'text' },
        ],
      },
      'add_fields.1.name',
    ],
    [
      'a new name that exists',
      { update: [{ field: 'Title', rename_to: 'Section' }] },
      'update_fields.0.rename_to',
    ],
    [
      'an update of an unknown field',
      { update: [{ field: 'Nope', required: true }] },
      'update_fields.0.field',
    ],
    ['a removal of an unknown field', { remove: ['Nope'] }, 'remove_fields.0'],
    [
      'a field changed twice',
      {
        update: [
          { field: 'Title', required: true },
          { field: '401', unique: true },
        ],
      },
      'update_fields.1',
    ],
    [
      'a field changed and removed',
      { update: [{ field: 'Title', required: true }], remove: ['Title'] },
      'update_fields.0',
    ],
    [
      'unique on another kind',
      { add: [{ name: 'N', type: 'integer', unique: true }] },
      'add_fields.0.unique',
    ],
    [
      'choices on another kind',
      { add: [{ name: 'N', type: 'text', choices: ['a'] }] },
      'add_fields.0.choices',
    ],
    [
      'a link on another kind',
      { update: [{ field: 'Title', linked_type: 'author' }] },
      'update_fields.0.linked_type',
    ],
    [
      'a default that is no choice',
      { add: [{ name: 'N', type: 'radio', choices: ['a'], default_choices: ['b'] }] },
      'add_fields.0.default_choices',
    ],
  ])('%s', (_title, changes, path) => {
    expect(plan(changes).faults.map((fault) => fault.path)).toEqual([path]);
  });

  test('an unknown field lists the ones that exist', () => {
    expect(plan({ remove: ['Nope'] }).faults[0]?.expected).toBe('one of: Title, Section, Cover');
  });
});
