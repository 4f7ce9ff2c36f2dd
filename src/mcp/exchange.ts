import type { Scope } from '../auth/scopes.ts';
import type { Caller } from '../tenant/caller.ts';
import type { Era } from './catalogue.ts';

/** A POST as the edge hands it over: authenticated, of the right media type and size, and parsed. */
export interface InboundPost {
  /** The parsed JSON body. Nothing about it is trusted. */
  readonly body: unknown;
  /** Header names in lower case, as Node gives them. */
  readonly headers: Readonly<Record<string, string | readonly string[] | undefined>>;
}

/** One JSON-RPC request or notification that passed every check which needs no dispatch. */
export interface AdmittedMessage {
  readonly id?: string | number;
  readonly method: string;
  readonly params?: Readonly<Record<string, unknown>>;
}

/** What may be served. Made by `admit` only, and passed to `serve` unchanged. */
export interface AdmittedPost {
  readonly kind: 'admitted';
  readonly era: Era;
  /** The revision that the client speaks; `undefined` on a legacy request without the header. */
  readonly revision: string | undefined;
  /** Whether the body was an array (2025-03-26 only). */
  readonly batch: boolean;
  /** Counted one by one against the tenant's rate: 1, or the length of a batch. */
  readonly messages: readonly AdmittedMessage[];
  /** Which form of answer the `Accept` header allows. */
  readonly accepts: { readonly json: boolean; readonly sse: boolean };
}

/** The POST ends here: a status and a JSON-RPC error as the body. */
export interface RefusedPost {
  readonly kind: 'refused';
  readonly status: number;
  /** The JSON-RPC error code, for the log and the metrics. */
  readonly code: number;
  /** Ready to send as `application/json`. */
  readonly body: string;
}

export type Admission = AdmittedPost | RefusedPost;

export interface ServeOptions {
  readonly caller: Caller;
  /** Aborted when the client leaves before its answer is complete. */
  readonly departed: AbortSignal;
}

/**
 * - `json`: send the parts one after the other (their bytes are never copied) as `application/json`.
 * - `stream`: status 200, `text/event-stream`, `X-Accel-Buffering: no`.
 * - `accepted`: 202 without a body.
 */
export type ExchangeAnswer =
  | { readonly kind: 'json'; readonly status: number; readonly parts: readonly (string | Buffer)[] }
  | { readonly kind: 'stream'; readonly stream: ReadableStream<Uint8Array> }
  | { readonly kind: 'accepted' };

/** The protocol between the edge and the tools. Holds no caller; safe to share between requests. */
export interface Exchange {
  /** Shape, era, revision, headers and method. Pure; never throws. */
  admit(post: InboundPost): Admission;
  /**
   * The scopes that the tools named in the POST need, without duplicates. Empty for a tool that does not
   * exist for this caller, so that a refusal does not tell that it exists for others.
   */
  requiredScopes(admission: AdmittedPost, caller: Caller): readonly Scope[];
  /** Never throws: a bug of ours is answered with a fixed text and the request id. */
  serve(admission: AdmittedPost, options: ServeOptions): Promise<ExchangeAnswer>;
}
