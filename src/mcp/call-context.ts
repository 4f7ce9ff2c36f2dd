import { CLIENT_CAPABILITIES_META_KEY, LOG_LEVEL_META_KEY } from '@modelcontextprotocol/server';
import type { Caller } from '../tenant/caller.ts';
import type { CallDeadline } from './call-deadline.ts';
import type { CallContext, Era, JsonObject } from './catalogue.ts';
import { isJsonObject } from './json-object.ts';
import { passesLogLevel } from './method-handlers.ts';

export interface CallContextOptions {
  readonly caller: Caller;
  readonly era: Era;
  readonly params: JsonObject;
  readonly deadline: CallDeadline;
  /** Only the well-formed ones. */
  readonly inputResponses: JsonObject | undefined;
  readonly send: (method: string, params: JsonObject) => void;
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
  const { caller, era, params, deadline, inputResponses, send } = options;
  const meta = metaOf(params);
  const progressToken = progressTokenOf(params);
  const capabilities = meta[CLIENT_CAPABILITIES_META_KEY];
  const requestState = era === 'modern' ? params['requestState'] : undefined;
  return {
    caller,
    era,
    get signal() {
      return deadline.signal;
    },
    get deadline() {
      return deadline.deadline;
    },
    clientCapabilities: isJsonObject(capabilities) ? capabilities : {},
    progress(update) {
      if (progressToken !== undefined) send('notifications/progress', { progressToken, ...update });
    },
    notify(method, notified) {
      if (mayNotify(era, meta, method, notified)) send(method, notified);
    },
    ...(era === 'modern' && inputResponses !== undefined && { inputResponses }),
    ...(typeof requestState === 'string' && { requestState }),
  };
}
