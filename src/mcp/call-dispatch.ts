import type { Json } from '../errors/app-error.ts';
import type { Departure } from '../infrastructure/departure.ts';
import type { Caller } from '../tenant/caller.ts';
import type { AdmittedMessage, AdmittedPost } from './admission.ts';
import { createCallContext } from './call-context.ts';
import { type CallDeadline, createCallDeadline } from './call-deadline.ts';
import { capabilitiesOf, createCallServer, toClassification, toRpcRequest } from './call-server.ts';
import type { CallsInFlight, Turn } from './calls-in-flight.ts';
import type { Catalogue, JsonObject } from './catalogue.ts';
import { deliverDirectly } from './direct-delivery.ts';
import { type CallRecord, failureAnswer, reviewAnswer } from './error-review.ts';
import { type MethodHandler, methodHandlers } from './method-handlers.ts';
import { ProtocolFault, rpcCode, toRpcError } from './protocol-fault.ts';
import { type RpcAnswer, SingleExchangeTransport } from './single-exchange-transport.ts';
import { toolError } from './tool-error.ts';

export interface ServeOptions {
  readonly caller: Caller;
  /** The client leaves before its answer is complete. */
  readonly departure: Departure;
  /** Present where the POST had to wait for its place. */
  readonly turn?: Turn | undefined;
}

export type AdmittedRequest = AdmittedMessage & { readonly id: string | number };

interface DispatchOptions extends ServeOptions {
  readonly admission: AdmittedPost;
  readonly mayStream: boolean;
}

type DispatchOutcome =
  | { readonly kind: 'answer'; readonly answer: RpcAnswer; readonly listing: Buffer | undefined }
  | { readonly kind: 'stream'; readonly stream: ReadableStream<Uint8Array> };

/** Answers one request with a server of its own. Never rejects. */
export type Dispatch = (request: AdmittedRequest, options: DispatchOptions) => Promise<DispatchOutcome>;

interface Attempt {
  readonly request: AdmittedRequest;
  readonly options: DispatchOptions;
  readonly record: CallRecord;
  readonly deadline: CallDeadline;
  readonly calls: CallsInFlight | undefined;
  readonly announceTools: ((caller: Caller) => void) | undefined;
  listing: Buffer | undefined;
  /** Of a tool's result; it is kept from the SDK and joins the answer behind it. */
  structuredContent: Json | undefined;
}

/** A tool answers its own faults as results; this is for what it threw past its pipeline, or never answered. */
function toolFailure({ options, record }: Attempt, isOverdue: boolean): JsonObject {
  return toolError(
    isOverdue
      ? {
          code: 'UPSTREAM_ERROR',
          message: 'The call did not end in time. Read the affected item before you repeat a change.',
          request_id: options.caller.requestId,
          details: { state_unknown: true },
        }
      : {
          code: 'INTERNAL',
          message: 'The call failed by a fault of the service.',
          request_id: record.requestId,
        },
  );
}

function overdueFault(): ProtocolFault {
  return new ProtocolFault('The request did not end in time.', { code: rpcCode.internalError });
}

/**
 * Puts a tool's structured content into the answer, past the SDK: it would check and copy every value of it,
 * which costs more than the call, and the kit has done both.
 */
function withStructuredContent(answer: RpcAnswer, structuredContent: Json | undefined): RpcAnswer {
  if (structuredContent === undefined || !('result' in answer)) return answer;
  const { id, result } = answer;
  return { jsonrpc: '2.0', id, result: { structuredContent, ...result } };
}

/** The 2025 era has no way to be asked back, and waiting for one would hang. */
function refuseQuestions(result: JsonObject, { request, options }: Attempt): JsonObject {
  if (options.admission.era === 'modern' || result['resultType'] !== 'input_required') return result;
  const message =
    'This needs an answer from the person, which only a client of protocol 2026-07-28 can pass on.';
  if (request.method !== 'tools/call') throw new ProtocolFault(message, { code: rpcCode.invalidParams });
  return toolError({ code: 'UNAVAILABLE', message, request_id: options.caller.requestId });
}

