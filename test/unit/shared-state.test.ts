import { readFileSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { describe, expect, test } from 'vitest';

/** What a module keeps between two requests could be one tenant's and reach another (I3). */

const source = resolve(import.meta.dirname, '../../src');
/** Whole programs, which serve nobody from their own module. */
const programs = /^(?:main\.ts|demo\.ts|cli\/)/;
const constant = /^(?:export )?const (\w+)/gm;
const mutators = String.raw`\.(?:set|add|delete|clear|push|pop|shift|unshift|splice|take|acquire)\(`;

function findSharedState(text: string): readonly string[] {
  const reassigned = [...text.matchAll(/^(?:export )?(?:let|var) (\w+)/gm)].map(([, name]) => name ?? '');
  const changed = [...text.matchAll(constant)]
    .map(([, name]) => name ?? '')
    .filter((name) =>
      new RegExp(String.raw`\b${name}(?:${mutators}|(?:\.\w+|\[[^\]]+\]) (?:\?\?)?=[^=>])`).test(text),
    );
  return [...reassigned, ...changed];
}

describe('I3 no module keeps anything from one request to the next', () => {
  test.each([
    ['let count = 0;', ['count']],
    ['export let last: string | undefined;', ['last']],
    ['const seen = new Map<string, string>();\nseen.set("a", "b");', ['seen']],
    ['export const names: string[] = [];\nnames.push("a");', ['names']],
    ['const byHost: Record<string, number> = {};\nbyHost[host] = 1;', ['byHost']],
    ['const known = createExpiringMap<string>({ clock });\nknown.set("a", "b", 1);', ['known']],
    ['const words = new Set(["a"]);\nwords.has("a");', []],
    ['function f() {\n  let inner = 0;\n  const own = new Map();\n  own.set(1, inner);\n}', []],
  ])('%j is told apart', (text, found) => {
    expect(findSharedState(text)).toEqual(found);
  });

  test('in any file of the service', async () => {
    const files = (await readdir(source, { recursive: true })).filter(
      (file) => file.endsWith('.ts') && !programs.test(file),
    );
    expect(files.length).toBeGreaterThan(100);
    const found = files.flatMap((file) =>
      findSharedState(readFileSync(join(source, file), 'utf8')).map((name) => `${file}: ${name}`),
    );
    expect(found).toEqual([]);
  });
});
