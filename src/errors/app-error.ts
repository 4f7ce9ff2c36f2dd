/** A plain JSON value: what crosses the wire in either direction. */
export type Json =
  | string
  | number
  | boolean
  | null
  | readonly Json[]
  | { readonly [key: string]: Json | undefined };

/**
 * Every code that a caller may branch on. Closed: a new code is a change of contract.
 * `STATE_BUSY` and `RATE_LIMITED` carry a wait; the others do not get better by repeating the same call.
 */
const errorCodes = [
  'INVALID_PARAMS',
  'NOT_FOUND',
  'AMBIGUOUS',
  'CONFLICT',
  'STATE_CONFLICT',
  'STATE_BUSY',
  'FORBIDDEN',
  'UNAUTHORIZED',
  'RATE_LIMITED',
  'UPSTREAM_ERROR',
  'RESULT_TOO_LARGE',
  'UNAVAILABLE',
  'INTERNAL',
] as const;

export type ErrorCode = (typeof errorCodes)[number];

/** One faulty argument. `path` is in our own parameter names, dotted: `fields.title`. */
export interface FieldFault {
  readonly path: string;
  readonly message: string;
  readonly expected?: string;
  readonly suggestion?: string;
}

export interface AppErrorOptions {
  readonly code: ErrorCode;
  /** What the caller can do next; it is appended to the message. */
  readonly hint?: string;
  readonly fields?: readonly FieldFault[];
  /** Milliseconds to wait before the same call can succeed. */
  readonly retryAfterMs?: number;
  /** Machine-readable facts of ours. Never an upstream body. */
  readonly details?: { readonly [key: string]: Json | undefined };
  /** For the log only. */
  readonly cause?: unknown;
}

/**
 * The one class of error that may reach a caller. `message` and `hint` are written for the model and
 * hold nothing that came from upstream unchecked; `cause` goes to the log.
 */
export class AppError extends Error {
  readonly code: ErrorCode;
  readonly hint: string | undefined;
  readonly fields: readonly FieldFault[] | undefined;
  readonly retryAfterMs: number | undefined;
  readonly details: { readonly [key: string]: Json | undefined } | undefined;

  constructor(message: string, options: AppErrorOptions) {
    super(message, { cause: options.cause });
    this.name = 'AppError';
    this.code = options.code;
    this.hint = options.hint;
    this.fields = options.fields;
    this.retryAfterMs = options.retryAfterMs;
    this.details = options.details;
  }
}
