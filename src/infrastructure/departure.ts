/**
 * Whether the client of one request has left, told to whoever asks. An `AbortSignal` would say the same; it
 * is far dearer, and outlives its request until the next full collection, so one is made only for the
 * call that needs it.
 */
export interface Departure {
  hasLeft(): boolean;
  /**
   * Calls the listener once, when the client leaves; never for one that has left already.
   * @returns what takes the listener back
   */
  onLeave(listener: () => void): () => void;
}

export interface OpenDeparture extends Departure {
  /** Notes that the client has left; again, it does nothing. */
  leave(): void;
}

export function createDeparture(): OpenDeparture {
  const listeners = new Set<() => void>();
  let left = false;
  return {
    hasLeft: () => left,
    onLeave(listener) {
      if (!left) listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    leave() {
      if (left) return;
      left = true;
      for (const listener of listeners) listener();
      listeners.clear();
    },
  };
}
