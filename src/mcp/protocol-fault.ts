import type { JsonObject } from './catalogue.ts';

/** The JSON-RPC codes that leave this service. Source: JSON-RPC 2.0 and MCP 2026-07-28, basic/index, "Error Codes". */
export const rpcCode = {
  parseError: -32700,
  invalidRequest: -32600,
  methodNotFound: -32601,
  invalidParams: -32602,
  internalError: -32603,
  /** A message of the transport without a code of its own, as the SDK numbers them. */
  transport: -32000,
  /** In the 2025 era only; the 2026 era has `invalidParams` for it. */
  resourceNotFound: -32002,
  headerMismatch: -32020,
  missingClientCapability: -32021,
  unsupportedRevision: -32022,
} as const;

export type RpcCode = (typeof rpcCode)[keyof typeof rpcCode];

export interface ProtocolFaultOptions {
  readonly code: RpcCode;
  readonly data?: JsonObject;
  /** For the log only. */
  readonly cause?: unknown;
}

/**
 * A fault of the protocol that the client is told about. Its text is ours and leaves unmasked; of what the
 * client sent, only a value of bounded length may stand in the data. A catalogue may throw it from any method.
 */
export class ProtocolFault extends Error {
  readonly code: RpcCode;
  readonly data: JsonObject | undefined;

  constructor(message: string, options: ProtocolFaultOptions) {
    super(message, { cause: options.cause });
    this.name = 'ProtocolFault';
    this.code = options.code;
    this.data = options.data;
  }
}

/** The error member of a JSON-RPC answer. */
export interface RpcError {
  readonly code: number;
  readonly message: string;
  readonly data?: JsonObject;
}

export function toRpcError(fault: ProtocolFault): RpcError {
  return {
    code: fault.code,
    message: fault.message,
    ...(fault.data !== undefined && { data: fault.data }),
  };
}

/** A whole JSON-RPC error answer. `id` is `null` where the request had none that can be trusted. */
export function rpcErrorBody(id: string | number | null, error: RpcError): string {
  return JSON.stringify({ jsonrpc: '2.0', id, error });
}
