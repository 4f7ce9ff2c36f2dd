import type { Scope } from '../auth/scopes.ts';
import type { Json } from '../errors/app-error.ts';
import type { Caller } from '../tenant/caller.ts';
import type { TenantPolicy } from '../tenant/policy.ts';

/** The two families of protocol revisions: with a handshake (2025-…) and self-describing (2026-07-28). */
export type Era = 'legacy' | 'modern';

export type JsonObject = { readonly [key: string]: Json | undefined };

/** One call as a handler sees it. */
export interface CallContext {
  readonly caller: Caller;
  readonly era: Era;
  /** Aborted by the deadline, by the client's departure unless that is ignored, and by nothing else. */
  readonly signal: AbortSignal;
  /** From now on the client may leave: for a write, before its first request that changes something. */
  ignoreDeparture(): void;
  /** The client's capabilities as declared in this request (modern) or unknown, hence empty (legacy). */
  readonly clientCapabilities: JsonObject;
  /** Bytes of a tool's answer that this client passes on whole; `undefined` where nothing is known of it. */
  readonly answerBytesMax: number | undefined;
  /** Sends `notifications/progress` for this call; does nothing when the client gave no token. */
  progress(update: { readonly progress: number; readonly total?: number; readonly message?: string }): void;
  /** Sends a notification that belongs to this request, such as `notifications/message`. */
  notify(method: string, params: JsonObject): void;
  /**
   * Tells this client that it sees other tools from now on, where its revision has a way on this answer, and
   * every stream that the same person listens on, on any replica.
   * @param isSeenHere whether it is so at the address of this very call; if not, only the streams are told
   */
  toolsChanged(isSeenHere?: boolean): void;
  /** Answers to an earlier `input_required`, as the client sent them. Attacker-controlled. */
  readonly inputResponses?: JsonObject;
  readonly requestState?: string;
}

/** A listing as it leaves: the entries, and the same entries already serialised as one JSON array. */
export interface ToolListing {
  readonly tools: readonly JsonObject[];
  readonly bytes: Buffer;
}

export interface ToolSource {
  /** What this caller sees, in a stable order. May ask the shared store, never Modyo. */
  list(caller: Caller): Promise<ToolListing>;
  /** What callers with this policy see while no gate is shut. */
  preview(policy: TenantPolicy): ToolListing;
  /** The names that a URL may choose or exclude for callers with this policy. */
  namesOf(policy: TenantPolicy): ReadonlySet<string>;
  /** Whether the name exists for this caller; a name that does not is answered like one that never did. */
  has(name: string, caller: Caller): boolean;
  /** The scopes that the call needs, by name and arguments. Pure; empty for a name that the caller does not see. */
  requiredScopes(name: string, args: unknown, caller: Caller): readonly Scope[];
  /** Is told of a call that is refused for want of a scope, and so never made. */
  refusedForScope?(name: string, args: unknown, caller: Caller): void;
  /** Whether the listing gives the tool an `outputSchema`, so that every answer but an error must be structured. */
  publishesOutput(name: string): boolean;
  /** A `CallToolResult`, or an `input_required` result. Never throws for a fault of the call itself. */
  call(name: string, args: unknown, context: CallContext): Promise<JsonObject>;
}

export interface ResourceSource {
  list(caller: Caller): readonly JsonObject[];
  /** The scopes that reading this address needs. Pure; empty for one that is not there for the caller. */
  requiredScopes?(uri: string, caller: Caller): readonly Scope[];
  templates(caller: Caller): readonly JsonObject[];
  /** The contents of one resource, or `undefined` when there is none that this caller may read. */
  read(uri: string, context: CallContext): Promise<JsonObject | undefined>;
  /** Present only where updates of a resource can be announced. */
  readonly subscriptions?: {
    subscribe(uri: string, caller: Caller): Promise<void>;
    unsubscribe(uri: string, caller: Caller): Promise<void>;
  };
}

export interface PromptSource {
  list(caller: Caller): readonly JsonObject[];
  /** The messages of one prompt, or `undefined` when there is none that this caller may use. */
  get(name: string, args: unknown, context: CallContext): Promise<JsonObject | undefined>;
}

/** Which argument of a prompt, or which part of the template of an address, a value is looked for. */
export interface CompletionRequest {
  readonly of:
    | { readonly kind: 'prompt'; readonly name: string }
    | { readonly kind: 'template'; readonly uriTemplate: string };
  readonly argument: string;
  /** What was typed so far; empty at the beginning. */
  readonly typed: string;
  /** The other arguments, as far as they are chosen. Attacker-controlled. */
  readonly chosen: ReadonlyMap<string, string>;
}

/** Values that go on from what was typed, the first of all that there are. */
export interface Completion {
  readonly values: readonly string[];
  /** How many there are in all; absent where that is not known. */
  readonly total?: number;
  readonly hasMore: boolean;
}

export interface CompletionSource {
  /** What a completion needs, whatever it is about. */
  readonly requiredScopes: readonly Scope[];
  /** `undefined` for a prompt, a template or an argument that this caller does not have. */
  complete(request: CompletionRequest, context: CallContext): Promise<Completion | undefined>;
}

/** What a client can be told of while it listens. Each member is present only where it can change. */
export interface ChangeSource {
  readonly tools?: true;
  readonly prompts?: true;
  readonly resources?: true;
  /** Whether this caller may hear that a resource was updated; asked when it subscribes, and at each update. */
  watchable?(uri: string, caller: Caller): boolean;
}

/**
 * What the exchange serves. It answers a family of methods only if the catalogue has the source for it,
 * so a catalogue without prompts has no `prompts/list`.
 */
export interface Catalogue {
  readonly serverInfo: {
    readonly name: string;
    readonly title: string;
    readonly version: string;
    readonly websiteUrl?: string;
  };
  instructions(caller: Caller): string;
  readonly tools: ToolSource;
  readonly resources?: ResourceSource;
  readonly prompts?: PromptSource;
  readonly completion?: CompletionSource;
  /** Absent where nothing changes for a caller whose token and address stay the same. */
  readonly changes?: ChangeSource;
  readonly logging?: { setLevel(level: string, caller: Caller): Promise<void> };
}
