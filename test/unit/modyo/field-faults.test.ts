import { describe, expect, test } from 'vitest';
import { readFaults } from '../../../src/modyo/field-faults.ts';

describe("Modyo's errors", () => {
  test('become faults of our own parameters', () => {
    const body = {
      errors: [
        {
          field: 'field_values[0][value]',
          messages: ["Value can't be blank", 'Must be unique'],
          details: [],
        },
        { field: 'content_type_id', messages: ['must exist'] },
        { field: 'slug', messages: [] },
        'This element cannot be deleted',
      ],
    };
    const names: Record<string, string> = {
      'field_values[0][value]': 'fields.Title',
      content_type_id: 'type',
    };
    expect(readFaults(body, (field) => names[field])).toEqual({
      fields: [
        { path: 'fields.Title', message: "Value can't be blank; Must be unique" },
        { path: 'type', message: 'must exist' },
        { path: 'slug', message: 'Modyo does not accept the value.' },
      ],
      sentences: [{ path: '', message: 'This element cannot be deleted' }],
    });
  });

  test('keep their own names, dotted, where nobody maps them', () => {
    const body = { errors: [{ field: 'fields[2][validations][values]', messages: ['no'] }] };
    expect(readFaults(body).fields).toEqual([{ path: 'fields.2.validations.values', message: 'no' }]);
  });

  test('lose line breaks, control and direction marks', () => {
    const body = { errors: [{ field: 'na\u202eme', messages: ['one\r\ntwo\u0000\u200bthree\u2028four'] }] };
    expect(readFaults(body).fields).toEqual([{ path: 'na me', message: 'one two three four' }]);
  });

  test('are cut one by one and all together', () => {
    const body = {
      errors: Array.from({ length: 50 }, (_, at) => ({ field: `f${at}`, messages: ['é'.repeat(5000)] })),
    };
    const { fields } = readFaults(body);
    expect(fields.length).toBeGreaterThan(1);
    expect(fields[0]?.message).toHaveLength(300);
    expect(Buffer.byteLength(fields.map(({ path, message }) => path + message).join(''))).toBeLessThanOrEqual(
      2048,
    );
  });

  test.each([
    undefined,
    null,
    'text',
    7,
    [],
    {},
    { errors: 7 },
    { errors: [null, 7, {}, { field: 3 }, { field: '' }] },
  ])('are none in %j', (body) => {
    expect(readFaults(body)).toEqual({ fields: [], sentences: [] });
  });
});
