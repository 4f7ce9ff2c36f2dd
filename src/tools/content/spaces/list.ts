import { kit } from '../../kit.ts';
import { listAction } from './handlers/list.ts';

export const contentSpacesList = kit.tool('content-spaces-list', {
  title: 'List content spaces',
  actions: { list: listAction },
});
