/** The end of a call's time, or the departure of its client. */
export class CallEnded extends Error {
  readonly why: 'timed_out' | 'cancelled';

  constructor(why: 'timed_out' | 'cancelled') {
    super(why);
    this.name = 'CallEnded';
    this.why = why;
  }
}

export interface Deadline {
  /** For upstream requests. */
  readonly signal: AbortSignal;
  /**
   * The outcome of the work, unless the call ends first; work that goes on then is heard by nobody.
   * @throws {CallEnded}
   */
  race<T>(work: Promise<T>): Promise<T>;
  /** Frees the timer; to be called in any case. */
  clear(): void;
}

/** Ends after `timeoutMs` milliseconds, or earlier with the parent signal. */
export function startDeadline(parent: AbortSignal, timeoutMs: number): Deadline {
  const controller = new AbortController();
  let refuse: (reason: CallEnded) => void = () => {};
  const ended = new Promise<never>((_resolve, reject) => {
    refuse = reject;
  });
  // Nobody may be racing at the moment when the call ends.
  ended.catch(() => {});
  const end = (why: CallEnded['why']) => {
    const reason = new CallEnded(why);
    refuse(reason);
    controller.abort(reason);
  };
  const onAbort = () => end(parent.reason?.name === 'TimeoutError' ? 'timed_out' : 'cancelled');
  const timer = setTimeout(() => end('timed_out'), timeoutMs);
  if (parent.aborted) onAbort();
  else parent.addEventListener('abort', onAbort, { once: true });
  return {
    signal: controller.signal,
    race: (work) => Promise.race([ended, work]),
    clear() {
      clearTimeout(timer);
      parent.removeEventListener('abort', onAbort);
    },
  };
}
