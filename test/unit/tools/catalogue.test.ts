import { readdirSync } from 'node:fs';
import { resolve } from 'node:path';
import { expect, test } from 'vitest';
import { toolCatalogue } from '../../../src/tools/catalogue.ts';

const names = toolCatalogue.map((tool) => tool.name);

test('every tool has its snapshot, and there is no other', () => {
  const files = readdirSync(resolve(import.meta.dirname, '../../snapshots/tools'));
  expect(files.toSorted()).toEqual(names.map((name) => `${name}.json`).toSorted());
});

test('a tool stands where its name says', () => {
  for (const name of names) {
    const folders = name.split('-');
    const file = `${folders.pop()}.ts`;
    expect(readdirSync(resolve(import.meta.dirname, '../../../src/tools', ...folders))).toContain(file);
  }
});
