import { Cluster, type Redis } from 'ioredis';
import { type Broadcast, createReceiverTable } from './broadcast.ts';
import type { Logger } from './logger.ts';
import type { RedisConnection } from './redis-connection.ts';

export interface RedisBroadcastOptions {
  /** Carries what is published; what is received comes on a connection of its own. */
  readonly connection: RedisConnection;
  readonly log: Logger;
}

const commandTimeoutMs = 2000;
/** A connection that a middlebox has forgotten looks alive to one who only listens. */
const heartbeatMs = 10_000;
const reopenDelayMs = 250;
const firstConnectionWaitMs = 2000;

/**
 * Broadcast over Redis. A channel is subscribed while somebody on this replica listens to it. Resolves once
 * the listening connection stands, or unconnected if that takes too long.
 */
export async function createRedisBroadcast(options: RedisBroadcastOptions): Promise<Broadcast> {
  const { connection, log } = options;
  const receivers = createReceiverTable(log);
  const subscriber = createSubscriber(connection, {
    channels: () => receivers.channels(),
    onMessage: (channel, text) => receivers.deliver(channel, text),
    onGap: (channels) => receivers.tellGap(channels),
  });
  /** What a further receiver of a channel waits for. */
  const subscribing = new Map<string, Promise<void>>();
  await subscriber.opened;

  return {
    publish: (channel, text) =>
      connection.answered(async () => void (await connection.client.publish(channel, text))),
    async subscribe(channel, receiver) {
      if (receivers.add(channel, receiver)) subscribing.set(channel, subscriber.subscribe(channel));
      await subscribing.get(channel);
      return () => {
        if (!receivers.remove(channel, receiver)) return;
        subscribing.delete(channel);
        subscriber.unsubscribe(channel);
      };
    },
    async close() {
      receivers.clear();
      subscriber.close();
    },
  };
}

interface SubscriberOptions {
  /** Those that somebody listens to now. */
  readonly channels: () => readonly string[];
  readonly onMessage: (channel: string, text: string) => void;
  readonly onGap: (channels: readonly string[]) => void;
}

interface Subscriber {
  /** Resolves when Redis has noted it, or when it cannot now: every new connection asks for all channels. */
  subscribe(channel: string): Promise<void>;
  unsubscribe(channel: string): void;
  /** Resolves when the first connection stands or has failed. */
  readonly opened: Promise<void>;
  close(): void;
}

/**
 * The listening connection. Each loss ends it for good and a new one is opened, on whatever node there is
 * then: in a cluster, every node hears what is published on any.
 */
function createSubscriber({ client }: RedisConnection, options: SubscriberOptions): Subscriber {
  let current: Redis | undefined;
  let reopening: NodeJS.Timeout | undefined;
  let closed = false;

  function reopen(): void {
    current = undefined;
    if (closed) return;
    reopening = setTimeout(open, reopenDelayMs);
    reopening.unref();
  }

  /** On a connection with no channel yet, everything may have been missed since the one before it. */
  async function takeUp(opened: Redis): Promise<void> {
    const channels = options.channels();
    if (channels.length === 0) return;
    try {
      await opened.subscribe(...channels);
      options.onGap(channels);
    } catch {
      opened.disconnect();
    }
  }

  function open(): void {
    const opened = duplicate(client);
    if (opened === undefined) {
      reopen();
      return;
    }
    current = opened;
    const heartbeat = setInterval(() => {
      if (opened.status === 'ready') opened.ping().catch(() => opened.disconnect());
    }, heartbeatMs);
    heartbeat.unref();
    // The connection that publishes tells of a Redis that is away.
    opened.on('error', () => undefined);
    opened.on('message', options.onMessage);
    opened.once('ready', () => void takeUp(opened));
    opened.once('end', () => {
      clearInterval(heartbeat);
      if (current === opened) reopen();
    });
  }

  open();
  const first = current;
  return {
    opened: first === undefined ? Promise.resolve() : settled(first),
    async subscribe(channel) {
      if (current?.status === 'ready') await current.subscribe(channel).catch(() => current?.disconnect());
    },
    unsubscribe(channel) {
      if (current?.status === 'ready') current.unsubscribe(channel).catch(() => current?.disconnect());
    },
    close() {
      closed = true;
      clearTimeout(reopening);
      current?.disconnect();
    },
  };
}

function settled(connection: Redis): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(done, firstConnectionWaitMs);
    function done() {
      clearTimeout(timer);
      resolve();
    }
    connection.once('ready', done);
    connection.once('end', done);
  });
}

/** A fresh connection to the same place that never comes back by itself. */
function duplicate(client: RedisConnection['client']): Redis | undefined {
  const nodes = client instanceof Cluster ? client.nodes('all') : [client];
  const node = nodes[Math.floor(Math.random() * nodes.length)];
  return node?.duplicate({
    lazyConnect: false,
    retryStrategy: null,
    enableOfflineQueue: false,
    enableAutoPipelining: false,
    autoResubscribe: false,
    commandTimeout: commandTimeoutMs,
  });
}
