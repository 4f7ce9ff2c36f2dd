import { systemClock } from '../../src/infrastructure/clock.ts';
import { createMemoryGateStore } from '../../src/infrastructure/memory-gate-store.ts';
import type { ToolContext } from '../../src/toolkit/context.ts';
import { createToolRegistry, type ToolRegistry } from '../../src/toolkit/registry.ts';
import type { Tool } from '../../src/toolkit/tool.ts';

/** What tools look like from outside, whatever gates they have. Gets as far as no handler. */
export function createListingRegistry<Ctx extends ToolContext>(tools: readonly Tool<Ctx>[]): ToolRegistry {
  return createToolRegistry<Ctx>({
    tools,
    createContext: () => {
      throw new Error('a listing was not meant to reach a handler');
    },
    clock: systemClock,
    gateStore: createMemoryGateStore(systemClock),
  });
}
