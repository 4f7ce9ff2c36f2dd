import { type Prompt, stepWith } from '../../prompt.ts';
import { spaceArgument, typeArgument } from '../../prompt-arguments.ts';

export const translateSpacePrompt: Prompt = {
  name: 'content-translate-space',
  title: 'Translate a space',
  description: 'Drafts in another language for the entries of a space, from a language that they have',
  modules: ['content'],
  needs: ['content-spaces-get', 'content-entries-list', 'content-entries-get', 'content-entries-update'],
  needsFreeSpace: false,
  arguments: [
    spaceArgument,
    {
      name: 'locale',
      description: 'Language to translate into, one of the space, e.g. en',
      required: true,
      completes: 'locale',
    },
    {
      name: 'from_locale',
      description: 'Language to translate from; default the first of the space',
      required: false,
      completes: 'locale',
    },
    typeArgument,
  ],
  goal: ({ value, space }) => {
    const type = value('type');
    return `Translate the entries ${type === undefined ? '' : `of the type ${type} `}in ${space} into the language ${value('locale')}.`;
  },
  steps(writing) {
    const from = writing.value('from_locale') ?? 'the default language of the space';
    return [
      stepWith(
        writing,
        'content-spaces-get',
        (tool) =>
          `With ${tool} read the languages of the space. If it lacks the language, stop and ask whether to add it.`,
      ),
      stepWith(
        writing,
        'content-entries-list',
        (tool) =>
          `With ${tool} list what there is in ${from}, and what there is in the language to translate into. Go through every page, until state.complete is true. Say how many entries are missing or older than their source, and ask whether to translate these.`,
      ),
      stepWith(
        writing,
        'content-entries-get',
        (tool) =>
          `Read one of them in ${from} with ${tool}. Translate its texts alone: numbers, dates, links, choices, code and names of products stay. Show the translation and ask whether tone and terms are right.`,
      ),
      stepWith(
        writing,
        'content-entries-update',
        (tool) =>
          `After a yes save each translation with ${tool}, naming the entry and the language to translate into, in portions of ten. Only that language is written. Report the warnings of each answer.`,
      ),
      stepWith(
        writing,
        'content-entries-publish',
        (tool) =>
          `The translations are drafts now. Ask whether to publish any, and publish those in that language alone with ${tool}.`,
      ),
    ];
  },
};
