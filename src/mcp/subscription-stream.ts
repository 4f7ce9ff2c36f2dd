import { SERVER_INFO_META_KEY, SUBSCRIPTION_ID_META_KEY } from '@modelcontextprotocol/server';
import type { ChangeEvent } from '../infrastructure/event-bus.ts';
import type { Catalogue, JsonObject } from './catalogue.ts';
import type { AgreedFilter } from './subscription-filter.ts';

/** The open answer to one `subscriptions/listen`. */
export interface SubscriptionStream {
  readonly body: ReadableStream<Uint8Array>;
  notify(event: ChangeEvent): void;
  /** Ends it with the result that says that nothing more will come. */
  end(): void;
  /** Ends it without a result, which a client takes for a lost connection: it comes back and asks again. */
  drop(): void;
}

export interface SubscriptionStreamOptions {
  /** Of the request, with its type: every message bears it. */
  readonly id: string | number;
  readonly agreed: AgreedFilter;
  readonly serverInfo: Catalogue['serverInfo'];
  /** Called once, however it ends. */
  readonly onClose: () => void;
}

const keepAliveMs = 15_000;
/** Messages for a client that has stopped to read; with more it is given up. */
const unreadMax = 64;

const methods: Readonly<Record<ChangeEvent['kind'], string>> = {
  tools_list_changed: 'notifications/tools/list_changed',
  prompts_list_changed: 'notifications/prompts/list_changed',
  resources_list_changed: 'notifications/resources/list_changed',
  resource_updated: 'notifications/resources/updated',
};

/** Its first message is the acknowledgement; between messages a comment shows proxies that it lives. */
export function createSubscriptionStream(options: SubscriptionStreamOptions): SubscriptionStream {
  const { id } = options;
  const encoder = new TextEncoder();
  let controller: ReadableStreamDefaultController<Uint8Array> | undefined;
  const body = new ReadableStream<Uint8Array>({
    start(opened) {
      controller = opened;
    },
    cancel() {
      controller = undefined;
      finish();
    },
  });
  const keepAlive = setInterval(() => write(': keepalive\n\n'), keepAliveMs);
  keepAlive.unref();
  let finished = false;

  function finish(): void {
    if (finished) return;
    finished = true;
    clearInterval(keepAlive);
    controller?.close();
    controller = undefined;
    options.onClose();
  }

  function write(frame: string): void {
    if (controller === undefined) return;
    controller.enqueue(encoder.encode(frame));
    if ((controller.desiredSize ?? 0) < -unreadMax) finish();
  }

  function send(message: JsonObject): void {
    write(`event: message\ndata: ${JSON.stringify({ jsonrpc: '2.0', ...message })}\n\n`);
  }

  const tag = { [SUBSCRIPTION_ID_META_KEY]: id };
  send({
    method: 'notifications/subscriptions/acknowledged',
    params: { notifications: options.agreed, _meta: tag },
  });
  return {
    body,
    notify(event) {
      const what = event.kind === 'resource_updated' ? { uri: event.uri } : {};
      send({ method: methods[event.kind], params: { ...what, _meta: tag } });
    },
    end() {
      const _meta = { ...tag, [SERVER_INFO_META_KEY]: { ...options.serverInfo } };
      send({ id, result: { resultType: 'complete', _meta } });
      finish();
    },
    drop: finish,
  };
}
