import type { ErrorCode } from '../errors/app-error.ts';
import type { JsonObject } from './catalogue.ts';

/**
 * A tool result that tells of a fault found outside the tool. No `structuredContent`: clients of the
 * 2025 era validate it even on errors and would hide the reason.
 */
export function toolError(error: {
  readonly code: ErrorCode;
  readonly message: string;
  readonly request_id: string;
  readonly details?: JsonObject;
}): JsonObject {
  return { isError: true, content: [{ type: 'text', text: JSON.stringify({ error }) }] };
}
