import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import type { Broadcast } from '../infrastructure/broadcast.ts';
import { parseMessage } from '../infrastructure/event-bus.ts';
import type { Logger } from '../infrastructure/logger.ts';
import { audienceOf } from '../tenant/audience.ts';
import type { Caller } from '../tenant/caller.ts';
import { type CallInFlight, type CallsInFlight, callName, createCallsInFlight } from './calls-in-flight.ts';
import type { Era, JsonObject } from './catalogue.ts';

/** `notifications/cancelled`: ends a call in flight, on whatever replica it runs. */
export interface Cancellation {
  readonly calls: CallsInFlight;
  /** Never rejects, and nobody waits for it: a cancellation is never answered. */
  cancel(caller: Caller, era: Era, params: JsonObject | undefined): Promise<void>;
  close(): Promise<void>;
}

export interface CancellationOptions {
  readonly broadcast: Broadcast;
  readonly log: Logger;
}

/** Of the replicas among themselves; no client can listen to it. */
const channel = 'mcp:calls';
/** How long claims are waited for, in milliseconds. A client is promised a second. */
const claimsMs = 250;
/** Questions that are open at once; more are not looked into. */
const questionsMax = 1000;
const idCharsMax = 256;

const requestId = z.union([z.string().max(idCharsMax), z.number()]);
const cancelledParams = z.looseObject({ requestId });

const callMessage = z.discriminatedUnion('kind', [
  /** Who has this call? */
  z.strictObject({
    kind: z.literal('call_cancelled'),
    question: z.uuid(),
    name: z.strictObject({
      audience: z.string().regex(/^[0-9a-f]{32}:[0-9a-f]{32}$/),
      era: z.enum(['legacy', 'modern']),
      id: requestId,
    }),
  }),
  /** I have so many. */
  z.strictObject({
    kind: z.literal('call_claimed'),
    question: z.uuid(),
    replica: z.uuid(),
    calls: z.int().min(1),
  }),
]);

type CallMessage = z.output<typeof callMessage>;

interface Question {
  /** Of this replica. */
  own: readonly CallInFlight[];
  /** By replica, this one included once its claim has come back. */
  readonly claims: Map<string, number>;
}

/**
 * The replica that gets the notification asks all, itself included. Each that has such a call says how
 * many, for all to hear, and counts what the others say for a moment. One that then knows of exactly one
 * call, its own, ends it. With two, nobody can tell which was meant, so none ends; nor does one whose own
 * claim has not come back, since it may have missed those of others. Resolves once this replica is asked too.
 */
export async function createCancellation(options: CancellationOptions): Promise<Cancellation> {
  const { broadcast, log } = options;
  const calls = createCallsInFlight();
  const replica = randomUUID();
  const questions = new Map<string, Question>();
  const timers = new Set<NodeJS.Timeout>();
  let closed = false;

  /** A claim can come before its question: in a cluster they travel by different nodes. */
  function questionOf(id: string): Question | undefined {
    const known = questions.get(id);
    if (known !== undefined || questions.size >= questionsMax || closed) return known;
    const question: Question = { own: [], claims: new Map() };
    questions.set(id, question);
    const timer = setTimeout(() => {
      timers.delete(timer);
      questions.delete(id);
      decide(question);
    }, claimsMs);
    timers.add(timer);
    return question;
  }

  function decide({ own: [call], claims }: Question): void {
    if (call === undefined || claims.size !== 1 || claims.get(replica) !== 1) return;
    call.options.caller.log.info({}, 'a call was cancelled by its client');
    call.deadline.leave();
  }

  async function claim(question: string, own: readonly CallInFlight[]): Promise<void> {
    await publish({ kind: 'call_claimed', question, replica, calls: own.length });
  }

  async function publish(message: CallMessage): Promise<void> {
    try {
      await broadcast.publish(channel, JSON.stringify(message));
    } catch (error) {
      log.warn({ err: error }, 'a cancellation was lost');
    }
  }

  function receive(message: CallMessage): void {
    if (message.kind === 'call_claimed') {
      questionOf(message.question)?.claims.set(message.replica, message.calls);
      return;
    }
    const own = calls.find(message.name);
    const question = own.length === 0 ? undefined : questionOf(message.question);
    if (question === undefined) return;
    question.own = own;
    void claim(message.question, own);
  }

  const stopListening = await broadcast.subscribe(channel, {
    onMessage(text) {
      const message = parseMessage(callMessage, text);
      if (message === undefined) log.warn({}, 'a broadcast that is no cancellation was dropped');
      else receive(message);
    },
    onGap: () => undefined,
  });

  return {
    calls,
    async cancel(caller, era, params) {
      const parsed = cancelledParams.safeParse(params);
      if (!parsed.success) return;
      const name = callName(audienceOf(caller), era, parsed.data.requestId);
      await publish({ kind: 'call_cancelled', question: randomUUID(), name });
    },
    async close() {
      closed = true;
      for (const timer of timers) clearTimeout(timer);
      stopListening();
    },
  };
}