async function runHandler(
  handler: MethodHandler,
  attempt: Attempt,
  context: Parameters<MethodHandler>[0],
): Promise<JsonObject> {
  const { request, record, deadline } = attempt;
  const isTool = request.method === 'tools/call';
  try {
    const result = await deadline.race(handler(context), () =>
      isTool ? toolFailure(attempt, true) : Promise.reject(overdueFault()),
    );
    const answered = refuseQuestions(result, attempt);
    if (!isTool) return answered;
    const { structuredContent, ...rest } = answered;
    attempt.structuredContent = structuredContent;
    return rest;
  } catch (error) {
    if (isTool && !(error instanceof ProtocolFault)) {
      record.log.error({ err: error, method: record.method }, 'a tool failed past its pipeline');
      return toolFailure(attempt, false);
    }
    record.thrown = error;
    throw error;
  } finally {
    deadline.release();
    attempt.calls?.delete(attempt);
  }
}

/** Our handlers read the arguments from the request itself, so the SDK need not check and copy them first. */
function withoutArguments(params: JsonObject | undefined): JsonObject | undefined {
  if (params === undefined || !('arguments' in params)) return params;
  const { arguments: _own, ...rest } = params;
  return rest;
}

async function exchangeOnce(
  attempt: Attempt,
  catalogue: Catalogue,
  capabilities: ReturnType<typeof capabilitiesOf>,
): Promise<DispatchOutcome> {
  const { request, options, record, deadline } = attempt;
  const { admission, caller } = options;
  const params = request.params ?? {};
  const classification = toClassification(admission.era, admission.revision);
  const transport = new SingleExchangeTransport({
    classification,
    mayStream: options.mayStream,
    review: (answer) => reviewAnswer(withStructuredContent(answer, attempt.structuredContent), record),
  });
  const send = (method: string, notified: JsonObject) => {
    const message = { jsonrpc: '2.0' as const, method, params: notified };
    transport.send(message, { relatedRequestId: request.id }).catch(() => undefined);
  };
  const handler = methodHandlers.get(request.method);
  const server = createCallServer({
    serverInfo: catalogue.serverInfo,
    capabilities,
    instructions: () => catalogue.instructions(caller),
    method: request.method,
    answer:
      handler &&
      ((inputResponses) => {
        record.entered = true;
        attempt.calls?.add(attempt);
        const context = createCallContext({
          caller,
          era: admission.era,
          params,
          deadline,
          inputResponses,
          userAgent: admission.userAgent,
          send,
          announceTools: attempt.announceTools,
        });
        const useListing = (bytes: Buffer) => {
          attempt.listing = bytes;
        };
        return runHandler(handler, attempt, { catalogue, context, params, useListing });
      }),
    onError: (error) =>
      record.log.debug({ err: error, method: record.method }, 'the protocol layer complained'),
  });
  await server.connect(transport);
  deliverDirectly(server, transport);
  const outcome = await transport.exchange(
    toRpcRequest(request.id, request.method, withoutArguments(request.params)),
  );
  return outcome.kind === 'stream'
    ? outcome
    : { kind: 'answer', answer: outcome.answer, listing: attempt.listing };
}

export function createDispatch(options: {
  readonly catalogue: Catalogue;
  readonly requestTimeoutMs: number;
  /** Where calls are found by those who cancel them. */
  readonly calls: CallsInFlight | undefined;
  readonly announceTools: ((caller: Caller) => void) | undefined;
}): Dispatch {
  const { catalogue, requestTimeoutMs, calls, announceTools } = options;
  const capabilities = {
    legacy: capabilitiesOf(catalogue, 'legacy'),
    modern: capabilitiesOf(catalogue, 'modern'),
  };
  return async (request, dispatchOptions) => {
    const { admission, caller, departure } = dispatchOptions;
    const { id, method, fault } = request;
    if (fault !== undefined) {
      return { kind: 'answer', answer: { jsonrpc: '2.0', id, error: toRpcError(fault) }, listing: undefined };
    }
    const record: CallRecord = {
      method,
      requestId: caller.requestId,
      log: caller.log,
      entered: false,
      thrown: undefined,
    };
    const deadline = createCallDeadline(requestTimeoutMs, departure);
    dispatchOptions.turn?.begin(id, deadline);
    const attempt: Attempt = {
      request,
      options: dispatchOptions,
      record,
      deadline,
      calls,
      announceTools,
      listing: undefined,
      structuredContent: undefined,
    };
    try {
      return await exchangeOnce(attempt, catalogue, capabilities[admission.era]);
    } catch (error) {
      return { kind: 'answer', answer: failureAnswer(id, error, record), listing: undefined };
    } finally {
      if (!record.entered) deadline.release();
    }
  };
}
