import { scopes } from '../../../src/auth/scopes.ts';
import { systemClock } from '../../../src/infrastructure/clock.ts';
import { createModyoCredential } from '../../../src/modyo/credential.ts';
import type { Caller } from '../../../src/tenant/caller.ts';
import { modules } from '../../../src/tenant/policy.ts';
import { createToolRegistry } from '../../../src/toolkit/registry.ts';
import { toolCatalogue } from '../../../src/tools/catalogue.ts';
import { createLogCapture } from '../log-capture.ts';

/** Who may see everything. */
const anyone: Caller = {
  principal: {
    issuer: 'https://issuer.invalid',
    subject: 'nobody',
    tenantId: 'none',
    scopes,
    tenantMode: 'registry',
    expiresAtSeconds: 0,
  },
  tenant: {
    id: 'none',
    key: 'none',
    host: 'none.invalid',
    platformName: 'none',
    credential: createModyoCredential(''),
    policy: { modules, readOnly: false, toolsDenied: [], ratePerMinute: 1, concurrency: 1 },
  },
  requestId: 'none',
  log: createLogCapture().log,
};

const snapshotFolder = 'test/snapshots/tools';

/** One file a tool: its exact object in `tools/list` for a caller who may see everything. */
export const toolSnapshots = listedTools().map((tool) => ({
  path: `${snapshotFolder}/${String(tool['name'])}.json`,
  render: () => `${JSON.stringify(tool, null, 2)}\n`,
}));

/** What a caller who may see everything is shown. */
export function listedTools() {
  const registry = createToolRegistry({
    tools: toolCatalogue,
    createContext: () => {
      throw new Error('A listing calls no tool.');
    },
    clock: systemClock,
  });
  return registry.list(anyone).tools;
}
