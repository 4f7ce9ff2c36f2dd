/** The end of a call's time, or the departure of its client. */
export class CallEnded extends Error {
  readonly why: 'timed_out' | 'cancelled';

  constructor(why: 'timed_out' | 'cancelled') {
    super(why);
    this.name = 'CallEnded';
    this.why = why;
  }
}

/** Of an aborted signal: by its deadline, or by the client. */
export function whyEnded({ reason }: AbortSignal): CallEnded['why'] {
  return reason?.name === 'TimeoutError' ? 'timed_out' : 'cancelled';
}

export interface Deadline {
  /** For upstream requests. */
  readonly signal: AbortSignal;
  /**
   * The outcome of the work, unless the call ends first; work that goes on then is heard by nobody.
   * @throws {CallEnded}
   */
  race<T>(work: Promise<T>): Promise<T>;
  /** Frees timer and listener; to be called in any case. */
  clear(): void;
}

/**
 * Ends with the signal of the request, which has the deadline of the whole exchange, or after `timeoutMs`
 * milliseconds if that comes first. Only the latter needs a signal of its own, the dearest part of a call.
 */
export function startDeadline(request: AbortSignal, timeoutMs: number | undefined): Deadline {
  const own = timeoutMs === undefined ? undefined : new AbortController();
  let ended: CallEnded | undefined;
  let refuse: ((reason: CallEnded) => void) | undefined;
  const end = (why: CallEnded['why']) => {
    ended = new CallEnded(why);
    refuse?.(ended);
    own?.abort(ended);
  };
  const onAbort = () => end(whyEnded(request));
  const timer = timeoutMs === undefined ? undefined : setTimeout(() => end('timed_out'), timeoutMs);
  if (request.aborted) onAbort();
  else request.addEventListener('abort', onAbort, { once: true });
  return {
    signal: own?.signal ?? request,
    race: (work) =>
      new Promise((resolve, reject) => {
        refuse = reject;
        work.then(resolve, reject);
        if (ended !== undefined) reject(ended);
      }),
    clear() {
      clearTimeout(timer);
      request.removeEventListener('abort', onAbort);
    },
  };
}
