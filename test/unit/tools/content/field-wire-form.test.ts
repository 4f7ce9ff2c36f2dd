import { describe, expect, test } from 'vitest';
import type { FieldDefinition, FieldType } from '../../../../src/tools/content/field-definition.ts';
import { wireForm } from '../../../../src/tools/content/field-wire-form.ts';

function field(type: FieldType | 'group', validations?: Record<string, unknown>): FieldDefinition {
  return { id: 1, name: 'Field', type, ...(validations === undefined ? {} : { validations }) };
}

const section = { values: 'News\n*Tips\nPress' };

describe('a value is put in the wire form of its field', () => {
  test.each<[FieldType | 'group', unknown, Record<string, unknown>?]>([
    ['string', 'Hola'],
    ['string', ''],
    ['text', 'two\nlines'],
    ['rich_text', '<p>ñandú</p>'],
    ['dropdown', 'Tips', section],
    ['dropdown', 'anything'],
    ['radio', 7, { values: [{ id: 7, value: 'Seven' }] }],
    ['checkbox', ['News'], section],
    ['multiple', ['News', 'not a choice'], section],
    ['multiple', []],
    ['boolean', false],
    ['integer', -2_147_483_648],
    ['integer', 2_147_483_647],
    ['decimal', 19.99],
    ['date', '2026-12-24'],
    ['date', '2024-02-29'],
    ['date', '2026-12-24T09:00:00-03:00'],
    ['date', '2026-12-24T09:00:00.000Z'],
    ['locations', [{ location_street: 'Calle 1', country: 'Chile', location: { lat: -33.4, lon: -70.6 } }]],
    ['asset', 625],
    ['asset', '1d9a0c33-5b5e-4b41-9a1e-6b6f0d0f7b21'],
    ['assets', [625, '1d9a0c33-5b5e-4b41-9a1e-6b6f0d0f7b21']],
    ['content_type', '3f0d7f7c-0c9d-4a8c-8d1f-6f0b1e7d2a44'],
    ['content_types', [9120]],
    ['group', [{ Title: 'x' }]],
  ])('%s takes %j', (type, value, validations) => {
    expect(wireForm(field(type, validations), value)).toEqual({ ok: true, value });
  });

  test.each(['string', 'integer', 'multiple', 'asset', 'locations'] as const)('null empties a %s', (type) => {
    expect(wireForm(field(type), null)).toEqual({ ok: true, value: null });
  });
});

describe('a value of another kind is refused with what was expected', () => {
  test.each<[FieldType, unknown, RegExp, Record<string, unknown>?]>([
    ['string', 12, /at most 255 characters/],
    ['string', 'x'.repeat(256), /at most 255 characters/],
    ['string', 'abcdef', /at most 5 characters/, { length: 5 }],
    ['text', 'x'.repeat(1_000_000), /at most 200000 characters/],
    ['rich_text', { html: 'x' }, /text/],
    ['dropdown', 'Sport', /one of: News, Tips, Press/, section],
    ['dropdown', '*Tips', /one of: News, Tips, Press/, section],
    ['radio', ['News'], /one of: News/, section],
    ['radio', 9, /one of: Seven/, { values: [{ id: 7, value: 'Seven' }] }],
    ['checkbox', 'News', /list of at most 100 labels/, section],
    ['multiple', [{ label: 'News' }], /list of at most 100 labels/],
    ['multiple', Array.from({ length: 101 }, (_, at) => `v${at}`), /at most 100/],
    ['boolean', 'true', /true or false/],
    ['boolean', 1, /true or false/],
    ['integer', 1.5, /an integer/],
    ['integer', '5', /an integer/],
    ['integer', 2_147_483_648, /to 2147483647/],
    ['integer', 11, /from 1 to 10/, { number_range: { min_number: 1, max_number: 10 } }],
    ['decimal', Number.NaN, /a number/],
    ['decimal', 10_000_000_000_000, /a number/],
    ['date', '2026-12-24T09:00:00', /offset/],
    ['date', '24/12/2026', /offset/],
    ['date', '2026-13-01', /offset/],
    ['date', '2026-12-24T99:00:00Z', /offset/],
    ['date', '2025-12-31', /offset/, { date_range: { min_date: '2026-01-01T00:00:00.000Z' } }],
    ['date', '2027-01-01', /offset/, { date_range: { max_date: '2026-12-31T00:00:00.000Z' } }],
    ['locations', { country: 'Chile' }, /list of at most 100 places/],
    ['locations', [{ city: 'Lima' }], /places/],
    ['locations', [{ location: { lat: 91, lon: 0 } }], /places/],
    ['asset', '../secrets', /an id or a uuid/],
    ['asset', 0, /an id or a uuid/],
    ['assets', 625, /list/],
    ['content_type', { uuid: 'x' }, /an id or a uuid/],
    ['content_types', ['%2e%2e'], /list of at most 100 entry ids/],
  ])('%s refuses %j', (type, value, expected, validations) => {
    expect(wireForm(field(type, validations), value)).toEqual({
      ok: false,
      expected: expect.stringMatching(expected),
      message: expect.any(String),
    });
  });
});
