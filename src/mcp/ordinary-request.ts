import { isJsonObject } from './json-object.ts';

const members: ReadonlySet<string> = new Set(['jsonrpc', 'id', 'method', 'params']);

/**
 * Whether the SDK would find nothing about this body but a request of the 2025 era. It answers for most of
 * what comes in, and spares the SDK's own look: that parses each message as a response and as an error
 * first, and a failed parse of zod costs more than the rest of an admission and outlives the request until
 * the next full collection.
 */
export function isOrdinaryRequest(body: unknown): boolean {
  if (!isJsonObject(body) || body['jsonrpc'] !== '2.0') return false;
  const { id, method, params } = body;
  if (typeof method !== 'string' || method === 'initialize') return false;
  if (!isTextOrInteger(id)) return false;
  if (!Object.keys(body).every((name) => members.has(name))) return false;
  return params === undefined || (isJsonObject(params) && !saysMoreThanProgress(params['_meta']));
}

/** Anything else in there may be a claim of the later era, or be malformed. */
function saysMoreThanProgress(meta: unknown): boolean {
  if (meta === undefined) return false;
  if (!isJsonObject(meta)) return true;
  return Object.entries(meta).some(([name, value]) => name !== 'progressToken' || !isTextOrInteger(value));
}

function isTextOrInteger(value: unknown): boolean {
  return typeof value === 'string' || Number.isSafeInteger(value);
}
