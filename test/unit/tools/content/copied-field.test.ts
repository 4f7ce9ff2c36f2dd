import { expect, test } from 'vitest';
import { copiedField, linkedTypeId } from '../../../../src/tools/content/copied-field.ts';
import { holdsChoice, labelOf } from '../../../../src/tools/content/field-definition.ts';

const nowhere = () => undefined;

test('a copy of a field leaves behind what belongs to its own type', () => {
  const field = {
    id: 7,
    name: 'Title',
    type: 'string',
    hint: 'Short',
    position: 3,
    deleted: false,
    created_at: 'then',
    updated_at: 'now',
    validations: { required: true, length: 80 },
  };
  expect(copiedField(field, nowhere)).toEqual({
    name: 'Title',
    type: 'string',
    hint: 'Short',
    position: 3,
    validations: { required: true, length: 80 },
  });
});

test('a link leads to the type that stands for its own, or to none', () => {
  const field = { id: 7, name: 'Writer', type: 'content_type', validations: { content_type: 4 } };
  expect(linkedTypeId(field)).toBe(4);
  expect(copiedField(field, (id) => id * 10)).toMatchObject({ validations: { content_type: 40 } });
  expect(copiedField(field, nowhere)).toMatchObject({ validations: { content_type: null } });
  expect(copiedField({ ...field, validations: {} }, nowhere)).toEqual({
    name: 'Writer',
    type: 'content_type',
    validations: {},
  });
});

test('choices that are records are carried by their labels', () => {
  const values = [
    { id: 1, value: 'Calm' },
    { id: 2, value: 'Loud' },
  ];
  const field = { id: 7, name: 'Mood', type: 'dropdown', validations: { values } };
  expect(copiedField(field, nowhere)).toMatchObject({ validations: { values: 'Calm\nLoud' } });
  expect([1, 'Loud', { id: 2, value: 'Loud' }, 9].map((item) => labelOf(field, item))).toEqual([
    'Calm',
    'Loud',
    'Loud',
    undefined,
  ]);
  expect([[1], 'Calm', { value: 'Calm' }].map((value) => holdsChoice(field, value, ['Calm']))).toEqual([
    true,
    true,
    true,
  ]);
  expect([[2], 'Loud', null, undefined, []].some((value) => holdsChoice(field, value, ['Calm']))).toBe(false);
});
