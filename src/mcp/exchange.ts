import { type Scope, scopes } from '../auth/scopes.ts';
import type { Caller } from '../tenant/caller.ts';
import {
  type Admission,
  type AdmittedMessage,
  type AdmittedPost,
  admit,
  type InboundPost,
} from './admission.ts';
import {
  type AnswerParts,
  answerParts,
  answerStatus,
  answerStream,
  batchParts,
  type ExchangeAnswer,
} from './answer-form.ts';
import { progressTokenOf } from './call-context.ts';
import { type AdmittedRequest, createDispatch, type Dispatch, type ServeOptions } from './call-dispatch.ts';
import { type Turn, waitAmong } from './calls-in-flight.ts';
import type { Cancellation } from './cancellation.ts';
import type { Catalogue } from './catalogue.ts';
import { listenMethod, serveListen } from './listen-answer.ts';
import { servedMethods } from './methods.ts';
import type { Subscriptions } from './subscriptions.ts';

/** The protocol between the edge and the tools. Holds no caller; safe to share between requests. */
export interface Exchange {
  /** Shape, era, revision, headers and method. Pure; never throws. */
  admit(post: InboundPost): Admission;
  /**
   * The scopes that the tools, addresses and completions in the POST need, without duplicates. Empty for a tool
   * or an address that does not exist for this caller, so that a refusal does not tell that it exists for others.
   */
  requiredScopes(admission: AdmittedPost, caller: Caller): readonly Scope[];
  /** The POST is refused for want of a scope: each call in it leaves its trace. */
  refusedForScope(admission: AdmittedPost, caller: Caller): void;
  /**
   * Lets the requests of a POST that waits for its turn be cancelled. One that was is served all the same: it
   * does nothing, and answers so.
   */
  awaitTurn(admission: AdmittedPost, caller: Caller): Turn | undefined;
  /** Never throws: a bug of ours is answered with a fixed text and the request id. */
  serve(admission: AdmittedPost, options: ServeOptions): Promise<ExchangeAnswer>;
}

export interface ExchangeOptions {
  readonly catalogue: Catalogue;
  /** How long one request may take, in milliseconds, before its signal is aborted. */
  readonly requestTimeoutMs: number;
  /** Without it, nothing that changes is announced. */
  readonly subscriptions?: Subscriptions;
  /** Without it, a call ends early only by its client's departure. */
  readonly cancellation?: Cancellation;
}

function isRequest(message: AdmittedMessage): message is AdmittedRequest {
  return message.id !== undefined;
}

async function serveOne(
  dispatch: Dispatch,
  request: AdmittedRequest,
  admission: AdmittedPost,
  options: ServeOptions,
): Promise<ExchangeAnswer> {
  const { accepts, era } = admission;
  const { caller, departure, turn } = options;
  const outcome = await dispatch(request, {
    caller,
    departure,
    turn,
    admission,
    mayStream: accepts.sse,
  });
  if (outcome.kind === 'stream') return outcome;
  const status = answerStatus(outcome.answer, era);
  const parts = answerParts(outcome.answer, outcome.listing);
  const asksForProgress = request.method === 'tools/call' && progressTokenOf(request.params) !== undefined;
  const prefersStream = accepts.sse && (!accepts.json || asksForProgress);
  return prefersStream && status === 200
    ? { kind: 'stream', stream: answerStream(parts) }
    : { kind: 'json', status, parts };
}

async function serveBatch(
  dispatch: Dispatch,
  requests: readonly AdmittedRequest[],
  admission: AdmittedPost,
  options: ServeOptions,
): Promise<ExchangeAnswer> {
  const { caller, departure, turn } = options;
  const answers = await Promise.all(
    requests.map(async (request): Promise<AnswerParts> => {
      const outcome = await dispatch(request, { caller, departure, turn, admission, mayStream: false });
      return outcome.kind === 'answer' ? answerParts(outcome.answer, outcome.listing) : [];
    }),
  );
  const parts = batchParts(answers.filter((answer) => answer.length > 0));
  return admission.accepts.json
    ? { kind: 'json', status: 200, parts }
    : { kind: 'stream', stream: answerStream(parts) };
}

/** What a message needs that is no call of a tool and reads the account all the same. */
function scopesOfReading(
  { resources, completion }: Catalogue,
  { method, params, fault }: AdmittedMessage,
  caller: Caller,
): readonly Scope[] {
  if (fault !== undefined) return [];
  if (method === 'completion/complete') return completion?.requiredScopes ?? [];
  const uri = method === 'resources/read' ? params?.['uri'] : undefined;
  return typeof uri === 'string' ? (resources?.requiredScopes?.(uri, caller) ?? []) : [];
}

/** What cannot be told to anybody is not offered. */
function withoutChanges({ changes: _unheard, ...catalogue }: Catalogue): Catalogue {
  return catalogue;
}

export function createExchange(exchangeOptions: ExchangeOptions): Exchange {
  const { requestTimeoutMs, subscriptions, cancellation } = exchangeOptions;
  const catalogue =
    subscriptions === undefined ? withoutChanges(exchangeOptions.catalogue) : exchangeOptions.catalogue;
  const methods = servedMethods(catalogue);
  const dispatch = createDispatch({
    catalogue,
    requestTimeoutMs,
    calls: cancellation?.calls,
    announceTools: subscriptions?.toolsChanged,
  });

  /** The calls of tools that exist for the caller. */
  function callsIn({ messages }: AdmittedPost, caller: Caller) {
    return messages.flatMap(({ method, params, fault }) => {
      const name = method === 'tools/call' && fault === undefined ? params?.['name'] : undefined;
      const isKnown = typeof name === 'string' && catalogue.tools.has(name, caller);
      return isKnown ? [{ name, args: params?.['arguments'] ?? {} }] : [];
    });
  }

  function heed({ era, messages }: AdmittedPost, caller: Caller): void {
    for (const { id, method, params } of messages) {
      if (id === undefined && method === 'notifications/cancelled')
        void cancellation?.cancel(caller, era, params);
    }
  }

  return {
    admit: (post) => admit(post, { methods }),
    requiredScopes(admission, caller) {
      const needed = new Set<Scope>();
      for (const { name, args } of callsIn(admission, caller)) {
        for (const scope of catalogue.tools.requiredScopes(name, args, caller)) needed.add(scope);
      }
      for (const message of admission.messages)
        for (const scope of scopesOfReading(catalogue, message, caller)) needed.add(scope);
      return scopes.filter((scope) => needed.has(scope));
    },
    refusedForScope(admission, caller) {
      for (const { name, args } of callsIn(admission, caller))
        catalogue.tools.refusedForScope?.(name, args, caller);
    },
    awaitTurn(admission, caller) {
      const requests = admission.messages.filter(isRequest);
      return cancellation && waitAmong(cancellation.calls, requests, { caller, admission });
    },
    async serve(admission, options) {
      const requests = admission.messages.filter(isRequest);
      const [first] = requests;
      if (requests.length < admission.messages.length) heed(admission, options.caller);
      if (first === undefined) return { kind: 'accepted' };
      if (first.method === listenMethod && first.fault === undefined && subscriptions !== undefined) {
        const acceptsStream = admission.accepts.sse;
        return serveListen(first, { ...options, subscriptions, catalogue, acceptsStream });
      }
      return admission.batch
        ? serveBatch(dispatch, requests, admission, options)
        : serveOne(dispatch, first, admission, options);
    },
  };
}
