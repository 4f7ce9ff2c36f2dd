import { describe, expect, test } from 'vitest';
import { staleFiles } from '../support/generated-files.ts';
import { replaceSection } from '../support/marked-section.ts';

test('no generated file is stale; `npm run generate` makes them anew', async () => {
  expect([...(await staleFiles()).keys()]).toEqual([]);
});

describe('a marked section', () => {
  const document = 'before\n<!-- config:start -->\nold\n<!-- config:end -->\nafter\n';

  test('is replaced, and nothing around it', () => {
    const replaced = 'before\n<!-- config:start -->\nnew\n<!-- config:end -->\nafter\n';
    expect(replaceSection(document, 'config', 'new')).toBe(replaced);
    expect(replaceSection(replaced, 'config', 'new')).toBe(replaced);
  });

  test.each([
    ['no marker', 'nothing'],
    ['no end', 'a <!-- config:start --> b'],
    ['the wrong order', '<!-- config:end --> a <!-- config:start -->'],
    ['a marker twice', `${document}${document}`],
  ])('is refused in a document with %s', (_what, text) => {
    expect(() => replaceSection(text, 'config', 'new')).toThrow('<!-- config:start -->');
  });
});
