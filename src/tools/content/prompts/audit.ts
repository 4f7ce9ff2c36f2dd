import { type Prompt, stepWith } from '../../prompt.ts';
import { spaceArgument, typeArgument } from '../../prompt-arguments.ts';

export const auditPrompt: Prompt = {
  name: 'content-audit',
  title: 'Audit a space',
  description: 'What is stale, unpublished, untranslated or empty in a space; nothing is changed',
  modules: ['content'],
  needs: ['content-spaces-get', 'content-types-list', 'content-entries-list', 'content-entries-get'],
  needsFreeSpace: false,
  arguments: [
    spaceArgument,
    typeArgument,
    {
      name: 'locale',
      description: 'Only this language of the space, e.g. es-cl',
      required: false,
      completes: 'locale',
    },
  ],
  goal: ({ value, space }) => {
    const type = value('type');
    const locale = value('locale');
    return `Audit ${type === undefined ? 'the content' : `the entries of the type ${type}`} in ${space}${locale === undefined ? '' : ` in the language ${locale}`}. Change nothing.`;
  },
  steps(writing) {
    return [
      stepWith(
        writing,
        'content-spaces-get',
        (tool) => `With ${tool} read the languages and the review rules of the space.`,
      ),
      stepWith(
        writing,
        'content-types-list',
        (tool) =>
          `With ${tool} list the content types. If there are more than ten, ask which ones to look at.`,
      ),
      stepWith(
        writing,
        'content-entries-list',
        (tool) =>
          `With ${tool} count, by type and language: live, draft, live with unpublished changes, scheduled, archived, waiting for review. Go through every page, until state.complete is true.`,
      ),
      'From the same lists name what was not changed for a year, what has names that occur twice, what has no category where others have one, and what lacks a language of the space.',
      stepWith(
        writing,
        'content-entries-get',
        (tool) =>
          `Before single entries are read, say how many there would be and ask. Read those with ${tool}, and name empty fields, links that lead nowhere and texts left from an example.`,
      ),
      stepWith(
        writing,
        'content-assets-list',
        (tool) => `With ${tool} look for files without an alternative text, and say how many there are.`,
      ),
      'Report by weight: what visitors see and is wrong, then what is unfinished, then what could be tidied. Give a number and up to five examples for each, by name and id, and say what was not looked at.',
      'Propose what to change. Ask which of it to do, and do nothing before the answer.',
    ];
  },
};
