/** What an operation answers. Without `body` no byte is sent, which on this API differs from `{}`. */
export interface Answer {
  readonly status: number;
  readonly body?: unknown;
}

/** The second of the two documented forms of an error. `field` uses brackets: `field_values[0][value]`. */
export interface FieldError {
  readonly field: string;
  readonly messages: readonly string[];
  readonly details: readonly { readonly error: string }[];
}

export type ErrorItem = string | FieldError;

export function ok(body: unknown): Answer {
  return { status: 200, body };
}

export function created(body: unknown): Answer {
  return { status: 201, body };
}

/** 200 without a body: the operations for which the catalogue gives no response model. */
export const done: Answer = { status: 200 };

export const noContent: Answer = { status: 204 };

/** The token is missing or unknown. */
export const unauthenticated: Answer = { status: 401, body: {} };

/** The token is good and its owner lacks the permission: the same status, no body. */
export const notPermitted: Answer = { status: 401 };

export const notFound: Answer = { status: 404, body: {} };

/** The default status of a failed operation on this API; nothing to do with concurrency. */
export function conflict(...errors: readonly ErrorItem[]): Answer {
  return { status: 409, body: { errors } };
}

/** The parameters of the call itself are wrong. */
export function unprocessable(...errors: readonly ErrorItem[]): Answer {
  return { status: 422, body: { errors } };
}

export function fieldError(field: string, message: string, code: string): FieldError {
  return { field, messages: [message], details: [{ error: code }] };
}
