import type { AvailableAction } from '../../../toolkit/result.ts';

/** For a call that names a content type which does not exist. */
export const typesOfSpace: AvailableAction = {
  tool: 'content-types-list',
  reason: 'Shows the types of a space, where the type was not found',
};
