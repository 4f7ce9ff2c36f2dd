import type { Principal } from '../auth/principal.ts';
import type { Logger } from '../infrastructure/logger.ts';
import type { Caller } from '../tenant/caller.ts';
import type { Tenant } from '../tenant/tenant.ts';
import type { Verb } from './annotations.ts';

export interface ProgressUpdate {
  readonly progress: number;
  readonly total?: number;
  readonly message?: string;
}

/**
 * What every handler is given. Built per call, frozen, and the only way to learn who is asking. A
 * product extends it (its API client, for example) through `createContext` of the registry.
 */
export interface ToolContext {
  readonly caller: Caller;
  readonly tenant: Tenant;
  readonly principal: Principal;
  readonly requestId: string;
  /** Aborted by the action's deadline, and by the client's departure unless a write has begun to run. */
  readonly signal: AbortSignal;
  readonly log: Logger;
  /** Tells the client how far the call has come; does nothing for a client that did not ask. */
  progress(update: ProgressUpdate): void;
}

/** Which call is running, under the names that the audit line uses. */
export interface CallFacts {
  readonly tool: string;
  readonly action: string;
  readonly verb: Verb;
}
