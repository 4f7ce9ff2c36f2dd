import type { Logger } from './logger.ts';

/** What somebody does with the messages of one channel. */
export interface Receiver {
  /** Whatever came; nothing about it is checked but its size. */
  onMessage(text: string): void;
  /** Messages may have been lost since the last one. */
  onGap(): void;
}

/**
 * Short messages to all replicas, at most once and to those who listen now. Two twins, memory and Redis,
 * pass one contract suite. What a replica publishes reaches its own receivers the same way as all others.
 */
export interface Broadcast {
  /** @throws {AppError} `UNAVAILABLE` when the message could not be handed over */
  publish(channel: string, text: string): Promise<void>;
  /**
   * Resolves once messages reach the receiver, or at once while there is no connection: then a gap is
   * told as soon as they do. Never rejects.
   * @returns what takes the receiver back; again, it does nothing
   */
  subscribe(channel: string, receiver: Receiver): Promise<() => void>;
  close(): Promise<void>;
}

/** Bytes of one message; a longer one is not ours. */
const messageBytesMax = 4096;

/** Who listens on this replica, channel by channel. */
export interface ReceiverTable {
  /** @returns whether it is the first one of its channel */
  add(channel: string, receiver: Receiver): boolean;
  /** @returns whether it was the last one of its channel */
  remove(channel: string, receiver: Receiver): boolean;
  deliver(channel: string, text: string): void;
  tellGap(channels: readonly string[]): void;
  channels(): readonly string[];
  clear(): void;
}

export function createReceiverTable(log: Logger): ReceiverTable {
  const table = new Map<string, Set<Receiver>>();

  /** A receiver that fails takes the message from nobody else. */
  function tell(channel: string, what: (receiver: Receiver) => void): void {
    for (const receiver of [...(table.get(channel) ?? [])]) {
      try {
        what(receiver);
      } catch (error) {
        log.error({ err: error }, 'a receiver of a broadcast failed');
      }
    }
  }

  return {
    add(channel, receiver) {
      const receivers = table.get(channel);
      if (receivers === undefined) table.set(channel, new Set([receiver]));
      else receivers.add(receiver);
      return receivers === undefined;
    },
    remove(channel, receiver) {
      const receivers = table.get(channel);
      if (receivers === undefined || !receivers.delete(receiver) || receivers.size > 0) return false;
      return table.delete(channel);
    },
    deliver(channel, text) {
      if (Buffer.byteLength(text) <= messageBytesMax) tell(channel, ({ onMessage }) => onMessage(text));
      else log.warn({}, 'a broadcast of more than the allowed size was dropped');
    },
    tellGap(channels) {
      for (const channel of channels) tell(channel, ({ onGap }) => onGap());
    },
    channels: () => [...table.keys()],
    clear: () => table.clear(),
  };
}
