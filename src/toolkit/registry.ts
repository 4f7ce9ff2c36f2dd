import type { Scope } from '../auth/scopes.ts';
import type { Json } from '../errors/app-error.ts';
import type { Clock } from '../infrastructure/clock.ts';
import type { OperationId } from '../modyo/operations.ts';
import type { Caller } from '../tenant/caller.ts';
import type { Verb } from './annotations.ts';
import type { ProgressUpdate, ToolContext } from './context.ts';
import type { Tool } from './tool.ts';

export type JsonObject = { readonly [key: string]: Json | undefined };

/** What one caller sees, and the same entries already serialised as one JSON array. */
export interface ToolListing {
  readonly tools: readonly JsonObject[];
  readonly bytes: Buffer;
}

/** A `CallToolResult`. An error carries no `structuredContent`. */
export type ToolResult = {
  readonly content: readonly [{ readonly type: 'text'; readonly text: string }];
  readonly structuredContent?: JsonObject;
  readonly isError?: true;
};

/** One call, as the protocol's room hands it over. */
export interface ToolCall {
  readonly caller: Caller;
  /** Aborted by the client's departure or by the request's deadline. */
  readonly signal: AbortSignal;
  progress(update: ProgressUpdate): void;
}

/** The page behind a tool's 📚 link. */
export interface ToolDocument {
  readonly uri: string;
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly mimeType: 'text/markdown';
  readonly text: string;
}

/** What metrics learn about a finished call. `outcome` is `done`, `control` or an error code. */
export interface ObservedCall {
  readonly tool: string;
  readonly action: string;
  readonly verb: Verb;
  readonly outcome: string;
  readonly durationMs: number;
}

export interface ToolRegistryOptions<Ctx extends ToolContext> {
  readonly tools: readonly Tool<Ctx>[];
  /** Extends the base with what the product's handlers need; called once per call that gets past its arguments. */
  readonly createContext: (base: ToolContext) => Ctx;
  readonly clock: Clock;
  /** Milliseconds that a handler may take when its action does not say. */
  readonly timeoutMs: number;
  readonly observe?: (call: ObservedCall) => void;
  /** How well an upstream operation is known, for the documentation. */
  readonly evidenceOf?: (operation: OperationId) => string | undefined;
}

export interface ToolRegistry {
  /** Never calls Modyo; the same bytes for every caller with the same surface. */
  list(caller: Caller): ToolListing;
  /** Whether the name exists for this caller. A hidden tool is answered like an unknown one. */
  has(name: string, caller: Caller): boolean;
  /** What the call needs, by name and arguments. Pure; empty for an unknown name. */
  requiredScopes(name: string, args: unknown): readonly Scope[];
  /** Never throws for a fault of the call itself. Only for names that `has` knows. */
  call(name: string, args: unknown, call: ToolCall): Promise<ToolResult>;
  documents(caller: Caller): readonly ToolDocument[];
  /** By its own URI or by an alias of it; `undefined` for a tool that the caller does not see. */
  document(uri: string, caller: Caller): ToolDocument | undefined;
}
