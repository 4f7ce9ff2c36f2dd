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
  onLeave(listener: (how: Leaving) => void): () => void;
  /**
   * Notes work that goes on without the client.
   * @returns what notes its end; to be called once
   */
  outlive(): () => void;
  /** Calls the listener once no work goes on without the client: at once, if none does. */
  whenOver(listener: () => void): void;
}

/**
 * - `gone`: nobody waits for the answer any more.
 * - `cut_off`: the client waits, and the process will not: what can be said has to be said now.
 */
export type Leaving = 'gone' | 'cut_off';

export interface OpenDeparture extends Departure {
  /** Notes that the client has left; again, it does nothing. */
  leave(how?: Leaving): void;
}

export function createDeparture(): OpenDeparture {
  const listeners = new Set<(how: Leaving) => void>();
  let left = false;
  let outliving = 0;
  let waiting: (() => void)[] | undefined;
  return {
    hasLeft: () => left,
    onLeave(listener) {
      if (!left) listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    outlive() {
      outliving += 1;
      return () => {
        outliving -= 1;
        if (outliving > 0) return;
        for (const listener of waiting ?? []) listener();
        waiting = undefined;
      };
    },
    whenOver(listener) {
      if (outliving === 0) listener();
      else waiting = [...(waiting ?? []), listener];
    },
    leave(how = 'gone') {
      if (left) return;
      left = true;
      for (const listener of listeners) listener(how);
      listeners.clear();
    },
  };
}
