import { setMaxListeners } from 'node:events';
import type { Departure } from '../infrastructure/departure.ts';

/** The two signals of one call, and the end of it. */
export interface CallDeadline {
  /** Aborted by the client's departure or by the deadline. */
  signal(): AbortSignal;
  /** Aborted by the deadline alone. */
  deadline(): AbortSignal;
  /** Ends the call as the client's departure does. */
  leave(): void;
  /** Settles with the work, or with `overdue()` once the work has ignored the deadline for the grace time. */
  race<T>(work: Promise<T>, overdue: () => T | Promise<T>): Promise<T>;
  /** Stops the timers and listeners. Called once the answer is known. */
  release(): void;
}

/** How long after the deadline a call that does not heed its signal is still waited for. */
const graceMs = 500;

/** More than Node's 10 before it warns of a leak: a batch, or a tool with requests side by side, has that many. */
const listenersMax = 64;

function createController(): AbortController {
  const controller = new AbortController();
  setMaxListeners(listenersMax, controller.signal);
  return controller;
}

/**
 * A signal is the dearest part of a call that only reads what is in memory, so both are made when they are
 * first asked for.
 */
export function createCallDeadline(timeoutMs: number, departure: Departure): CallDeadline {
  let either: AbortController | undefined;
  let deadline: AbortController | undefined;
  let stopListening: (() => void) | undefined;
  let overdueReason: DOMException | undefined;
  let giveUp: (() => void) | undefined;
  let released = false;
  let left = false;
  let timer = setTimeout(() => {
    timer = setTimeout(() => giveUp?.(), graceMs);
    overdueReason = new DOMException('The deadline has passed.', 'TimeoutError');
    deadline?.abort(overdueReason);
    either?.abort(overdueReason);
  }, timeoutMs);

  function createDeadline(): AbortController {
    const controller = createController();
    if (overdueReason !== undefined) controller.abort(overdueReason);
    return controller;
  }

  function createEither(): AbortController {
    const controller = createDeadline();
    if (released) return controller;
    if (left || departure.hasLeft()) controller.abort();
    else stopListening = departure.onLeave(() => controller.abort());
    return controller;
  }

  return {
    signal() {
      either ??= createEither();
      return either.signal;
    },
    deadline() {
      deadline ??= createDeadline();
      return deadline.signal;
    },
    leave() {
      if (released) return;
      left = true;
      either?.abort();
    },
    race: (work, overdue) =>
      new Promise((resolve, reject) => {
        giveUp = () => resolve(overdue());
        work.then(resolve, reject);
      }),
    release() {
      released = true;
      clearTimeout(timer);
      stopListening?.();
    },
  };
}
