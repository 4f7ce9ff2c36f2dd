import {
  classifyInboundRequest,
  type InboundClassificationOutcome,
  PROTOCOL_VERSION_META_KEY,
} from '@modelcontextprotocol/server';
import { type AcceptedForms, acceptedForms } from './accepted-forms.ts';
import { batchFault } from './batch-rules.ts';
import type { Era, JsonObject } from './catalogue.ts';
import {
  classificationFault,
  invalidRequest,
  unsupportedRevision,
  unsupportedRevisionHeader,
} from './classification-faults.ts';
import { hasDangerousKey } from './dangerous-keys.ts';
import { headerValue, type MirrorHeaders, mirrorHeaders, modernHeaderFault } from './header-rules.ts';
import { isJsonObject } from './json-object.ts';
import { isOrdinaryRequest } from './ordinary-request.ts';
import { ProtocolFault, rpcCode, rpcErrorBody, toRpcError } from './protocol-fault.ts';
import { isLegacyRevision, modernRevision, namesModernEra } from './revisions.ts';

/** A POST as the edge hands it over: authenticated, of the right media type and size, and parsed. */
export interface InboundPost {
  /** The parsed JSON body, of bounded depth. Nothing else about it is trusted. */
  readonly body: unknown;
  /** Header names in lower case, as Node gives them. */
  readonly headers: Readonly<Record<string, string | readonly string[] | undefined>>;
}

/** One JSON-RPC request, or a notification if it has no id. */
export interface AdmittedMessage {
  readonly id?: string | number;
  readonly method: string;
  readonly params?: JsonObject;
  /** Set on a request that is answered with this error and not dispatched. */
  readonly fault?: ProtocolFault;
}

/** What may be served. Made by `admit` only, and passed to `serve` unchanged. */
export interface AdmittedPost {
  readonly kind: 'admitted';
  readonly era: Era;
  /** The revision that the client names; `undefined` on a legacy request without the header. */
  readonly revision: string | undefined;
  /** Whether the body was an array (2025-03-26 only). */
  readonly batch: boolean;
  /** Counted one by one against the tenant's rate. Posted responses are not among them. */
  readonly messages: readonly AdmittedMessage[];
  readonly accepts: AcceptedForms;
  /** What the client's software says it is; not checked by anybody. */
  readonly userAgent: string | undefined;
}

/** The POST ends here: a status and a JSON-RPC error as the body. */
interface RefusedPost {
  readonly kind: 'refused';
  readonly status: number;
  /** The JSON-RPC error code, for the log and the metrics. */
  readonly code: number;
  /** Ready to send as `application/json`. */
  readonly body: string;
}

export type Admission = AdmittedPost | RefusedPost;

/** Characters of a JSON-RPC id. */
const idCharsMax = 256;

function refuse(status: number, fault: ProtocolFault, id: string | number | null = null): RefusedPost {
  return { kind: 'refused', status, code: fault.code, body: rpcErrorBody(id, toRpcError(fault)) };
}

/** The id to echo: `null` unless it is one that a client may choose. */
function echoedId(body: unknown): string | number | null {
  const id = isJsonObject(body) ? body['id'] : undefined;
  if (typeof id === 'string') return id.length <= idCharsMax ? id : null;
  return typeof id === 'number' && Number.isSafeInteger(id) ? id : null;
}

function hasOversizedId(message: unknown): boolean {
  const id = isJsonObject(message) ? message['id'] : undefined;
  return typeof id === 'string' && id.length > idCharsMax;
}

export interface AdmissionRules {
  readonly methods: Readonly<Record<Era, ReadonlySet<string>>>;
}

interface Reading {
  readonly body: unknown;
  readonly mirror: MirrorHeaders;
  readonly accepts: AcceptedForms;
  readonly userAgent: string | undefined;
}

function toMessage(element: unknown, methods: ReadonlySet<string>): AdmittedMessage | undefined {
  if (!isJsonObject(element)) return undefined;
  const { id, method, params } = element;
  if (typeof method !== 'string') return undefined;
  const known = isJsonObject(params) ? { params } : {};
  if (typeof id !== 'string' && typeof id !== 'number') return { method, ...known };
  const fault = messageFault({ method, ...known }, methods);
  return fault === undefined ? { id, method, ...known } : { id, method, fault, ...known };
}

/** A fault that is answered with status 200 in the 2025 era, and inside a batch. */
function messageFault(message: AdmittedMessage, methods: ReadonlySet<string>): ProtocolFault | undefined {
  if (!methods.has(message.method)) {
    return new ProtocolFault('Method not found.', { code: rpcCode.methodNotFound });
  }
  const { arguments: _args, ...others } = message.params ?? {};
  // The arguments of a tool are parsed by the tool, which answers a dangerous key in its own words.
  return hasDangerousKey(message.method === 'tools/call' ? others : message.params)
    ? new ProtocolFault('Invalid params: a key of this name is not allowed.', { code: rpcCode.invalidParams })
    : undefined;
}

