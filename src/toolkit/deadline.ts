import type { ToolCall } from './tool-call.ts';

/** The end of a call's time, the departure of its client, or the end of the process. */
export class CallEnded extends Error {
  readonly why: 'timed_out' | 'cancelled' | 'shut_down';
  /** Whether it was a write that may have changed something by then. */
  readonly isStateUnknown: boolean;

  constructor(why: CallEnded['why'], isStateUnknown: boolean) {
    super(why);
    this.name = 'CallEnded';
    this.why = why;
    this.isStateUnknown = isStateUnknown;
  }
}

function whyEnded({ reason }: AbortSignal): CallEnded['why'] {
  if (reason?.name === 'TimeoutError') return 'timed_out';
  return reason?.name === 'ShutdownError' ? 'shut_down' : 'cancelled';
}

export interface Deadline {
  /** For upstream requests. */
  readonly signal: AbortSignal;
  /**
   * The outcome of the work, unless the call ends first; work that goes on then is heard by nobody.
   * @throws {CallEnded}
   */
  race<T>(work: Promise<T>): Promise<T>;
  /**
   * Lets the handler run. A write that has begun is not left half done because its client leaves: from here
   * on only its time and the end of the process end it.
   * @throws {CallEnded} if the call ended on the way here, so that nothing begins any more
   */
  begin(): void;
  /** Frees timer and listener; to be called in any case. */
  clear(): void;
}

export interface DeadlineOptions {
  readonly request: Pick<ToolCall, 'signal' | 'ignoreDeparture'>;
  readonly isWrite: boolean;
  readonly timeoutMs: number | undefined;
}

/**
 * Ends with the signal of the request, which has the deadline of the whole exchange, or after `timeoutMs`
 * milliseconds if that comes first. Only the latter needs a signal of its own, the dearest part of a call.
 */
export function startDeadline({ request, isWrite, timeoutMs }: DeadlineOptions): Deadline {
  const { signal } = request;
  const own = timeoutMs === undefined ? undefined : new AbortController();
  let ended: CallEnded | undefined;
  let mayHaveWritten = false;
  let refuse: ((reason: CallEnded) => void) | undefined;
  const end = (why: CallEnded['why']) => {
    ended = new CallEnded(why, mayHaveWritten);
    refuse?.(ended);
    own?.abort(ended);
  };
  const onAbort = () => end(whyEnded(signal));
  const timer = timeoutMs === undefined ? undefined : setTimeout(() => end('timed_out'), timeoutMs);
  if (signal.aborted) onAbort();
  else signal.addEventListener('abort', onAbort, { once: true });
  return {
    signal: own?.signal ?? signal,
    race: (work) =>
      new Promise((resolve, reject) => {
        refuse = reject;
        work.then(resolve, reject);
        if (ended !== undefined) reject(ended);
      }),
    begin() {
      if (ended !== undefined) throw ended;
      if (!isWrite) return;
      mayHaveWritten = true;
      request.ignoreDeparture();
    },
    clear() {
      clearTimeout(timer);
      signal.removeEventListener('abort', onAbort);
    },
  };
}
