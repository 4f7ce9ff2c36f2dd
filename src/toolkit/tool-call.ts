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
export type FinalResult = {
  readonly content: readonly [{ readonly type: 'text'; readonly text: string }];
  readonly structuredContent?: JsonObject;
  readonly isError?: true;
};

/** A question to the person, in protocol revision 2026-07-28. The client repeats the call with the answer. */
export type QuestionResult = {
  readonly resultType: 'input_required';
  readonly inputRequests: JsonObject;
  /** Sealed: the client sends it back as it is. */
  readonly requestState: string;
};

/**
 * The client sent back another state than it was given, or what is no answer to its question: no answer of a
 * tool, but a fault of the protocol.
 */
export type RefusedRetry = {
  readonly resultType: 'retry_refused';
  readonly fault: 'requestState' | 'inputResponses';
};

export type ToolResult = FinalResult | QuestionResult | RefusedRetry;

/** One call, as the protocol's room hands it over. */
export interface ToolCall {
  readonly caller: Caller;
  /** Aborted by the request's deadline, and by the client's departure unless that is ignored. */
  readonly signal: AbortSignal;
  /** From now on the client may leave: a write that has begun is not left half done. */
  ignoreDeparture(): void;
  /** What the client declares it can do, in this very call; empty where the revision has no such thing. */
  readonly clientCapabilities: JsonObject;
  /** Bytes of an answer that this client passes on whole, where that is less than any answer may have. */
  readonly answerBytesMax?: number | undefined;
  /** Answers to an earlier question, as the client sent them. Attacker-controlled. */
  readonly inputResponses?: JsonObject;
  readonly requestState?: string;
  progress(update: ProgressUpdate): void;
  /**
   * Tells this client that it sees other tools from now on, where its revision has a way, and every stream
   * that the same person listens on, on any replica. To be called once, and only if it does.
   * @param isSeenHere whether it is so at the address of this very call; if not, only the streams are told
   */
  toolsChanged(isSeenHere?: boolean): void;
}

/** What a list of pages says about the one behind a tool's 📚 link. */
export interface ToolPage {
  readonly uri: string;
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly mimeType: 'text/markdown';
}

export interface ToolDocument extends ToolPage {
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
