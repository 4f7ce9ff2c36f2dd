import type { ErrorCode, FieldFault, Json } from '../errors/app-error.ts';

/**
 * The mark of a value that came from `ok`, `fail` or `control`. It is not exported, so a bare object
 * is neither assignable to a result nor taken for one at run time.
 */
const outcome = Symbol('outcome');

/** The entity that a call resolved or touched, with what Modyo answered about it. */
export interface ResourceRef {
  readonly type: string;
  readonly id: number | string;
  readonly name?: string | undefined;
  readonly uid?: string | undefined;
  readonly uuid?: string | undefined;
}

/** A call that could follow. Entries that the caller cannot see are removed before the answer leaves. */
export interface AvailableAction {
  readonly tool: string;
  /** Absent for a tool with one action, or for its default action. */
  readonly action?: string;
  readonly args?: { readonly [key: string]: Json };
  readonly reason: string;
}

/** Something that the caller has to know about an answer that is not an error. */
export interface Warning {
  readonly code: string;
  /** Where, dotted: `fields.title`, `data.entries`. */
  readonly path: string;
  readonly message?: string;
}

/** The outcome of *this call*; the state of a page or an entry belongs in `data`. */
export const callStatuses = ['done', 'unchanged', 'partial', 'accepted'] as const;

export type CallStatus = (typeof callStatuses)[number];

/** Coverage and outcome, as a handler knows them. The kit adds `page`, `per_page` and what it can derive. */
export interface CallState {
  /** Default `done` for writes, absent for reads. */
  readonly status?: CallStatus;
  /** Items in this answer. */
  readonly returned?: number;
  /** Items that match. */
  readonly total?: number;
  /** Items that were looked at to find the matches: the corpus. */
  readonly searched?: number;
  /** Whether nothing that matches was left out. Default: `returned >= total`. */
  readonly complete?: boolean;
  readonly next?: readonly AvailableAction[];
  readonly invalidates?: readonly string[];
  readonly warnings?: readonly Warning[];
}

/** An answer that carries no outcome because nothing was executed, and that is not an error. */
export interface ControlAnswer {
  readonly cancelled?: boolean;
  readonly message: string;
}

export interface Ok<T> {
  readonly [outcome]: 'ok';
  readonly data: T;
  readonly resource: ResourceRef | undefined;
  readonly state: CallState;
}

export interface FailOptions {
  readonly fields?: readonly FieldFault[];
  readonly availableActions?: readonly AvailableAction[];
  readonly retryAfterMs?: number;
  /** Machine-readable facts of ours. Never an upstream body. */
  readonly details?: { readonly [key: string]: Json | undefined };
}

export interface Fail {
  readonly [outcome]: 'fail';
  readonly code: ErrorCode;
  readonly message: string;
  readonly options: FailOptions;
}

export interface Control {
  readonly [outcome]: 'control';
  readonly control: ControlAnswer;
}

/** What a read may answer. */
export type Answer<T> = Ok<T> | Fail;

/** What a write may answer. */
export type Result<T> = Ok<T> | Fail | Control;

/** The call did what it says; `data` was read from Modyo, not copied from the request. */
export function ok<T>(
  data: T,
  facts: { readonly resource?: ResourceRef; readonly state?: CallState } = {},
): Ok<T> {
  return { [outcome]: 'ok', data, resource: facts.resource, state: facts.state ?? {} };
}

/** The call did not do what it was asked; `message` is for the model and says what to do next. */
export function fail(code: ErrorCode, message: string, options: FailOptions = {}): Fail {
  return { [outcome]: 'fail', code, message, options };
}

/** Nothing was executed, on purpose. */
export function control(answer: ControlAnswer): Control {
  return { [outcome]: 'control', control: answer };
}

/** Which of the three a value is, or `undefined` for anything else. */
export function outcomeOf(value: unknown): 'ok' | 'fail' | 'control' | undefined {
  if (typeof value !== 'object' || value === null || !(outcome in value)) return undefined;
  return (value as Result<unknown>)[outcome];
}

/**
 * Whether a write that ended so may have changed something: one that failed says so, and of a handler that
 * answered nothing that it may answer, nobody knows.
 */
export function mayHaveWritten(answer: unknown): boolean {
  switch (outcomeOf(answer)) {
    case 'control':
      return false;
    case 'fail': {
      const { code, options } = answer as Fail;
      return code === 'INTERNAL' || options.details?.['state_unknown'] === true;
    }
    default:
      return true;
  }
}

export function isFail(value: unknown): value is Fail {
  return outcomeOf(value) === 'fail';
}
