import { modules, type TenantPolicy } from '../../src/tenant/policy.ts';

/** Everything, shown as it is where nobody has said anything. */
export const openPolicy: TenantPolicy = {
  modules,
  readOnly: false,
  exposure: 'grouped',
  describe: 'full',
  pins: {},
  gateVisibility: 'list',
  toolsDenied: [],
  ratePerMinute: 600,
  concurrency: 8,
};
