import { kit } from '../../kit.ts';
import { bulkAction } from './handlers/bulk.ts';

export const coreUsersBulk = kit.tool('core-users-bulk', {
  title: 'Activate or deactivate many admin users',
  actions: { bulk: bulkAction },
});
