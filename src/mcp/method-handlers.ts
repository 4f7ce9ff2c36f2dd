import { z } from 'zod';
import type { CallContext, Catalogue, CompletionRequest, JsonObject } from './catalogue.ts';
import { isJsonObject } from './json-object.ts';
import { ProtocolFault, rpcCode } from './protocol-fault.ts';
import { toolError } from './tool-error.ts';

/** What one request is answered from. */
interface MethodCall {
  readonly catalogue: Catalogue;
  readonly context: CallContext;
  /** The request's own parameters, as parsed from the wire. */
  readonly params: JsonObject;
  /** Hands over a listing that is already serialised; the result then holds an empty one in its place. */
  readonly useListing: (bytes: Buffer) => void;
}

export type MethodHandler = (call: MethodCall) => Promise<JsonObject>;

/** Characters of a resource's address. */
const uriCharsMax = 2048;

/** Characters of what was typed of an argument, and of the arguments beside it. */
const typedCharsMax = 1024;

const logLevels = ['debug', 'info', 'notice', 'warning', 'error', 'critical', 'alert', 'emergency'] as const;

/** Whether a message of one level passes a threshold; an unknown word passes nothing. */
export function passesLogLevel(level: unknown, threshold: unknown): boolean {
  const ranked: readonly unknown[] = logLevels;
  const rank = (name: unknown) => ranked.indexOf(name);
  return rank(level) >= 0 && rank(threshold) >= 0 && rank(level) >= rank(threshold);
}

const named = z.looseObject({ name: z.string() });
const addressed = z.looseObject({ uri: z.string().max(uriCharsMax) });
const completable = z.looseObject({
  ref: z.discriminatedUnion('type', [
    z.looseObject({ type: z.literal('ref/prompt'), name: z.string() }),
    z.looseObject({ type: z.literal('ref/resource'), uri: z.string().max(uriCharsMax) }),
  ]),
  argument: z.looseObject({ name: z.string(), value: z.string().max(typedCharsMax) }),
  context: z
    .looseObject({ arguments: z.record(z.string(), z.string().max(typedCharsMax)).optional() })
    .optional(),
});
const levelled = z.looseObject({ level: z.enum(logLevels) });

/** @throws {ProtocolFault} `-32602` */
function completionRequest(params: JsonObject): CompletionRequest {
  const { ref, argument, context } = parse(completable, params);
  return {
    of:
      ref.type === 'ref/prompt'
        ? { kind: 'prompt', name: ref.name }
        : { kind: 'template', uriTemplate: ref.uri },
    argument: argument.name,
    typed: argument.value,
    chosen: new Map(Object.entries(context?.arguments ?? {})),
  };
}

function invalidParams(message: string): ProtocolFault {
  return new ProtocolFault(message, { code: rpcCode.invalidParams });
}

function parse<T>(schema: z.ZodType<T>, params: JsonObject): T {
  const parsed = schema.safeParse(params);
  if (parsed.success) return parsed.data;
  const path = parsed.error.issues[0]?.path.join('.') ?? '';
  throw invalidParams(`Invalid params: params.${path} is missing or not valid.`);
}

/** Every list leaves whole, so no cursor was ever given out. */
function refuseCursor(params: JsonObject): void {
  if (params['cursor'] !== undefined) throw invalidParams('Invalid params: unknown cursor.');
}

/** The SDK is not shown the arguments of a call, so their shape is looked at here. */
function argumentsOf(params: JsonObject): JsonObject {
  const { arguments: args = {} } = params;
  if (!isJsonObject(args)) throw invalidParams('Invalid params: params.arguments is not an object.');
  return args;
}

