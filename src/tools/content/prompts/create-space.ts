import { type Prompt, stepWith } from '../../prompt.ts';

export const createSpacePrompt: Prompt = {
  name: 'modyo-create-space',
  title: 'Create a content space',
  description: 'A content space with its languages, content types and categories',
  modules: ['content'],
  needs: ['content-spaces-list', 'content-spaces-create', 'content-types-create'],
  needsFreeSpace: true,
  arguments: [
    { name: 'name', description: 'Name of the space, e.g. Help centre', required: true },
    { name: 'purpose', description: 'What it is for, in a sentence or two', required: false },
    {
      name: 'default_locale',
      description: 'Its first language, e.g. es-cl; it can never be changed',
      required: false,
    },
  ],
  goal: ({ value }) => {
    const purpose = value('purpose');
    return `Create the content space ${value('name')} and its basic structure.${purpose === undefined ? '' : ` What it is for: ${purpose}.`}`;
  },
  steps(writing) {
    const locale = writing.value('default_locale');
    return [
      stepWith(
        writing,
        'content-spaces-list',
        (tool) =>
          `With ${tool} see whether a space of this name exists. If one does, ask what to do with it.`,
      ),
      locale === undefined
        ? 'Ask for the default language of the space, and say that it cannot be changed later.'
        : `The default language is ${locale}. Say that it cannot be changed later.`,
      'Propose two to five content types, each with its fields and their kinds, and categories if they help. Ask whether to make them so, and change the proposal until the answer is yes.',
      stepWith(
        writing,
        'content-spaces-create',
        (tool) => `Create the space with ${tool}. Keep its id from the answer.`,
      ),
      stepWith(
        writing,
        'content-types-create',
        (tool) => `Create each agreed content type in it with ${tool}. Look at the warnings of each answer.`,
      ),
      stepWith(
        writing,
        'content-categories-create',
        (tool) => `Create the agreed categories with ${tool}, those above before those below.`,
      ),
      stepWith(
        writing,
        'content-types-list',
        (tool) => `List the types of the space with ${tool}, and report what is there now.`,
      ),
    ];
  },
};
