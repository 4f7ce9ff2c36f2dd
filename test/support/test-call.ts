import type { Caller } from '../../src/tenant/caller.ts';
import type { FinalResult, ToolCall, ToolResult } from '../../src/toolkit/tool-call.ts';

/** A call as the protocol's room hands it over, from a client of the 2025 era that stays. */
export function testCall(caller: Caller, given: Partial<ToolCall> = {}): ToolCall {
  return {
    caller,
    signal: new AbortController().signal,
    ignoreDeparture: () => {},
    clientCapabilities: {},
    progress: () => {},
    toolsChanged: () => {},
    ...given,
  };
}

/** @throws {Error} when the call asked the person instead of answering */
export function finalOf(result: ToolResult): FinalResult {
  if ('resultType' in result) throw new Error('The call asked a question.');
  return result;
}
