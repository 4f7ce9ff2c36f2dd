import type { Caller } from '../../../src/tenant/caller.ts';
import { createLogCapture, type LogCapture } from '../../support/log-capture.ts';
import { openPolicy } from '../../support/open-policy.ts';

/** Someone who may do everything, and what was logged on their behalf. */
export function createTestCaller(): { readonly caller: Caller; readonly logs: LogCapture } {
  const logs = createLogCapture();
  const caller: Caller = {
    principal: {
      issuer: 'https://issuer.test.invalid',
      subject: 'ana',
      tenantId: 'andes',
      scopes: ['modyo:admin'],
      tenantMode: 'registry',
      expiresAtSeconds: 2_000_000_000,
    },
    tenant: {
      id: 'andes',
      key: '0'.repeat(32),
      host: 'andes.sandbox.invalid',
      platformName: 'Andes',
      credential: {} as Caller['tenant']['credential'],
      policy: openPolicy,
    },
    requestId: 'request-1',
    log: logs.log,
  };
  return { caller, logs };
}
