import { kit } from '../../kit.ts';
import { getAction } from './handlers/get.ts';
import { updateAction } from './handlers/update.ts';

export const coreSettingsManage = kit.tool('core-settings-manage', {
  title: 'Settings of the account',
  summary: 'Read and change the settings of the account',
  default: 'manage',
  actions: { manage: kit.manage({ get: getAction, update: updateAction }), get: getAction },
});
