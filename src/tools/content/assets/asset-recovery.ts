import type { AvailableAction } from '../../../toolkit/result.ts';

/** For a call that names a file which does not exist. */
export const assetsOfAccount: AvailableAction = {
  tool: 'content-assets-list',
  reason: 'Shows the media files of the account',
};
