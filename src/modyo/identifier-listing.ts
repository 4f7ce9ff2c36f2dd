import type { z } from 'zod';
import type { Clock } from '../infrastructure/clock.ts';
import { createExpiringMap } from '../infrastructure/expiring-map.ts';
import type { SharedStore, StoreKey } from '../infrastructure/shared-store.ts';

export interface ListingMemoryOptions {
  readonly store: SharedStore;
  readonly clock: Clock;
  readonly ttlMs: number;
}

/** Readings of whole lists, kept as single elements are. A store that fails is a miss. */
export interface ListingMemory {
  /** What is remembered under the key in this form, or what `read` answers. */
  through<Value>(key: StoreKey, schema: z.ZodType<Value>, read: () => Promise<Value>): Promise<Value>;
}

/** For this long a replica answers from its own memory; a list is asked for at each key that is typed. */
const localTtlMsMax = 5000;
const localEntriesMax = 200;

export function createListingMemory({ store, clock, ttlMs }: ListingMemoryOptions): ListingMemory {
  const localTtlMs = Math.min(ttlMs, localTtlMsMax);
  const texts = createExpiringMap<string>({ entriesMax: localEntriesMax, clock });

  return {
    async through(key, schema, read) {
      const known = texts.get(key) ?? (await store.get(key).catch(() => undefined));
      const value = known === undefined ? undefined : readAs(schema, known);
      if (value !== undefined && known !== undefined) {
        texts.set(key, known, localTtlMs);
        return value;
      }
      const fresh = await read();
      const text = JSON.stringify(fresh);
      texts.set(key, text, localTtlMs);
      await store.set(key, text, ttlMs).catch(() => undefined);
      return fresh;
    },
  };
}

/** Whatever does not have our form, from another version or another hand, counts as nothing. */
function readAs<Value>(schema: z.ZodType<Value>, text: string): Value | undefined {
  try {
    const parsed = schema.safeParse(JSON.parse(text));
    return parsed.success ? parsed.data : undefined;
  } catch {
    return undefined;
  }
}
