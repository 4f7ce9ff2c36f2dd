import type { JsonObject } from './catalogue.ts';
import { mirroredName } from './methods.ts';
import { ProtocolFault, rpcCode } from './protocol-fault.ts';

/** The request headers that mirror the body, without the optional white space around their values. */
export interface MirrorHeaders {
  readonly revision: string | undefined;
  readonly method: string | undefined;
  readonly name: string | undefined;
}

type HeaderBag = Readonly<Record<string, string | readonly string[] | undefined>>;

const outerWhiteSpace = /^[ \t]+|[ \t]+$/g;

/** One header's value, repeated ones joined as HTTP joins them. */
export function headerValue(headers: HeaderBag, name: string): string | undefined {
  const value = headers[name];
  if (value === undefined) return undefined;
  const text = typeof value === 'string' ? value : value.join(', ');
  return text.replace(outerWhiteSpace, '');
}

export function mirrorHeaders(headers: HeaderBag): MirrorHeaders {
  return {
    revision: headerValue(headers, 'mcp-protocol-version'),
    method: headerValue(headers, 'mcp-method'),
    name: headerValue(headers, 'mcp-name'),
  };
}

const sentinelPrefix = '=?base64?';
const sentinelSuffix = '?=';
const canonicalBase64 = /^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/;
const strictUtf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

/**
 * A mirrored value as the client meant it: plain, or inside the `=?base64?…?=` sentinel.
 * @returns `undefined` for a sentinel whose content is not canonical Base64 of UTF-8
 * Source: MCP 2026-07-28, streamable-http, "Value Encoding".
 */
function decodeMirroredValue(value: string): string | undefined {
  if (!value.startsWith(sentinelPrefix) || !value.endsWith(sentinelSuffix)) return value;
  const encoded = value.slice(sentinelPrefix.length, -sentinelSuffix.length);
  if (!canonicalBase64.test(encoded)) return undefined;
  try {
    return strictUtf8.decode(Buffer.from(encoded, 'base64'));
  } catch {
    return undefined;
  }
}

export function headerMismatch(header: string, problem: string): ProtocolFault {
  return new ProtocolFault(`Bad Request: the ${header} header ${problem}.`, {
    code: rpcCode.headerMismatch,
    data: { header },
  });
}

/**
 * What a request of the 2026-07-28 revision owes beside the equalities that the SDK's classification
 * has already checked: all three headers present where they apply, and the name equal to the body's.
 * @returns the fault of the first rule that is broken
 */
export function modernHeaderFault(
  headers: MirrorHeaders,
  method: string,
  params: JsonObject | undefined,
): ProtocolFault | undefined {
  if (headers.revision === undefined) return headerMismatch('MCP-Protocol-Version', 'is missing');
  if (headers.method === undefined) return headerMismatch('Mcp-Method', 'is missing');
  const expected = mirroredName(method, params);
  if (expected === undefined) return undefined;
  if (headers.name === undefined) return headerMismatch('Mcp-Name', 'is missing');
  const name = decodeMirroredValue(headers.name);
  if (name === undefined) return headerMismatch('Mcp-Name', 'is not valid Base64 of UTF-8');
  return name === expected ? undefined : headerMismatch('Mcp-Name', 'differs from the body');
}
