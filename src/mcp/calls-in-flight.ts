import { type Audience, audienceKey } from '../infrastructure/event-bus.ts';
import { audienceOf } from '../tenant/audience.ts';
import type { Caller } from '../tenant/caller.ts';
import type { Era } from './catalogue.ts';

/** A request that a handler of ours is answering. */
export interface CallInFlight {
  readonly request: { readonly id: string | number };
  readonly options: { readonly caller: Caller; readonly admission: { readonly era: Era } };
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
