import type { Json } from '../errors/app-error.ts';
import type { OperationId } from './operations.ts';

/** Query parameters; an array is sent as a repeated `name[]=`. `undefined` is left out. */
export type Query = Readonly<
  Record<string, string | number | boolean | readonly (string | number)[] | undefined>
>;

export interface OperationRequest {
  /** The values of the path template, each kept inside its own segment. */
  readonly path?: Readonly<Record<string, string | number>>;
  readonly query?: Query;
  readonly body?: Json;
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
   * Sends one operation; idempotent ones are retried inside the deadline.
   * @throws {AppError} as `specs` map upstream answers: `UNAUTHORIZED` (401 `{}`), `FORBIDDEN` (401 empty),
   * `NOT_FOUND`, `INVALID_PARAMS` (409/422 with field errors), `CONFLICT`, `RATE_LIMITED`, `UPSTREAM_ERROR`
   */
  call(operation: OperationId, request?: OperationRequest): Promise<ModyoAnswer>;
}
