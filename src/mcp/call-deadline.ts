import { setMaxListeners } from 'node:events';
import type { Departure, Leaving } from '../infrastructure/departure.ts';

/** The signal of one call, and the end of it. */
export interface CallDeadline {
  /** Aborted by the deadline, by the end of the process, and by the client's departure unless that is ignored. */
  signal(): AbortSignal;
  /** From now on the client may leave; what it did before stays. */
  ignoreDeparture(): void;
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

/** A signal is the dearest part of a call that only reads what is in memory, so it is made when it is first asked for. */
export function createCallDeadline(timeoutMs: number, departure: Departure): CallDeadline {
  let controller: AbortController | undefined;
  let stopListening: (() => void) | undefined;
  let endOutliving: (() => void) | undefined;
  let overdueReason: DOMException | undefined;
  let giveUp: (() => void) | undefined;
  let released = false;
  let left = false;
  let ignoresDeparture = false;
  let timer = setTimeout(() => {
    timer = setTimeout(() => giveUp?.(), graceMs);
    overdueReason = new DOMException('The deadline has passed.', 'TimeoutError');
    controller?.abort(overdueReason);
  }, timeoutMs);

  function createSignal(): AbortController {
    const created = createController();
    if (overdueReason !== undefined) created.abort(overdueReason);
    if (released) return created;
    if (!ignoresDeparture && (left || departure.hasLeft())) created.abort();
    else stopListening = departure.onLeave((how) => part(created, how));
    return created;
  }

  function part(own: AbortController, how: Leaving): void {
    if (how === 'cut_off') own.abort(new DOMException('The process leaves.', 'ShutdownError'));
    else if (ignoresDeparture) endOutliving = departure.outlive();
    else own.abort();
  }

  return {
    signal() {
      controller ??= createSignal();
      return controller.signal;
    },
    ignoreDeparture() {
      ignoresDeparture = true;
      controller ??= createSignal();
    },
    leave() {
      if (released || ignoresDeparture) return;
      left = true;
      controller?.abort();
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
      endOutliving?.();
    },
  };
}
