import { kit } from '../../kit.ts';
import { listAction } from './handlers/list.ts';

export const contentAssetsList = kit.tool('content-assets-list', {
  title: 'List media files',
  actions: { list: listAction },
});
