import type { Era } from './catalogue.ts';
import { rpcCode } from './protocol-fault.ts';
import type { RpcAnswer } from './single-exchange-transport.ts';
import type { Listening } from './subscriptions.ts';

/** An answer as bytes: the parts leave one after the other, and large ones are never copied. */
export type AnswerParts = readonly (string | Buffer)[];

/**
 * - `json`: send `parts` as `application/json` with `status`.
 * - `stream`: status 200, `text/event-stream`, `X-Accel-Buffering: no`, `Cache-Control: no-store, no-transform`.
 * - `listening`: the same, for minutes: whoever holds something back for the length of a call lets go of it.
 * - `limited`: 429; there are too many open streams.
 * - `accepted`: 202 without a body.
 */
export type ExchangeAnswer =
  | { readonly kind: 'json'; readonly status: number; readonly parts: AnswerParts }
  | { readonly kind: 'stream'; readonly stream: ReadableStream<Uint8Array> }
  | Listening
  | { readonly kind: 'accepted' };

/** Puts a listing that is already serialised where the answer has an empty one. */
export function answerParts(answer: RpcAnswer, listing: Buffer | undefined): AnswerParts {
  if (listing === undefined || !('result' in answer)) return [JSON.stringify(answer)];
  const { tools: _empty, ...rest } = answer.result;
  const members = JSON.stringify(rest);
  const head = `{"jsonrpc":"2.0","id":${JSON.stringify(answer.id)},"result":{"tools":`;
  return [head, listing, members === '{}' ? '}}' : `,${members.slice(1)}}`];
}

export function batchParts(answers: readonly AnswerParts[]): AnswerParts {
  const joined = answers.flatMap((parts, index) => (index === 0 ? parts : [',', ...parts]));
  return ['[', ...joined, ']'];
}

/** Only a missing capability is found during the dispatch and has a status of its own. */
export function answerStatus(answer: RpcAnswer, era: Era): number {
  const isRefused = 'error' in answer && answer.error.code === rpcCode.missingClientCapability;
  return era === 'modern' && isRefused ? 400 : 200;
}

/** One event that holds the whole answer, for a client that accepts nothing else or asked for progress. */
export function answerStream(parts: AnswerParts): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder();
  return new ReadableStream({
    start(controller) {
      for (const part of ['event: message\ndata: ', ...parts, '\n\n']) {
        controller.enqueue(typeof part === 'string' ? encoder.encode(part) : part);
      }
      controller.close();
    },
  });
}
