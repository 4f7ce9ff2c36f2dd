/** What a test may ask about a request that reached the sandbox. Never the token itself. */
export interface RecordedRequest {
  readonly method: string;
  /** As sent, with the query. */
  readonly path: string;
  /** The `Host` header, in lower case and without the port. */
  readonly host: string;
  readonly isAuthorized: boolean;
  /** The label of the token, `andes:owner`; `unknown` for a token of no account, `none` for no token. */
  readonly tokenLabel: string;
  /** The start of the body, as text. */
  readonly body: string;
  readonly userAgent: string;
  readonly receivedAtMs: number;
}

export interface RequestLog {
  /** Oldest first; only the last {@link requestsMax} are kept. */
  list(): readonly RecordedRequest[];
  clear(): void;
}

export const requestsMax = 2_000;
export const bodyCharactersMax = 4_096;

/** A ring: recording costs the same however many requests came before. */
export function createRequestLog(): RequestLog & { record(request: RecordedRequest): void } {
  let ring: RecordedRequest[] = [];
  let next = 0;
  return {
    list: () => [...ring.slice(next), ...ring.slice(0, next)],
    clear() {
      ring = [];
      next = 0;
    },
    record(request) {
      ring[next] = request;
      next = (next + 1) % requestsMax;
    },
  };
}
