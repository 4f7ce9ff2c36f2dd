/** A map that forgets what was not asked for longest. */
export interface RecentMap<Value> {
  get(key: string): Value | undefined;
  set(key: string, value: Value): void;
}

export function createRecentMap<Value>(entriesMax: number): RecentMap<Value> {
  const entries = new Map<string, Value>();
  return {
    get(key) {
      const value = entries.get(key);
      if (value === undefined) return undefined;
      // A map keeps the order of insertion: what is asked for goes to the end.
      entries.delete(key);
      entries.set(key, value);
      return value;
    },
    set(key, value) {
      entries.delete(key);
      const oldest = entries.size >= entriesMax ? entries.keys().next() : undefined;
      if (oldest !== undefined && !oldest.done) entries.delete(oldest.value);
      entries.set(key, value);
    },
  };
}
