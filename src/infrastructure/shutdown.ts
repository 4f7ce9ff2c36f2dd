import type { Clock } from './clock.ts';

/** Counts what is in flight, so that a process can leave when all of it is answered. */
export interface Shutdown {
  /** Notes one request; call what it returns when the answer is out. Calling that again does nothing. */
  enter(): () => void;
  /** From now on `isDraining` is true: readiness says no, answers close their connection. */
  begin(): void;
  readonly isDraining: boolean;
  readonly inFlight: number;
  /** Aborted by `begin`, for what would otherwise stay open without end. */
  readonly signal: AbortSignal;
  /** @returns whether nothing was in flight any more before `waitMaxMs` milliseconds were over */
  settled(waitMaxMs: number): Promise<boolean>;
}

export function createShutdown(clock: Clock): Shutdown {
  const draining = new AbortController();
  const idleWatchers = new Set<() => void>();
  let inFlight = 0;

  return {
    enter() {
      inFlight += 1;
      let open = true;
      return () => {
        if (!open) return;
        open = false;
        inFlight -= 1;
        if (inFlight === 0) for (const watcher of idleWatchers) watcher();
      };
    },
    begin: () => draining.abort(),
    get isDraining() {
      return draining.signal.aborted;
    },
    get inFlight() {
      return inFlight;
    },
    signal: draining.signal,
    async settled(waitMaxMs) {
      if (inFlight === 0) return true;
      const wake = new AbortController();
      const watcher = () => wake.abort();
      idleWatchers.add(watcher);
      try {
        await clock.sleep(waitMaxMs, wake.signal);
        return inFlight === 0;
      } catch {
        return true;
      } finally {
        idleWatchers.delete(watcher);
      }
    },
  };
}
