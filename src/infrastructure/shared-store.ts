declare const storeKey: unique symbol;

/** A key that was put together by a builder in this room; a bare string is not one. */
export type StoreKey = string & { readonly [storeKey]: true };

/**
 * The state that all replicas share. Two twins, memory and Redis, pass one contract suite.
 * A store that cannot be reached throws `AppError` `UNAVAILABLE` from every method; whoever only
 * caches treats that as a miss.
 */
export interface SharedStore {
  /** The stored text, or `undefined` when there is none or it has expired. */
  get(key: StoreKey): Promise<string | undefined>;
  /** Replaces the value; it expires after `ttlMs` milliseconds. */
  set(key: StoreKey, value: string, ttlMs: number): Promise<void>;
  /**
   * Stores the value unless there is one; of several who try at once, one succeeds. What is stored like this
   * stays for its time, however full the store becomes.
   * @returns whether it was stored
   */
  setIfAbsent(key: StoreKey, value: string, ttlMs: number): Promise<boolean>;
  /** Removes the keys; a missing key is not an error. */
  delete(keys: readonly StoreKey[]): Promise<void>;
  /** One cheap round trip: whether the store answers now. Never throws. */
  isReachable(): Promise<boolean>;
  close(): Promise<void>;
}
