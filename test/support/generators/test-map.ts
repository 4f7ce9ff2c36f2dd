import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';

const folder = resolve(import.meta.dirname, '../..');

/** A check, as the specification of the tool kit numbers them: `F7.4`, `A.1`, `N10.1`. */
const check = /[A-Z]\d*\.\d+/;
const row = new RegExp(`^\\| (${check.source}) \\| (.+?) \\| (.*?) \\|$`, 'gm');

/** The map of the checks: its sentences are written by hand, the places of the tests are found. */
export const testMap = {
  path: 'test/README.md',
  render: (current: string) => {
    const places = placesOfChecks();
    return current.replace(
      row,
      (_line, id: string, sentence: string) =>
        `| ${id} | ${sentence} | ${(places.get(id) ?? []).map((file) => `[${file}](${file})`).join(', ')} |`,
    );
  },
};

/** The checks of the map with the files that it names, from `test/`. */
export function mappedChecks(text: string): ReadonlyMap<string, readonly string[]> {
  return new Map(
    [...text.matchAll(row)].map(([, id = '', , cell = '']) => [
      id,
      [...cell.matchAll(/\]\(([^)]+)\)/g)].map(([, file = '']) => file),
    ]),
  );
}

/** The files with a test whose name begins with the check, from `test/`, in order. */
export function placesOfChecks(): ReadonlyMap<string, readonly string[]> {
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.test.ts'))
    .toSorted();
  const places = new Map<string, string[]>();
  for (const file of files) {
    for (const id of checksNamedIn(readFileSync(join(folder, file), 'utf8'))) {
      places.set(id, [...(places.get(id) ?? []), file]);
    }
  }
  return places;
}

/**
 * The checks that names of tests begin with; several may stand one after the other. A name is what a call of
 * `test` or `describe`, or of what their `each` gives, begins with.
 */
function checksNamedIn(text: string): ReadonlySet<string> {
  const call = /(?:\b(?:test|describe)(?:\.(?:only|concurrent|sequential))?|\))\(\s*/.source;
  const beginnings = text.matchAll(new RegExp(`${call}['"\`]((?:${check.source}\\b,? ?)+)`, 'g'));
  return new Set([...beginnings].flatMap(([, ids = '']) => ids.match(new RegExp(check.source, 'g')) ?? []));
}
