import { kit } from '../../kit.ts';
import { upsertAction } from './handlers/upsert.ts';

export const coreUsersUpsert = kit.tool('core-users-upsert', {
  title: 'Create or update an admin user',
  actions: { upsert: upsertAction },
});
