import { type Audience, audienceKey } from '../infrastructure/event-bus.ts';
import { audienceOf } from '../tenant/audience.ts';
import type { Caller } from '../tenant/caller.ts';
import type { Era } from './catalogue.ts';

interface CallOwner {
  readonly caller: Caller;
  readonly admission: { readonly era: Era };
}

/** A request that a handler of ours is answering, or will when it has a place. */
export interface CallInFlight {
  readonly request: { readonly id: string | number };
  readonly options: CallOwner;
  /** Ends it as the departure of its client would. */
  readonly deadline: { leave(): void };
}

/** Which call a client means: two eras count apart, and so do the number 1 and the text "1". */
export interface CallName {
  /** As {@link audienceKey} makes it. */
  readonly audience: string;
  readonly era: Era;
  readonly id: string | number;
}

/** The calls that this replica answers now. */
export interface CallsInFlight {
  readonly add: (call: CallInFlight) => void;
  readonly delete: (call: CallInFlight) => void;
  /** All that bear the name: clients of one person number their requests without knowing of each other. */
  find(name: CallName): readonly CallInFlight[];
}

/** The wait of a POST for its place. */
export interface Turn {
  /** Takes its requests off the calls; each is one again when it begins. */
  end(): void;
  /** A request begins: if it was cancelled while it waited, or a cancellation of then is decided late, it ends. */
  begin(id: string | number, deadline: CallInFlight['deadline']): void;
}

/** Keeps requests among the calls while they wait for their place. */
export function waitAmong(
  calls: CallsInFlight,
  requests: readonly CallInFlight['request'][],
  options: CallOwner,
): Turn {
  const waiting = new Map(requests.map((request) => [request.id, createWaiting(request, options)]));
  for (const { call } of waiting.values()) calls.add(call);
  return {
    end() {
      for (const { call } of waiting.values()) calls.delete(call);
    },
    begin: (id, deadline) => waiting.get(id)?.begin(deadline),
  };
}

function createWaiting(request: CallInFlight['request'], options: CallOwner) {
  let isCancelled = false;
  let running: CallInFlight['deadline'] | undefined;
  const leave = () => {
    isCancelled = true;
    running?.leave();
  };
  return {
    call: { request, options, deadline: { leave } },
    begin(deadline: CallInFlight['deadline']) {
      running = deadline;
      if (isCancelled) deadline.leave();
    },
  };
}

/** A set and a search: entering and leaving are paid by every call, finding only by a cancelled one. */
export function createCallsInFlight(): CallsInFlight {
  const calls = new Set<CallInFlight>();
  return {
    add: (call) => void calls.add(call),
    delete: (call) => void calls.delete(call),
    find: ({ audience, era, id }) =>
      [...calls].filter(
        ({ request, options: { admission, caller } }) =>
          request.id === id && admission.era === era && audienceKey(audienceOf(caller)) === audience,
      ),
  };
}

export function callName(audience: Audience, era: Era, id: string | number): CallName {
  return { audience: audienceKey(audience), era, id };
}
