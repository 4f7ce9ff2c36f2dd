import { describe, expect, test } from 'vitest';
import type { Json } from '../../../../src/errors/app-error.ts';
import type { FieldDefinition } from '../../../../src/tools/content/field-definition.ts';
import { fieldLosses } from '../../../../src/tools/content/field-losses.ts';

function lossesOf(type: string, sent: Json, stored: Json | undefined, validations?: Record<string, unknown>) {
  const definition: FieldDefinition = { id: 1, name: 'Field', type, validations };
  const after = stored === undefined ? [] : [{ id: 5, field_id: 1, type, value: stored }];
  return fieldLosses({
    asked: [{ field_id: 1, type, value: sent }],
    before: [],
    after,
    definitions: [definition],
  });
}

describe('a value that Modyo spells in its own way is not a loss', () => {
  test.each<[string, Json, Json]>([
    ['string', 'Hi', 'Hi'],
    ['integer', 5, '5'],
    ['decimal', 9.5, '9.50'],
    ['boolean', true, 'true'],
    ['date', '2026-12-24', '2026-12-24T00:00:00.000-03:00'],
    ['date', '2026-12-24T09:00:00-03:00', '2026-12-24T12:00:00.000Z'],
    ['multiple', ['News', 'Tips'], ['Tips', 'News']],
    ['multiple', ['News'], [{ id: 3, value: 'News' }]],
    ['dropdown', 'News', ['News']],
    ['asset', 625, { id: 625, uuid: '1d9a0c33', url: '//cdn' }],
    ['content_type', '3f0d7f7c', { id: 1, uuid: '3f0d7f7c' }],
    ['locations', [{ country: 'Chile' }], [{ country: 'Chile', location: null }]],
    ['string', null, ''],
    ['multiple', [], []],
  ])('%s %j stored as %j', (type, sent, stored) => {
    expect(lossesOf(type, sent, stored)).toEqual([]);
  });

  test('a choice sent by id and stored by label is the same choice', () => {
    expect(lossesOf('multiple', [3], ['News'], { values: [{ id: 3, value: 'News' }] })).toEqual([]);
  });
});

describe('what was dropped, cut or changed is named', () => {
  test.each<[string, Json, Json | undefined, string, RegExp]>([
    ['multiple', ['News', 'Sport', 'Fun'], ['News'], 'CHOICE_DROPPED', /"Sport", "Fun"/],
    ['multiple', ['Sport'], [], 'CHOICE_DROPPED', /"Sport"/],
    ['checkbox', ['Sport'], undefined, 'CHOICE_DROPPED', /"Sport"/],
    ['dropdown', 'News', 'Tips', 'CHOICE_DROPPED', /"News"/],
    ['dropdown', 'News', null, 'VALUE_NOT_STORED', /no value/],
    ['string', 'A long title', 'A long', 'VALUE_TRUNCATED', /first 6 characters/],
    ['string', 'Hi', 'Other', 'VALUE_CHANGED', /another value/],
    ['string', null, 'Still here', 'VALUE_CHANGED', /another value/],
    ['decimal', 1.999, 2, 'VALUE_CHANGED', /another value/],
    ['date', '2026-12-24', '2026-12-23T21:00:00.000-03:00', 'VALUE_CHANGED', /another value/],
    ['boolean', true, false, 'VALUE_CHANGED', /another value/],
    ['assets', [625, 626], [{ id: 625 }], 'CHOICE_DROPPED', /626/],
  ])('%s %j stored as %j', (type, sent, stored, code, message) => {
    expect(lossesOf(type, sent, stored)).toEqual([
      { code, path: 'fields.Field', message: expect.stringMatching(message) },
    ]);
  });

  test('a field that was not sent and moved is named as well', () => {
    const definitions = [
      { id: 1, name: 'Title', type: 'string' },
      { id: 2, name: 'Body', type: 'text' },
    ];
    const before = [{ id: 5, field_id: 2, type: 'text', value: 'kept?' }];
    const after = [{ id: 6, field_id: 1, type: 'string', value: 'Hi' }];
    const asked = [{ field_id: 1, type: 'string', value: 'Hi' }];
    expect(fieldLosses({ asked, before, after, definitions })).toEqual([
      { code: 'OTHER_FIELD_CHANGED', path: 'fields.Body', message: expect.any(String) },
    ]);
  });
});
