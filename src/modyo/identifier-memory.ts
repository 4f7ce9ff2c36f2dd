import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import { AppError } from '../errors/app-error.ts';
import type { Clock } from '../infrastructure/clock.ts';
import { createExpiringMap } from '../infrastructure/expiring-map.ts';
import type { Logger } from '../infrastructure/logger.ts';
import type { SharedStore, StoreKey } from '../infrastructure/shared-store.ts';

/** The element that an identifier means. A number is taken for an id unseen, so it comes without a name. */
export interface Identified {
  readonly id: number;
  readonly name?: string | undefined;
  readonly uid?: string | undefined;
  readonly uuid?: string | undefined;
}

export interface IdentifierMemoryOptions {
  readonly store: SharedStore;
  readonly clock: Clock;
  /** How long a text keeps its meaning; what is changed elsewhere is outdated for this long at most. */
  readonly ttlMs: number;
}

/** The time since the last write of ours in a scope. It is a part of the keys of what was looked up in it. */
interface Generation {
  readonly name: string;
  /** False while the store does not answer; then nothing is asked of it either. */
  readonly isShared: boolean;
}

/** What texts mean, kept in the shared store, and for a few seconds here. A store that fails is a miss. */
export interface IdentifierMemory {
  generation(key: StoreKey, log: Logger): Promise<Generation>;
  /** Makes everything remembered in the generations before unreachable. */
  startGeneration(key: StoreKey, log: Logger): Promise<void>;
  /** Without asking the store. */
  recallHere(key: StoreKey): Identified | undefined;
  recall(key: StoreKey, generation: Generation, log: Logger): Promise<Identified | undefined>;
  remember(key: StoreKey, element: Identified, generation: Generation, log: Logger): Promise<void>;
}

/** For this long a replica may not notice that another one has written. */
const localTtlMsMax = 5000;
const localEntriesMax = 5000;
const firstGeneration = '0';

const storedElement = z.object({
  id: z.int().positive(),
  name: z.string().optional(),
  uid: z.string().optional(),
  uuid: z.string().optional(),
});

export function createIdentifierMemory({ store, clock, ttlMs }: IdentifierMemoryOptions): IdentifierMemory {
  const localTtlMs = Math.min(ttlMs, localTtlMsMax);
  const elements = createExpiringMap<Identified>({ entriesMax: localEntriesMax, clock });
  const generations = createExpiringMap<string>({ entriesMax: localEntriesMax, clock });

  return {
    async generation(key, log) {
      const local = generations.get(key);
      if (local !== undefined) return { name: local, isShared: true };
      try {
        const name = (await store.get(key)) ?? firstGeneration;
        generations.set(key, name, localTtlMs);
        return { name, isShared: true };
      } catch (error) {
        logStoreFailure(log, error);
        return { name: firstGeneration, isShared: false };
      }
    },
    async startGeneration(key, log) {
      const name = randomUUID();
      generations.set(key, name, localTtlMs);
      try {
        // It outlives everything remembered before it, after which the first generation is empty again.
        await store.set(key, name, ttlMs * 2);
      } catch (error) {
        logStoreFailure(log, error);
      }
    },
    recallHere: (key) => elements.get(key),
    async recall(key, { isShared }, log) {
      if (!isShared) return undefined;
      try {
        const stored = readElement(await store.get(key));
        if (stored !== undefined) elements.set(key, stored, localTtlMs);
        return stored;
      } catch (error) {
        logStoreFailure(log, error);
        return undefined;
      }
    },
    async remember(key, element, { isShared }, log) {
      elements.set(key, element, localTtlMs);
      if (!isShared) return;
      try {
        await store.set(key, JSON.stringify(element), ttlMs);
      } catch (error) {
        logStoreFailure(log, error);
      }
    },
  };
}

/** Whatever does not have our form, from another version or another hand, counts as nothing. */
function readElement(stored: string | undefined): Identified | undefined {
  if (stored === undefined) return undefined;
  try {
    const parsed = storedElement.safeParse(JSON.parse(stored));
    return parsed.success ? parsed.data : undefined;
  } catch {
    return undefined;
  }
}

/** The loss of the store is told once, where it is noticed; a call that goes on without it is only a detail. */
function logStoreFailure(log: Logger, error: unknown): void {
  const code = error instanceof AppError ? error.code : 'INTERNAL';
  log.debug({ code }, 'identifiers are looked up without the shared store');
}
