import {
  type JSONRPCRequest,
  type MessageClassification,
  Server,
  type ServerCapabilities,
  type ServerOptions,
} from '@modelcontextprotocol/server';
import { AjvJsonSchemaValidator } from '@modelcontextprotocol/server/validators/ajv';
import { z } from 'zod';
import type { Catalogue, Era, JsonObject } from './catalogue.ts';
import { isJsonObject } from './json-object.ts';
import { supportedRevisions } from './revisions.ts';

/** The methods whose answer carries the instructions: they are written for each caller, so not for every request. */
const introductions: ReadonlySet<string> = new Set(['initialize', 'server/discover']);

/** How long a client may keep a listing that depends on who asks. */
const listingCacheMs = 300_000;

/** How long a client may keep a resource or the list of them. */
const resourceCacheMs = 30_000;

const fixedCacheHints: NonNullable<ServerOptions['cacheHints']> = {
  'server/discover': { ttlMs: listingCacheMs, cacheScope: 'private' },
  'tools/list': { ttlMs: listingCacheMs, cacheScope: 'private' },
  'prompts/list': { ttlMs: listingCacheMs, cacheScope: 'private' },
  'resources/templates/list': { ttlMs: listingCacheMs, cacheScope: 'private' },
  'resources/list': { ttlMs: resourceCacheMs, cacheScope: 'private' },
  'resources/read': { ttlMs: resourceCacheMs, cacheScope: 'private' },
};

// Building one costs more than the rest of a server, and it holds no caller.
const jsonSchemaValidator = new AjvJsonSchemaValidator();

/** The handlers parse what they need, in words that may leave; here everything passes. */
const anyParams = z.looseObject({}).optional();

const gatedCacheHints: NonNullable<ServerOptions['cacheHints']> = {
  ...fixedCacheHints,
  'tools/list': { ttlMs: 0, cacheScope: 'private' },
};

/**
 * What each era is told that we have. Subscriptions and log levels exist where they can be honoured. In the
 * 2025 era, tools that change are told of on the answer to the call that changes them, and nothing else is.
 */
export function capabilitiesOf(catalogue: Catalogue, era: Era): ServerCapabilities {
  const isLegacy = era === 'legacy';
  const { tools, prompts, resources, watchable } = catalogue.changes ?? {};
  const subscribe = isLegacy ? catalogue.resources?.subscriptions !== undefined : watchable !== undefined;
  const announces = (changes: true | undefined) => !isLegacy && changes === true;
  return {
    tools: { listChanged: tools === true },
    ...(catalogue.resources !== undefined && {
      resources: { subscribe, listChanged: announces(resources) },
    }),
    ...(catalogue.prompts !== undefined && { prompts: { listChanged: announces(prompts) } }),
    ...(catalogue.completion !== undefined && { completions: {} }),
    ...(isLegacy && catalogue.logging !== undefined && { logging: {} }),
  };
}

export interface CallServerOptions {
  readonly serverInfo: Catalogue['serverInfo'];
  readonly capabilities: ServerCapabilities;
  readonly instructions: () => string;
  /** The one method that this server will be asked for, if it is ours to answer. */
  readonly method: string;
  readonly answer: ((inputResponses: JsonObject | undefined) => Promise<JsonObject>) | undefined;
  readonly onError: (error: Error) => void;
}

/** A server for one request of one caller. It costs microseconds, so it is never kept or shared. */
export function createCallServer(options: CallServerOptions): Server {
  const { capabilities } = options;
  const server = new Server(options.serverInfo, {
    capabilities,
    ...(introductions.has(options.method) && { instructions: options.instructions() }),
    supportedProtocolVersions: [...supportedRevisions],
    ...(options.method in fixedCacheHints && {
      cacheHints: capabilities.tools?.listChanged === true ? gatedCacheHints : fixedCacheHints,
    }),
    jsonSchemaValidator,
    inputRequired: { legacyShim: false },
  });
  server.onerror = options.onError;
  const { answer } = options;
  if (answer !== undefined) {
    server.setRequestHandler(options.method, { params: anyParams }, (_params, { mcpReq }) =>
      answer(isJsonObject(mcpReq.inputResponses) ? mcpReq.inputResponses : undefined),
    );
  }
  return server;
}

/** The request as the SDK reads it. */
export function toRpcRequest(
  id: string | number,
  method: string,
  params: JsonObject | undefined,
): JSONRPCRequest {
  return { jsonrpc: '2.0', id, method, ...(params !== undefined && { params }) };
}

export function toClassification(era: Era, revision: string | undefined): MessageClassification {
  return era === 'modern' && revision !== undefined ? { era, revision } : { era };
}