async function callTool({ catalogue, context, params }: MethodCall): Promise<JsonObject> {
  const { name } = parse(named, params);
  const { tools } = catalogue;
  if (!tools.has(name, context.caller)) {
    throw invalidParams('Unknown tool. Call tools/list for the tools that exist.');
  }
  const result = await tools.call(name, argumentsOf(params), context);
  const isWhole =
    result['isError'] === true ||
    result['resultType'] === 'input_required' ||
    result['structuredContent'] !== undefined ||
    !tools.publishesOutput(name);
  if (isWhole) return result;
  context.caller.log.error(
    { tool: name },
    'a tool answered without the structured content that it publishes',
  );
  return toolError({
    code: 'INTERNAL',
    message: 'The tool gave an incomplete answer. This is a fault of the service.',
    request_id: context.caller.requestId,
  });
}

async function readResource({ catalogue, context, params }: MethodCall): Promise<JsonObject> {
  const { uri } = parse(addressed, params);
  const contents = await catalogue.resources?.read(uri, context);
  if (contents === undefined) {
    throw new ProtocolFault('Unknown resource. Call resources/list for the ones that exist.', {
      code: context.era === 'legacy' ? rpcCode.resourceNotFound : rpcCode.invalidParams,
      data: { uri },
    });
  }
  // An answer to a retry depends on what the client added, so it is never kept.
  const isRetry = context.inputResponses !== undefined || context.requestState !== undefined;
  return isRetry ? { ...contents, ttlMs: 0 } : contents;
}

async function getPrompt({ catalogue, context, params }: MethodCall): Promise<JsonObject> {
  const { name } = parse(named, params);
  const prompt = await catalogue.prompts?.get(name, argumentsOf(params), context);
  if (prompt === undefined) throw invalidParams('Unknown prompt. Call prompts/list for the ones that exist.');
  return prompt;
}

async function complete({ catalogue, context, params }: MethodCall): Promise<JsonObject> {
  const found = await catalogue.completion?.complete(completionRequest(params), context);
  if (found === undefined) {
    throw invalidParams(
      'Unknown prompt, template or argument. Call prompts/list or resources/templates/list.',
    );
  }
  const { values, total, hasMore } = found;
  return { completion: { values, ...(total !== undefined && { total }), hasMore } };
}

/** The methods that are answered from the catalogue; `initialize`, `ping` and `server/discover` are the SDK's. */
export const methodHandlers: ReadonlyMap<string, MethodHandler> = new Map<string, MethodHandler>([
  [
    'tools/list',
    async ({ catalogue, context, params, useListing }) => {
      refuseCursor(params);
      const listing = await catalogue.tools.list(context.caller);
      useListing(listing.bytes);
      return { tools: [] };
    },
  ],
  ['tools/call', callTool],
  [
    'resources/list',
    async ({ catalogue, context, params }) => {
      refuseCursor(params);
      return { resources: catalogue.resources?.list(context.caller) ?? [] };
    },
  ],
  [
    'resources/templates/list',
    async ({ catalogue, context, params }) => {
      refuseCursor(params);
      return { resourceTemplates: catalogue.resources?.templates(context.caller) ?? [] };
    },
  ],
  ['resources/read', readResource],
  [
    'resources/subscribe',
    async ({ catalogue, context, params }) => {
      await catalogue.resources?.subscriptions?.subscribe(parse(addressed, params).uri, context.caller);
      return {};
    },
  ],
  [
    'resources/unsubscribe',
    async ({ catalogue, context, params }) => {
      await catalogue.resources?.subscriptions?.unsubscribe(parse(addressed, params).uri, context.caller);
      return {};
    },
  ],
  [
    'prompts/list',
    async ({ catalogue, context, params }) => {
      refuseCursor(params);
      return { prompts: catalogue.prompts?.list(context.caller) ?? [] };
    },
  ],
  ['prompts/get', getPrompt],
  ['completion/complete', complete],
  [
    'logging/setLevel',
    async ({ catalogue, context, params }) => {
      await catalogue.logging?.setLevel(parse(levelled, params).level, context.caller);
      return {};
    },
  ],
]);
