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

/**
 * Keeps requests among the calls while they wait for their place.
 * @returns what takes them off again and tells which of them were cancelled
 */
export function waitAmong(
  calls: CallsInFlight,
  requests: readonly CallInFlight['request'][],
  options: CallOwner,
): () => ReadonlySet<string | number> {
  const cancelled = new Set<string | number>();
  const waiting = requests.map((request) => ({
    request,
    options,
    deadline: { leave: () => void cancelled.add(request.id) },
  }));
  for (const call of waiting) calls.add(call);
  return () => {
    for (const call of waiting) calls.delete(call);
    return cancelled;
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
