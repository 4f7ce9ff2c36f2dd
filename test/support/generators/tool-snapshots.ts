import type { TenantPolicy } from '../../../src/tenant/policy.ts';
import { toolCatalogue } from '../../../src/tools/catalogue.ts';
import { createListingRegistry } from '../listing-registry.ts';
import { openPolicy } from '../open-policy.ts';

const snapshotFolder = 'test/snapshots/tools';

/** One file a tool: its exact object in `tools/list` for a caller who may see everything. */
export const toolSnapshots = listedTools().map((tool) => ({
  path: `${snapshotFolder}/${String(tool['name'])}.json`,
  render: () => `${JSON.stringify(tool, null, 2)}\n`,
}));

/** What a caller who may see everything is shown. */
export function listedTools(shown: Partial<TenantPolicy> = {}) {
  return createListingRegistry(toolCatalogue).preview({ ...openPolicy, ...shown }).tools;
}
