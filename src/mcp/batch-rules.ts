import { ProtocolFault, rpcCode } from './protocol-fault.ts';
import { batchRevision } from './revisions.ts';

/** Messages in one array body. */
const batchMessagesMax = 20;

function refusal(text: string): ProtocolFault {
  return new ProtocolFault(`Bad Request: ${text}`, { code: rpcCode.invalidRequest });
}

function property(element: unknown, name: 'id' | 'method'): unknown {
  return typeof element === 'object' && element !== null
    ? Object.getOwnPropertyDescriptor(element, name)?.value
    : undefined;
}

function repeatsAnId(batch: readonly unknown[]): boolean {
  const ids = batch
    .filter((element) => property(element, 'method') !== undefined)
    .map((element) => property(element, 'id'))
    .filter((id) => id !== undefined);
  return new Set(ids).size < ids.length;
}

/**
 * The rules of the one revision that has batches, and the only answer of the others.
 * A client that sends no `MCP-Protocol-Version` speaks 2025-03-26, which has no such header.
 * Source: MCP 2025-03-26, basic, "Batching"; 2025-06-18, changelog.
 */
export function batchFault(
  batch: readonly unknown[],
  revision: string | undefined,
): ProtocolFault | undefined {
  if (revision !== undefined && revision !== batchRevision) {
    return refusal(`the body must be one JSON-RPC message; only revision ${batchRevision} has batches.`);
  }
  if (batch.length === 0) return refusal('the batch is empty.');
  if (batch.length > batchMessagesMax) {
    return refusal(`a batch holds at most ${batchMessagesMax} messages.`);
  }
  if (batch.some((element) => property(element, 'method') === 'initialize')) {
    return refusal('initialize cannot be part of a batch.');
  }
  return repeatsAnId(batch) ? refusal('two requests of the batch have the same id.') : undefined;
}
