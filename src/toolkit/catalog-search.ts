import MiniSearch from 'minisearch';
import type { CompiledTool } from './compiled.ts';
import { queryWords, searchWord, wordsOf } from './search-words.ts';

/** How much a hit in each part of an action counts. */
const weights = { name: 4, title: 3, summary: 2, parameters: 1, notes: 0.5 };

/** Wrong letters that are forgiven, as a share of the word. */
const fuzziness = 0.2;

/**
 * Ranked search over single actions, whoever may use them.
 * @returns names, best first
 */
export function createActionSearch<Ctx>(
  tools: readonly CompiledTool<Ctx>[],
): (query: string) => readonly string[] {
  const texts = tools.map(textsOf);
  const vocabulary = [
    ...new Set(texts.flatMap((text) => Object.values(text).flatMap(wordsOf)).map(searchWord)),
  ];
  const isKnown = (word: string) => vocabulary.some((own) => own?.startsWith(word) === true);
  const index = new MiniSearch({
    idField: 'name',
    fields: Object.keys(weights),
    tokenize: wordsOf,
    processTerm: searchWord,
    searchOptions: {
      boost: weights,
      prefix: true,
      fuzzy: fuzziness,
      processTerm: (word) => queryWords(word, isKnown),
    },
  });
  index.addAll(texts);
  return (query) => index.search(query).map(({ id }) => String(id));
}

function textsOf<Ctx>({ name, title, summary, actions, spec }: CompiledTool<Ctx>) {
  const parameters = actions.flatMap((action) =>
    // What the kit adds is alike everywhere and says nothing about an action.
    [...action.parameters]
      .filter(([parameter]) => action.ownNames.has(parameter))
      .map(([parameter, schema]) => `${parameter} ${schema.description ?? ''}`),
  );
  const notes = [...(spec.notes ?? []), ...actions.flatMap(({ definition }) => definition.notes)];
  return { name, title, summary, parameters: parameters.join(' '), notes: notes.join(' ') };
}