function admitModern(
  { body, mirror, accepts, userAgent }: Reading,
  revision: string | undefined,
  methods: ReadonlySet<string>,
): Admission {
  const id = echoedId(body);
  if (revision !== modernRevision) {
    return refuse(400, unsupportedRevision(revision), id);
  }
  const message = toMessage(body, methods);
  if (message === undefined)
    return refuse(400, invalidRequest('the body is not a valid JSON-RPC 2.0 message.'));
  if (message.id !== undefined) {
    const fault = modernHeaderFault(mirror, message.method, message.params);
    if (fault !== undefined) return refuse(400, fault, id);
  }
  if (message.fault?.code === rpcCode.methodNotFound) return refuse(404, message.fault, id);
  return { kind: 'admitted', era: 'modern', revision, batch: false, messages: [message], accepts, userAgent };
}

function admitLegacy({ body, mirror, accepts, userAgent }: Reading, methods: ReadonlySet<string>): Admission {
  const batch = Array.isArray(body);
  const elements: readonly unknown[] = batch ? body : [body];
  const isHandshake = !batch && isJsonObject(body) && body['method'] === 'initialize';
  // A client's first message names the revision in the body, and is negotiated there.
  if (mirror.revision !== undefined && !isHandshake && !isLegacyRevision(mirror.revision)) {
    return refuse(400, unsupportedRevisionHeader(mirror.revision), echoedId(body));
  }
  const messages = elements
    .map((element) => toMessage(element, methods))
    .filter((message) => message !== undefined);
  return { kind: 'admitted', era: 'legacy', revision: mirror.revision, batch, messages, accepts, userAgent };
}

function classify({ body, mirror }: Reading): InboundClassificationOutcome {
  const revision = mirror.revision;
  if ((revision === undefined || isLegacyRevision(revision)) && isOrdinaryRequest(body)) {
    return { kind: 'legacy', reason: 'no-claim' };
  }
  const isHandshake = isJsonObject(body) && body['method'] === 'initialize';
  // Without a claim in the body, the SDK takes any word for a later revision, since it orders revisions
  // as text; and it refuses an `initialize` for its header, although the handshake negotiates in the body.
  const isComparable =
    revision !== undefined &&
    (claimsModernEra(body) || (!isHandshake && (namesModernEra(revision) || isLegacyRevision(revision))));
  return classifyInboundRequest({
    httpMethod: 'POST',
    body,
    ...(isComparable && { protocolVersionHeader: revision }),
    ...(mirror.method !== undefined && { mcpMethodHeader: mirror.method }),
    ...(mirror.name !== undefined && { mcpNameHeader: mirror.name }),
  });
}

function claimsModernEra(body: unknown): boolean {
  const params = isJsonObject(body) ? body['params'] : undefined;
  const meta = isJsonObject(params) ? params['_meta'] : undefined;
  return isJsonObject(meta) && PROTOCOL_VERSION_META_KEY in meta;
}

function shapeFault(reading: Reading): ProtocolFault | undefined {
  const { body, mirror } = reading;
  if (Array.isArray(body)) {
    const fault = batchFault(body, mirror.revision);
    if (fault !== undefined) return fault;
  }
  const elements: readonly unknown[] = Array.isArray(body) ? body : [body];
  if (elements.some(hasOversizedId)) {
    return invalidRequest(`an id is longer than ${idCharsMax} characters.`);
  }
  return undefined;
}

function notAcceptable(): ProtocolFault {
  return new ProtocolFault('Not Acceptable: accept application/json or text/event-stream.', {
    code: rpcCode.transport,
  });
}

/**
 * Steps 11 to 16 of the admission order: shape, era, envelope, revision, headers, method.
 * @returns never throws, whatever the body is
 */
export function admit(post: InboundPost, rules: AdmissionRules): Admission {
  const reading: Reading = {
    body: post.body,
    mirror: mirrorHeaders(post.headers),
    accepts: acceptedForms(headerValue(post.headers, 'accept')),
    userAgent: headerValue(post.headers, 'user-agent'),
  };
  const shape = shapeFault(reading);
  if (shape !== undefined) return refuse(400, shape);
  const route = classify(reading);
  if (route.kind === 'reject') {
    const fault = classificationFault(route);
    const id = fault.code === rpcCode.invalidRequest ? null : echoedId(post.body);
    return refuse(route.httpStatus, fault, id);
  }
  if (route.kind === 'legacy' && route.reason === 'response' && reading.mirror.revision === modernRevision) {
    return refuse(400, invalidRequest('this revision has no responses from the client.'));
  }
  const admission =
    route.kind === 'modern'
      ? admitModern(reading, route.classification.revision, rules.methods.modern)
      : admitLegacy(reading, rules.methods.legacy);
  if (admission.kind === 'refused' || admission.accepts.json || admission.accepts.sse) return admission;
  const isAnswered = admission.messages.some((message) => message.id !== undefined);
  return isAnswered ? refuse(406, notAcceptable(), echoedId(post.body)) : admission;
}
