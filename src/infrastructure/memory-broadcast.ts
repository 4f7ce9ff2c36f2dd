import { type Broadcast, createReceiverTable } from './broadcast.ts';
import type { Logger } from './logger.ts';

/** The twin of Redis for one replica and for tests. It never has a gap. */
export function createMemoryBroadcast(log: Logger): Broadcast {
  const receivers = createReceiverTable(log);
  return {
    publish: async (channel, text) => receivers.deliver(channel, text),
    async subscribe(channel, receiver) {
      receivers.add(channel, receiver);
      return () => void receivers.remove(channel, receiver);
    },
    close: async () => receivers.clear(),
  };
}
