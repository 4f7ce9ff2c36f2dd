import { kit } from '../../kit.ts';
import { listsGroups } from './group-recovery.ts';
import { upsertAction } from './handlers/upsert.ts';

export const coreGroupsUpsert = kit.tool('core-groups-upsert', {
  title: 'Create or update a group of admin users',
  actions: { upsert: upsertAction },
  recovery: listsGroups,
});
