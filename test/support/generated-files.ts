import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { configurationExample, readmeConfiguration } from './generators/config-notes.ts';
import * as operations from './generators/operations.ts';
import { testMap } from './generators/test-map.ts';
import { toolkitTokens } from './generators/token-table.ts';
import { toolSnapshots } from './generators/tool-snapshots.ts';
import { readmeTools } from './generators/tool-table.ts';

/** A file, or a marked part of one, that is made of the source and never by hand. */
interface Generator {
  /** From the root of the repository. */
  readonly path: string;
  /** The whole text that the file must have, made from its current text (empty when there is no file). */
  readonly render: (current: string) => string | Promise<string>;
}

/** In the order in which they run: two may write to the same file. */
const generators: readonly Generator[] = [
  operations,
  readmeConfiguration,
  readmeTools,
  configurationExample,
  toolkitTokens,
  testMap,
  ...toolSnapshots,
];

const root = resolve(import.meta.dirname, '../..');

/** The files that differ from what the source says, with the text that they should have. */
export async function staleFiles(): Promise<ReadonlyMap<string, string>> {
  const texts = new Map<string, string>();
  for (const { path, render } of generators)
    texts.set(path, await render(texts.get(path) ?? currentText(path)));
  return new Map([...texts].filter(([path, text]) => text !== currentText(path)));
}

export function writeFiles(files: ReadonlyMap<string, string>): void {
  for (const [path, text] of files) writeFileSync(resolve(root, path), text);
}

function currentText(path: string): string {
  const file = resolve(root, path);
  return existsSync(file) ? readFileSync(file, 'utf8') : '';
}
