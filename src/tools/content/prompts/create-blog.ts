import { type Prompt, stepWith } from '../../prompt.ts';

export const createBlogPrompt: Prompt = {
  name: 'modyo-create-blog',
  title: 'Create a blog',
  description: 'A space for a blog, with a type for its posts and first entries, published after a yes',
  modules: ['content', 'channels'],
  needs: [
    'content-spaces-list',
    'content-spaces-create',
    'content-types-create',
    'content-entries-create',
    'content-entries-publish',
  ],
  needsFreeSpace: true,
  arguments: [
    { name: 'name', description: 'Name of the blog, e.g. Company news', required: true },
    { name: 'topics', description: 'What its first posts are about', required: false },
    {
      name: 'default_locale',
      description: 'Its first language, e.g. es-cl; it can never be changed',
      required: false,
    },
  ],
  goal: ({ value }) =>
    `Create the blog ${value('name')}: a content space, a type for its posts, and first entries.`,
  steps(writing) {
    const locale = writing.value('default_locale');
    const topics = writing.value('topics');
    return [
      stepWith(
        writing,
        'content-spaces-list',
        (tool) =>
          `With ${tool} see whether a space of this name exists. If one does, ask whether to use it or to take another name.`,
      ),
      locale === undefined
        ? 'Ask for the default language of the blog, and say that it cannot be changed later.'
        : `The default language is ${locale}. Say that it cannot be changed later.`,
      'Propose the type Post with a title, a summary, a rich text body, a cover image and a date. Ask whether it is right.',
      stepWith(writing, 'content-spaces-create', (tool) => `Create the space with ${tool}.`),
      stepWith(writing, 'content-types-create', (tool) => `Create the type in it with ${tool}.`),
      topics === undefined
        ? 'Ask what the first posts are about and how many there shall be.'
        : `The first posts are about ${topics}. Propose a title for each and ask whether to write them.`,
      stepWith(
        writing,
        'content-entries-create',
        (tool) => `Create each post as a draft with ${tool}. Invent no facts, people or figures.`,
      ),
      stepWith(
        writing,
        'content-entries-publish',
        (tool) =>
          `Show the drafts and ask which of them to publish. Publish those, and no others, with ${tool}.`,
      ),
      'Say that a page of a site has to list the posts before visitors find them. Ask whether and on which site; make it only with a tool of this connection that makes pages, and else say that it is made in the site builder of Modyo.',
    ];
  },
};
