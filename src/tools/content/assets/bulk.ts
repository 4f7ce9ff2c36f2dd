import { kit } from '../../kit.ts';
import { assetsOfAccount } from './asset-recovery.ts';
import { tagsAction } from './handlers/tags.ts';
import { uploadAction } from './handlers/upload.ts';

export const contentAssetsBulk = kit.tool('content-assets-bulk', {
  title: 'Many media files',
  summary: 'Upload or tag many media files at once',
  default: 'upload',
  actions: { upload: uploadAction, tags: tagsAction },
  recovery: { NOT_FOUND: [assetsOfAccount], AMBIGUOUS: [assetsOfAccount] },
});
