import { kit } from '../../kit.ts';
import { assetsOfAccount } from './asset-recovery.ts';
import { getAction } from './handlers/get.ts';

export const contentAssetsGet = kit.tool('content-assets-get', {
  title: 'Get a media file',
  actions: { get: getAction },
  recovery: { NOT_FOUND: [assetsOfAccount] },
});
