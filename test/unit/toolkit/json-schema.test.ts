import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { foreign, tenantMap } from '../../../src/toolkit/foreign.ts';
import { schemasAlong, toPublished, toRawSchema, walkSchema } from '../../../src/toolkit/json-schema.ts';

const schema = z.object({
  id: z.union([z.string(), z.number()]),
  kind: z.literal('note'),
  maybe: z.string().nullable(),
  echo: foreign({ id: z.number(), owner: z.object({ name: z.string() }) }),
  rows: z.array(z.object({ cell: z.string() })),
  fields: tenantMap('By name'),
});
const raw = toRawSchema(schema, 'output');

describe('a schema on its way to the wire', () => {
  test('is published without marks, type lists and const', () => {
    expect(toPublished(raw)).toEqual({
      type: 'object',
      properties: {
        id: { anyOf: [{ type: 'string' }, { type: 'number' }] },
        kind: { type: 'string', enum: ['note'] },
        maybe: { anyOf: [{ type: 'string' }, { type: 'null' }] },
        echo: {
          type: 'object',
          properties: {
            id: { type: 'number' },
            owner: {
              type: 'object',
              properties: { name: { type: 'string' } },
              required: ['name'],
              additionalProperties: false,
            },
          },
          required: ['id', 'owner'],
          additionalProperties: true,
        },
        rows: {
          type: 'array',
          items: {
            type: 'object',
            properties: { cell: { type: 'string' } },
            required: ['cell'],
            additionalProperties: false,
          },
        },
        fields: {
          type: 'object',
          description: 'By name',
          properties: {},
          additionalProperties: true,
          maxProperties: 500,
        },
      },
      required: ['id', 'kind', 'maybe', 'echo', 'rows', 'fields'],
      additionalProperties: false,
    });
  });

  test('is walked down to its leaves, but not into what belongs to the tenant', () => {
    expect([...walkSchema(raw)].map(({ path, role }) => `${role} ${path}`)).toEqual([
      'root ',
      'property id',
      'branch id',
      'branch id',
      'property kind',
      'property maybe',
      'branch maybe',
      'branch maybe',
      'property echo',
      'property echo.id',
      'property echo.owner',
      'property echo.owner.name',
      'rest echo.*',
      'property rows',
      'items rows[]',
      'property rows[].cell',
      'property fields',
    ]);
  });

  test.each([
    [['echo', 'owner', 'name'], true],
    [['echo'], true],
    [['rows', 0, 'cell'], false],
    [['nothing'], false],
  ])('along %j something is foreign: %s', (path, isForeign) => {
    expect(schemasAlong(raw, path).some((node) => node['x-foreign'])).toBe(isForeign);
  });

  test('keeps its marks when it is made optional or described', () => {
    const marked = z.object({ a: foreign({}).optional(), b: tenantMap().optional().describe('Named') });
    expect(toRawSchema(marked, 'output').properties).toMatchObject({
      a: { 'x-foreign': true },
      b: { 'x-tenant-map': 500, description: 'Named' },
    });
  });
});

describe('a tenant map', () => {
  test('takes any JSON under any harmless name, up to its limit', () => {
    const names = (count: number) =>
      Object.fromEntries(Array.from({ length: count }, (_, index) => [`n${index}`, [null]]));
    expect(tenantMap().safeParse({ message: { deep: [1] }, 'Título del artículo': null }).success).toBe(true);
    expect(tenantMap().safeParse(names(500)).success).toBe(true);
    expect(tenantMap().safeParse(names(501)).error?.issues[0]?.message).toBe('has more than 500 keys');
  });
});
