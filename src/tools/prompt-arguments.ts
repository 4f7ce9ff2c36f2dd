import type { PromptArgument } from './prompt.ts';

/** The argument that the connection may fix. */
export const spaceArgument: PromptArgument = {
  name: 'space',
  description: 'Space: id, uid or exact name, e.g. blog',
  required: true,
  completes: 'space',
};

export const typeArgument: PromptArgument = {
  name: 'type',
  description: 'Only this content type of the space: id, uid or exact name, e.g. post',
  required: false,
  completes: 'type',
};
