import type { Clock } from './clock.ts';

export interface ExpiringMapOptions {
  /** Entries kept at most; the one that was used longest ago makes room for a new one. */
  readonly entriesMax: number;
  readonly clock: Clock;
}

/** A bounded map whose entries end by time or, when it is full, by disuse. */
export interface ExpiringMap<Value> {
  /** The value, which thereby counts as used, or `undefined` when there is none or its time is over. */
  get(key: string): Value | undefined;
  /** A `ttlMs` of zero or less leaves no entry behind. */
  set(key: string, value: Value, ttlMs: number): void;
  delete(key: string): void;
  /** Entries held, ended ones that nobody asked for included. */
  readonly size: number;
}

export function createExpiringMap<Value>(options: ExpiringMapOptions): ExpiringMap<Value> {
  const { entriesMax, clock } = options;
  const entries = new Map<string, { readonly value: Value; readonly endsAtMs: number }>();

  return {
    get(key) {
      const entry = entries.get(key);
      if (entry === undefined) return undefined;
      entries.delete(key);
      if (entry.endsAtMs <= clock.nowMs()) return undefined;
      // A Map keeps the order of insertion, so putting the entry in again makes its first key the least used one.
      entries.set(key, entry);
      return entry.value;
    },
    set(key, value, ttlMs) {
      entries.delete(key);
      if (!(ttlMs > 0)) return;
      if (entries.size >= entriesMax) {
        const leastUsed = entries.keys().next();
        if (leastUsed.done !== true) entries.delete(leastUsed.value);
      }
      entries.set(key, { value, endsAtMs: clock.nowMs() + ttlMs });
    },
    delete(key) {
      entries.delete(key);
    },
    get size() {
      return entries.size;
    },
  };
}
