import type { Json } from '../errors/app-error.ts';
import type { OperationId } from './operations.ts';

/** Query parameters; an array is sent as a repeated `name[]=`. `undefined` is left out. */
export type Query = Readonly<
  Record<string, string | number | boolean | readonly (string | number)[] | undefined>
>;

/**
 * Our own parameter, dotted, for a field that Modyo complains about; `undefined` leaves Modyo's name.
 * `field` is as Modyo sends it: `field_values[0][value]`.
 */
export type FieldPath = (field: string) => string | undefined;

/** A file as a part of a form. Its bytes are for the request alone: no error, log or record has them. */
export interface FilePart {
  /** With its extension, without a folder. */
  readonly fileName: string;
  /** Media type without parameters: `image/png`. */
  readonly contentType: string;
  readonly bytes: Uint8Array;
}

/** Parts of a form; an array is sent as a repeated `name[]`, an empty one as one empty text. */
export type FormParts = Readonly<Record<string, string | readonly string[] | FilePart | undefined>>;

export interface OperationRequest {
  /** The values of the path template, each kept inside its own segment. */
  readonly path?: Readonly<Record<string, string | number>>;
  readonly query?: Query;
  readonly body?: Json;
  /** In place of `body`, for the operations that take `multipart/form-data`. */
  readonly form?: FormParts;
  readonly fieldPath?: FieldPath | undefined;
}

export interface ModyoAnswer {
  readonly status: number;
  /** Parsed JSON, or `undefined` when the answer has no body. */
  readonly body: unknown;
}

/**
 * Modyo's Admin API for one caller and one call: host, credential, signal and log are bound already.
 * Only operations of `openapi/modyo-admin.yaml` can be called.
 */
export interface ModyoClient {
  /** Host that is called; for the envelope. */
  readonly host: string;
  /**
   * Sends one operation. Reads are retried inside the deadline and end with the caller's signal; a write is
   * sent once, and runs to its end or to the deadline even when the caller has gone.
   * @throws {AppError} `UNAUTHORIZED` (401 `{}`), `FORBIDDEN` (401 without a body), `NOT_FOUND`,
   * `INVALID_PARAMS` (409 or 422 with field errors), `CONFLICT` (other 409), `RATE_LIMITED`, `UNAVAILABLE`
   * (nothing was sent, since Modyo failed too often just now), else `UPSTREAM_ERROR` with `details.reason`;
   * after a write that may have happened `details.state_unknown` is true
   */
  call(operation: OperationId, request?: OperationRequest): Promise<ModyoAnswer>;
}
