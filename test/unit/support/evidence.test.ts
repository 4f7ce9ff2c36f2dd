import { expect, test } from 'vitest';
import { readEvidence, renderEvidence } from '../../support/evidence.ts';

const swagger = {
  swagger: '2.0',
  basePath: '/api/admin',
  paths: {
    '/boxes/{box_id}': {
      parameters: [],
      put: {
        description: 'prose that is left behind',
        parameters: [
          { in: 'path', name: 'box_id' },
          { in: 'path', name: 'validation' },
          { in: 'query', name: 'only[]' },
          { in: 'formData', name: 'file' },
          { in: 'body', name: 'box', schema: { $ref: '#/definitions/Box' } },
        ],
      },
    },
  },
  definitions: {
    Base: { properties: { id: { type: 'integer', description: 'prose' } } },
    Box: {
      allOf: [{ $ref: '#/definitions/Base' }],
      properties: {
        tags: { type: 'array', items: { type: 'string' } },
        parts: { type: 'array', items: { properties: { size: { type: 'integer' } } } },
        inside: { $ref: '#/definitions/Loop' },
      },
    },
    Loop: { properties: { again: { $ref: '#/definitions/Loop' } } },
  },
};

test('a catalogue is reduced to its facts, one operation a line', () => {
  const evidence = readEvidence(swagger);
  expect(evidence.operations).toHaveLength(1);
  expect(evidence.operations[0]).toMatchObject({
    method: 'PUT',
    path: '/boxes/{box_id}',
    in_path: ['box_id'],
    in_query: ['only[]'],
    in_form: ['file'],
    misplaced: ['validation'],
  });
  expect(evidence.operations[0]?.body_keys).toEqual(
    expect.arrayContaining(['id', 'tags', 'parts', 'parts[].size', 'inside', 'inside.again']),
  );
  const rendered = renderEvidence(evidence);
  expect(JSON.parse(rendered)).toEqual(evidence);
  expect(rendered).not.toContain('prose');
  expect(rendered.split('\n').filter((line) => line.includes('"method"'))).toHaveLength(1);
});
