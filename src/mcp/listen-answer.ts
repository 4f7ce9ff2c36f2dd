import { type AnswerParts, answerParts, type ExchangeAnswer } from './answer-form.ts';
import type { AdmittedRequest } from './call-dispatch.ts';
import type { Catalogue } from './catalogue.ts';
import { failureAnswer } from './error-review.ts';
import { ProtocolFault, rpcCode, toRpcError } from './protocol-fault.ts';
import type { ListenRequest, Subscriptions } from './subscriptions.ts';

/** The one method whose answer goes on for as long as the client wants. */
export const listenMethod = 'subscriptions/listen';

export interface ListenOptions extends Pick<ListenRequest, 'caller' | 'departure'> {
  readonly subscriptions: Subscriptions;
  readonly catalogue: Catalogue;
  /** Whether the client accepts an event stream: there is no other form. */
  readonly acceptsStream: boolean;
}

function refusal(id: string | number, fault: ProtocolFault): AnswerParts {
  return answerParts({ jsonrpc: '2.0', id, error: toRpcError(fault) }, undefined);
}

export async function serveListen(
  { id, params }: AdmittedRequest,
  { subscriptions, catalogue, acceptsStream, caller, departure }: ListenOptions,
): Promise<ExchangeAnswer> {
  if (!acceptsStream) {
    const fault = new ProtocolFault('Not Acceptable: a subscription needs text/event-stream.', {
      code: rpcCode.transport,
    });
    return { kind: 'json', status: 406, parts: refusal(id, fault) };
  }
  try {
    const { changes = {}, serverInfo } = catalogue;
    return await subscriptions.open({ id, params, caller, departure, changes, serverInfo });
  } catch (error) {
    if (error instanceof ProtocolFault) return { kind: 'json', status: 200, parts: refusal(id, error) };
    const { requestId, log } = caller;
    const record = { method: listenMethod, requestId, log, entered: true, thrown: error };
    return { kind: 'json', status: 200, parts: answerParts(failureAnswer(id, error, record), undefined) };
  }
}
