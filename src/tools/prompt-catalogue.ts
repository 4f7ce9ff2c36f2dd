import { auditPrompt } from './content/prompts/audit.ts';
import { createBlogPrompt } from './content/prompts/create-blog.ts';
import { createSpacePrompt } from './content/prompts/create-space.ts';
import { translateSpacePrompt } from './content/prompts/translate-space.ts';
import type { Prompt } from './prompt.ts';

/** Every prompt of the product, in the order of the listing. */
export const promptCatalogue: readonly Prompt[] = [
  createSpacePrompt,
  createBlogPrompt,
  translateSpacePrompt,
  auditPrompt,
];
