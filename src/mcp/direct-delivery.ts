import type { PerRequestHTTPServerTransport, Server } from '@modelcontextprotocol/server';

/**
 * Hands the transport's message to the server as the request that it is known to be. The SDK's own
 * `onmessage` asks by failed parses whether it is a response or an error, which costs more than the rest
 * of an exchange. Where the server has no such entry, the SDK's way is left as it is.
 */
export function deliverDirectly(server: Server, transport: PerRequestHTTPServerTransport): void {
  const deliver: unknown = Reflect.get(server, '_onrequest');
  if (typeof deliver !== 'function') return;
  transport.onmessage = (message, extra) => void deliver.call(server, message, extra);
}
