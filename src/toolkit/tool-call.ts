import type { Json } from '../errors/app-error.ts';
import type { CallOutcome } from '../infrastructure/metrics.ts';
import type { Caller } from '../tenant/caller.ts';
import type { Verb } from './annotations.ts';
import type { ProgressUpdate } from './context.ts';

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

/** What metrics learn about a finished call. */
export interface ObservedCall {
  readonly tool: string;
  readonly action: string;
  readonly verb: Verb;
  readonly outcome: CallOutcome;
  readonly durationMs: number;
}
