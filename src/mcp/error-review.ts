import type { Logger } from '../infrastructure/logger.ts';
import { isJsonObject } from './json-object.ts';
import { ProtocolFault, type RpcError, rpcCode, toRpcError } from './protocol-fault.ts';
import type { RpcAnswer } from './single-exchange-transport.ts';

/** What is known about one request when its answer is about to leave. */
export interface CallRecord {
  readonly method: string;
  readonly requestId: string;
  readonly log: Logger;
  /** Whether our handler was reached; before it, only the SDK can have refused the request. */
  entered: boolean;
  /** What our handler threw. */
  thrown: unknown;
}

function internalError({ requestId }: CallRecord): RpcError {
  return {
    code: rpcCode.internalError,
    message: 'Internal error. Quote the request id when you report it.',
    data: { request_id: requestId },
  };
}

function reviewError(error: { code: number; message: string; data?: unknown }, record: CallRecord): RpcError {
  if (record.thrown instanceof ProtocolFault) return toRpcError(record.thrown);
  if (error.code === rpcCode.methodNotFound) return { code: error.code, message: 'Method not found.' };
  if (error.code === rpcCode.missingClientCapability && isJsonObject(error.data)) {
    const required = error.data['requiredCapabilities'];
    return {
      code: error.code,
      message: 'The client did not declare a capability that this call needs.',
      data: { requiredCapabilities: isJsonObject(required) ? required : {} },
    };
  }
  if (!record.entered) return { code: rpcCode.invalidParams, message: 'Invalid params.' };
  record.log.error(
    { err: record.thrown ?? error.message, method: record.method },
    'a request failed by a fault of ours',
  );
  return internalError(record);
}

/** Lets results pass and replaces every error text that is not ours, since the SDK sends what was thrown. */
export function reviewAnswer(answer: RpcAnswer, record: CallRecord): RpcAnswer {
  return 'error' in answer ? { ...answer, error: reviewError(answer.error, record) } : answer;
}

/** The answer when even the dispatch failed. */
export function failureAnswer(id: string | number, error: unknown, record: CallRecord): RpcAnswer {
  record.log.error({ err: error, method: record.method }, 'an exchange failed by a fault of ours');
  return { jsonrpc: '2.0', id, error: internalError(record) };
}
