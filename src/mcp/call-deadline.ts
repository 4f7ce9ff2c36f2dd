import { setMaxListeners } from 'node:events';

/** The two signals of one call, and the end of it. */
export interface CallDeadline {
  /** Aborted by the client's departure or by the deadline. */
  readonly signal: AbortSignal;
  /** Aborted by the deadline alone. */
  readonly deadline: AbortSignal;
  /** Settles with the work, or with `overdue()` once the work has ignored the deadline for the grace time. */
  race<T>(work: Promise<T>, overdue: () => T): Promise<T>;
  /** Stops the timers and listeners. Called once the answer is known. */
  release(): void;
}

/** How long after the deadline a call that does not heed its signal is still waited for. */
const graceMs = 500;

/** More than Node's 10 before it warns of a leak: a batch, or a tool with requests side by side, has that many. */
const listenersMax = 64;

export function createCallDeadline(timeoutMs: number, departed: AbortSignal): CallDeadline {
  const either = new AbortController();
  const deadline = new AbortController();
  setMaxListeners(listenersMax, departed, either.signal, deadline.signal);
  let giveUp: (() => void) | undefined;
  const onDeparture = () => either.abort(departed.reason);
  let timer = setTimeout(() => {
    timer = setTimeout(() => giveUp?.(), graceMs);
    deadline.abort(new DOMException('The deadline has passed.', 'TimeoutError'));
    either.abort(deadline.signal.reason);
  }, timeoutMs);
  if (departed.aborted) onDeparture();
  else departed.addEventListener('abort', onDeparture, { once: true });
  return {
    signal: either.signal,
    deadline: deadline.signal,
    race: (work, overdue) =>
      new Promise((resolve, reject) => {
        giveUp = () => resolve(overdue());
        work.then(resolve, reject);
      }),
    release() {
      clearTimeout(timer);
      departed.removeEventListener('abort', onDeparture);
    },
  };
}
