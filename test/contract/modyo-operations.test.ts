import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { readAdminContract } from '../support/admin-contract.ts';
import type { Evidence } from '../support/evidence.ts';
import { path as generatedPath, render } from '../support/generators/operations.ts';

const contract = readAdminContract();
const evidence = JSON.parse(
  readFileSync(new URL('../../openapi/evidence-2023.json', import.meta.url), 'utf8'),
) as Evidence;

const grades = ['swagger-2023', 'docs', 'client', 'inferred-high', 'inferred-medium', 'inferred-low'];

function namesWithoutOwnEvidence(names: readonly { name: string; evidence?: string }[]): string[] {
  return names.filter((entry) => entry.evidence === undefined).map(({ name }) => name);
}

describe('the upstream contract', () => {
  test('has each operation once, by id and by method and path', () => {
    expect(new Set(contract.map(({ id }) => id)).size).toBe(contract.length);
    expect(new Set(contract.map(({ method, path }) => `${method} ${path}`)).size).toBe(contract.length);
    expect(contract.length).toBeGreaterThan(20);
  });

  test.each(contract)('$id says where it comes from', (operation) => {
    expect(grades).toContain(operation.evidence);
    const ownGrades = [...operation.inQuery, ...operation.bodyKeys, ...operation.formKeys].flatMap(
      ({ evidence: own }) => own ?? [],
    );
    for (const grade of ownGrades) expect(grades).toContain(grade);
    if (operation.evidence.startsWith('inferred')) expect(operation.note).toMatch(/\w+ \w+/);
  });

  test.each(contract)('$id declares exactly the parameters of its path', ({ path, inPath }) => {
    const inTemplate = [...path.matchAll(/\{(\w+)\}/g)].map((match) => match[1]);
    expect(inPath.map(({ name }) => name).sort()).toEqual(inTemplate.sort());
  });

  test.each(contract.filter((operation) => operation.evidence === 'swagger-2023'))(
    '$id is in the 2023 file with its parameters and body keys',
    (operation) => {
      const known = evidence.operations.find(
        ({ method, path }) => method === operation.method && path === operation.path,
      );
      expect(known, `${operation.method} ${operation.path}`).toBeDefined();
      expect(known?.in_path).toEqual(operation.inPath.map(({ name }) => name));
      expect(known?.in_query).toEqual(expect.arrayContaining(namesWithoutOwnEvidence(operation.inQuery)));
      expect(known?.in_form).toEqual(expect.arrayContaining(namesWithoutOwnEvidence(operation.formKeys)));
      expect(known?.body_keys).toEqual(expect.arrayContaining(namesWithoutOwnEvidence(operation.bodyKeys)));
    },
  );

  test.each(contract.filter((operation) => operation.evidence !== 'swagger-2023'))(
    '$id is not in the 2023 file, as it says',
    ({ method, path }) => {
      const known = evidence.operations.some((entry) => entry.method === method && entry.path === path);
      expect(known).toBe(false);
    },
  );

  test('is what the client was generated from', () => {
    expect(readFileSync(generatedPath, 'utf8'), 'run `npm run generate`').toBe(render());
  });
});
