import {
  CLIENT_CAPABILITIES_META_KEY,
  CLIENT_INFO_META_KEY,
  LOG_LEVEL_META_KEY,
} from '@modelcontextprotocol/server';
import type { Caller } from '../tenant/caller.ts';
import type { CallDeadline } from './call-deadline.ts';
import type { CallContext, Era, JsonObject } from './catalogue.ts';
import { clientCeiling } from './client-ceilings.ts';
import { isJsonObject } from './json-object.ts';
import { passesLogLevel } from './method-handlers.ts';

export interface CallContextOptions {
  readonly caller: Caller;
  readonly era: Era;
  readonly params: JsonObject;
  readonly deadline: CallDeadline;
  /** Only the well-formed ones. */
  readonly inputResponses: JsonObject | undefined;
  readonly userAgent: string | undefined;
  readonly send: (method: string, params: JsonObject) => void;
  /** Tells the caller's open streams; absent where there are none. */
  readonly announceTools: ((caller: Caller) => void) | undefined;
}

function metaOf(params: JsonObject): JsonObject {
  const meta = params['_meta'];
  return isJsonObject(meta) ? meta : {};
}

/** The token under which the client wants to hear of the progress of a request. */
export function progressTokenOf(params: JsonObject | undefined): string | number | undefined {
  const token = params === undefined ? undefined : metaOf(params)['progressToken'];
  return typeof token === 'string' || typeof token === 'number' ? token : undefined;
}

/** In the 2026 era a log message may only be sent to a request that asked for its level. */
function mayNotify(era: Era, meta: JsonObject, method: string, params: JsonObject): boolean {
  if (era === 'legacy' || method !== 'notifications/message') return true;
  return passesLogLevel(params['level'], meta[LOG_LEVEL_META_KEY]);
}

/** One call as its handler sees it. */
export function createCallContext(options: CallContextOptions): CallContext {
  return new ExchangeContext(options);
}

/**
 * A class, because its signal is made when it is first read: V8 gives every object literal with an
 * accessor a hidden class of its own, and that keeps all the call has touched alive until a full collection.
 */
class ExchangeContext implements CallContext {
  readonly caller: Caller;
  readonly era: Era;
  readonly clientCapabilities: JsonObject;
  readonly answerBytesMax: number | undefined;
  readonly inputResponses?: JsonObject;
  readonly requestState?: string;
  readonly progress: CallContext['progress'];
  readonly notify: CallContext['notify'];
  readonly ignoreDeparture: CallContext['ignoreDeparture'];
  readonly toolsChanged: CallContext['toolsChanged'];
  readonly #deadline: CallDeadline;

  constructor(options: CallContextOptions) {
    const { caller, era, params, inputResponses, send } = options;
    const meta = metaOf(params);
    this.#deadline = options.deadline;
    this.caller = caller;
    this.era = era;
    this.progress = (update) => {
      const progressToken = progressTokenOf(params);
      if (progressToken !== undefined) send('notifications/progress', { progressToken, ...update });
    };
    this.notify = (method, notified) => {
      if (mayNotify(era, meta, method, notified)) send(method, notified);
    };
    this.ignoreDeparture = () => options.deadline.ignoreDeparture();
    this.toolsChanged = (isSeenHere = true) => {
      options.announceTools?.(caller);
      // In the 2026 era only `subscriptions/listen` may carry it.
      if (era === 'legacy' && isSeenHere) send('notifications/tools/list_changed', {});
    };
    const client = meta[CLIENT_INFO_META_KEY];
    const declared = isJsonObject(client) ? client['name'] : undefined;
    this.answerBytesMax = clientCeiling({ declared, userAgent: options.userAgent });
    const capabilities = meta[CLIENT_CAPABILITIES_META_KEY];
    this.clientCapabilities = isJsonObject(capabilities) ? capabilities : {};
    if (era === 'legacy') return;
    if (inputResponses !== undefined) this.inputResponses = inputResponses;
    const { requestState } = params;
    if (typeof requestState === 'string') this.requestState = requestState;
  }

  get signal(): AbortSignal {
    return this.#deadline.signal();
  }
}
