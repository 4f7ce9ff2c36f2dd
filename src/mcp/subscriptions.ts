import type { Clock } from '../infrastructure/clock.ts';
import type { Departure } from '../infrastructure/departure.ts';
import type { EventBus } from '../infrastructure/event-bus.ts';
import { audienceOf } from '../tenant/audience.ts';
import type { Caller } from '../tenant/caller.ts';
import type { Catalogue, ChangeSource, JsonObject } from './catalogue.ts';
import { createStreamPlaces, type StreamLimit } from './stream-places.ts';
import { agreedFilter, isAgreed } from './subscription-filter.ts';
import { createSubscriptionStream } from './subscription-stream.ts';

export interface ListenRequest {
  readonly id: string | number;
  readonly params: JsonObject | undefined;
  readonly caller: Caller;
  readonly departure: Departure;
  readonly changes: ChangeSource;
  readonly serverInfo: Catalogue['serverInfo'];
}

/** Either the stream, or why there is no place for one. */
export type Listening =
  | { readonly kind: 'listening'; readonly stream: ReadableStream<Uint8Array> }
  | { readonly kind: 'limited'; readonly limit: StreamLimit; readonly retryAfterMs: number };

/** The streams of `subscriptions/listen` on this replica. */
export interface Subscriptions {
  /** @throws {ProtocolFault} for parameters that are not valid */
  open(request: ListenRequest): Promise<Listening>;
  /** Tells the streams of this person, on every replica, that the caller sees other tools from now on. */
  toolsChanged(caller: Caller): void;
  /** Streams that are open now. */
  readonly count: number;
}

export interface SubscriptionsOptions {
  readonly events: EventBus;
  readonly clock: Clock;
  /** Aborted when the process begins to leave: every stream ends with its result. */
  readonly leaving: AbortSignal;
}

/** A stream is not authorised again while it runs, so it ends with its token, or earlier. */
const ageMaxMs = 15 * 60_000;
/** What one who found no place is told to wait: streams end when their clients do, and nobody knows when. */
const retryAfterMs = 30_000;

export function createSubscriptions({ events, clock, leaving }: SubscriptionsOptions): Subscriptions {
  const places = createStreamPlaces();
  const ends = new Set<() => void>();
  leaving.addEventListener('abort', () => {
    for (const end of ends) end();
  });

  async function listen(request: ListenRequest, free: () => void): Promise<ReadableStream<Uint8Array>> {
    const { id, caller, departure, changes, serverInfo } = request;
    const agreed = agreedFilter(request.params, changes, caller);
    const releases: (() => void)[] = [free];
    let closed = false;
    const stream = createSubscriptionStream({
      id,
      agreed,
      serverInfo,
      onClose() {
        closed = true;
        for (const release of releases) release();
      },
    });
    /** For what must be undone at the end, even where the stream ends before there is anything to undo. */
    const atEnd = (release: () => void) => {
      if (closed) release();
      else releases.push(release);
    };
    ends.add(stream.end);
    atEnd(() => void ends.delete(stream.end));
    const remainingMs = caller.principal.expiresAtSeconds * 1000 - clock.nowMs();
    const expiry = setTimeout(stream.drop, Math.max(0, Math.min(ageMaxMs, remainingMs)));
    atEnd(() => clearTimeout(expiry));
    atEnd(departure.onLeave(stream.drop));
    if (Object.keys(agreed).length === 0 || leaving.aborted) stream.end();
    else
      atEnd(
        await events.subscribe(audienceOf(caller), (event) => {
          // Asked again for each update: what the caller may read can have changed since.
          const mayHear = event.kind !== 'resource_updated' || changes.watchable?.(event.uri, caller);
          if (mayHear && isAgreed(agreed, event)) stream.notify(event);
        }),
      );
    if (departure.hasLeft()) stream.drop();
    return stream.body;
  }

  return {
    async open(request) {
      const place = places.take(request.caller);
      if (!place.free) return { kind: 'limited', limit: place.limit, retryAfterMs };
      try {
        return { kind: 'listening', stream: await listen(request, place.free) };
      } catch (error) {
        place.free();
        throw error;
      }
    },
    toolsChanged: (caller) => void events.publish(audienceOf(caller), { kind: 'tools_list_changed' }),
    get count() {
      return ends.size;
    },
  };
}
