import {
  CLIENT_CAPABILITIES_META_KEY,
  CLIENT_INFO_META_KEY,
  type InboundLadderRejection,
  LOG_LEVEL_META_KEY,
  PROTOCOL_VERSION_META_KEY,
} from '@modelcontextprotocol/server';
import type { JsonObject } from './catalogue.ts';
import { headerMismatch } from './header-rules.ts';
import { ProtocolFault, rpcCode } from './protocol-fault.ts';
import { discoverableRevisions, supportedRevisions } from './revisions.ts';

const envelopeKeys: readonly string[] = [
  PROTOCOL_VERSION_META_KEY,
  CLIENT_CAPABILITIES_META_KEY,
  CLIENT_INFO_META_KEY,
  LOG_LEVEL_META_KEY,
];

export function invalidRequest(text: string): ProtocolFault {
  return new ProtocolFault(`Bad Request: ${text}`, { code: rpcCode.invalidRequest });
}

/** The envelope's fault in our words: the SDK's text quotes the client and its own schemas. */
function envelopeFault(rejection: InboundLadderRejection): ProtocolFault {
  const text = rejection.message;
  const key = envelopeKeys.find((known) => text.includes(known));
  const missing = text.includes('missing');
  const subject = key === undefined ? 'params._meta' : `params._meta["${key}"]`;
  return new ProtocolFault(`Invalid params: ${subject} is ${missing ? 'missing' : 'not valid'}.`, {
    code: rpcCode.invalidParams,
    data: { required: [PROTOCOL_VERSION_META_KEY, CLIENT_CAPABILITIES_META_KEY] },
  });
}

/** What the client is told about a rejection of the SDK's classification. */
export function classificationFault(rejection: InboundLadderRejection): ProtocolFault {
  if (rejection.code === rpcCode.headerMismatch) {
    const header = rejection.cell.includes('method-header') ? 'Mcp-Method' : 'MCP-Protocol-Version';
    return headerMismatch(header, 'differs from the body');
  }
  if (rejection.code === rpcCode.invalidParams) return envelopeFault(rejection);
  return invalidRequest('the body is not a valid JSON-RPC 2.0 message.');
}

/** A revision that looks like one, to be echoed; anything else is not repeated. */
function echoedRevision(requested: string | undefined): JsonObject {
  return requested !== undefined && /^[\w.-]{1,32}$/.test(requested) ? { requested } : {};
}

/** The answer to a request whose body names a revision that we do not have. */
export function unsupportedRevision(requested: string | undefined): ProtocolFault {
  return new ProtocolFault('Unsupported protocol version.', {
    code: rpcCode.unsupportedRevision,
    data: { supported: [...discoverableRevisions], ...echoedRevision(requested) },
  });
}

/** The answer to a header that no revision of the 2025 era defines, on a request without an envelope. */
export function unsupportedRevisionHeader(requested: string | undefined): ProtocolFault {
  return new ProtocolFault('Bad Request: the MCP-Protocol-Version header names no revision that is served.', {
    code: rpcCode.transport,
    data: { supported: [...supportedRevisions], ...echoedRevision(requested) },
  });
}
