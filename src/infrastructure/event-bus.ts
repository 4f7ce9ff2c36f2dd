import { hash } from 'node:crypto';
import { z } from 'zod';
import type { Broadcast } from './broadcast.ts';
import type { Logger } from './logger.ts';

/** One person on one account: whoever listens as somebody else hears nothing of it. */
export interface Audience {
  /** `Tenant.key`. */
  readonly tenantKey: string;
  readonly issuer: string;
  readonly subject: string;
}

/** Characters of a resource's address. */
const uriCharsMax = 2048;

const changeEvent = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('tools_list_changed') }),
  z.strictObject({ kind: z.literal('prompts_list_changed') }),
  z.strictObject({ kind: z.literal('resources_list_changed') }),
  z.strictObject({
    kind: z.literal('resource_updated'),
    uri: z.string().max(uriCharsMax).startsWith('modyo://'),
  }),
]);

/** Something that a client has seen is not so any more. It never says what is now. */
export type ChangeEvent = z.output<typeof changeEvent>;

/** Tells a person's clients, on any replica, that something changed for them. At most once, in no order. */
export interface EventBus {
  /** Never rejects: who listens learns of a loss by the synthetic event that ends it. */
  publish(audience: Audience, event: ChangeEvent): Promise<void>;
  /**
   * Resolves once events reach the listener. After a time in which some may have been lost it gets one
   * `tools_list_changed`. Never rejects.
   * @returns what takes the listener back
   */
  subscribe(audience: Audience, listener: (event: ChangeEvent) => void): Promise<() => void>;
}

export interface EventBusOptions {
  readonly broadcast: Broadcast;
  readonly log: Logger;
}

export function createEventBus({ broadcast, log }: EventBusOptions): EventBus {
  return {
    async publish(audience, event) {
      try {
        await broadcast.publish(`mcp:ev:${audienceKey(audience)}`, JSON.stringify(event));
      } catch (error) {
        log.warn({ err: error, event: event.kind }, 'an event was lost');
      }
    },
    subscribe: (audience, listener) =>
      broadcast.subscribe(`mcp:ev:${audienceKey(audience)}`, {
        onMessage(text) {
          const event = parseMessage(changeEvent, text);
          if (event === undefined) log.warn({}, 'a broadcast that is no event was dropped');
          else listener(event);
        },
        onGap: () => listener({ kind: 'tools_list_changed' }),
      }),
  };
}

const digestHexDigits = 32;

function digest(...parts: readonly string[]): string {
  return hash('sha256', JSON.stringify(parts)).slice(0, digestHexDigits);
}

/** Two audiences have one key only if all their parts are equal. Nothing of them can be read from it. */
export function audienceKey({ tenantKey, issuer, subject }: Audience): string {
  return `${digest(tenantKey)}:${digest(issuer, subject)}`;
}

/** What a message says, or `undefined` for one that is not of the schema. */
export function parseMessage<T>(schema: z.ZodType<T>, text: string): T | undefined {
  try {
    return schema.safeParse(JSON.parse(text)).data;
  } catch {
    return undefined;
  }
}
