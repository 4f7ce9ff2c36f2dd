import type { AccountAddress, WrittenAddress } from './account-address.ts';
import { entryAddress } from './content/resources/entry.ts';
import { spacesAddress } from './content/resources/spaces.ts';
import { typesAddress } from './content/resources/types.ts';
import { agentRulesAddress } from './core/resources/agent-rules.ts';
import { platformsAddress } from './core/resources/platforms.ts';

/** Every resource of the product beside the documentation of tools, in the order of the listing. */
export const addressCatalogue: readonly (AccountAddress | WrittenAddress)[] = [
  agentRulesAddress,
  platformsAddress,
  spacesAddress,
  typesAddress,
  entryAddress,
];
