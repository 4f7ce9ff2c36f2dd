import { AppError } from '../errors/app-error.ts';
import type { Caller } from '../tenant/caller.ts';
import type { ToolRegistry } from '../toolkit/registry.ts';
import {
  type AccountAddress,
  identifierFrom,
  openParts,
  type WrittenAddress,
} from '../tools/account-address.ts';
import type { Completable, Prompt } from '../tools/prompt.ts';
import { type Suggestion, type Suggestions, suggestionTools } from '../tools/suggestions.ts';
import type { CallContext, Completion, CompletionRequest, CompletionSource } from './catalogue.ts';
import { documentTemplates } from './documentation-resources.ts';
import { openArguments, promptsFor } from './prompts.ts';
import { ProtocolFault, rpcCode } from './protocol-fault.ts';

export interface CompletionsOptions {
  readonly registry: ToolRegistry;
  readonly prompts: readonly Prompt[];
  readonly addresses: readonly (AccountAddress | WrittenAddress)[];
  /** What an argument may be, in the chosen space where it depends on one. */
  suggestions(
    kind: Completable,
    space: string | number | undefined,
    context: CallContext,
  ): Promise<Suggestions>;
}

/** Values that one answer carries at most. Source: MCP, completion, "Completion Results". */
const valuesMax = 100;

/** What an argument is asked to be: something of the account, a tool, or nothing that could be proposed. */
type Asked = Completable | 'tool' | 'module' | 'unknown';

export function createCompletions(options: CompletionsOptions): CompletionSource {
  return {
    requiredScopes: ['modyo:read'],
    async complete(request, context) {
      const asked = askedFor(options, request, context.caller);
      if (asked === undefined) return undefined;
      return matching(await allValues(options, asked, request, context), request.typed);
    },
  };
}

/** @returns `undefined` for what this caller does not have */
function askedFor(
  { registry, prompts, addresses }: CompletionsOptions,
  { of, argument }: CompletionRequest,
  caller: Caller,
): Asked | undefined {
  if (of.kind === 'prompt') {
    const prompt = promptsFor(registry, prompts, caller).find(({ name }) => name === of.name);
    const known = prompt && openArguments(prompt, caller).find(({ name }) => name === argument);
    return known && (known.completes ?? 'unknown');
  }
  const { uriTemplate } = of;
  const isDocumentation = documentTemplates.some((template) => template.uriTemplate === uriTemplate);
  if (isDocumentation) return documentPart(uriTemplate, argument);
  const address = addresses.find((known) => known.address === uriTemplate);
  const isSeen =
    address !== undefined &&
    (!('tool' in address) || registry.offered({ tool: address.tool, reason: '' }, caller) !== undefined);
  if (!isSeen || !openParts(uriTemplate).includes(argument)) return undefined;
  return argument === 'space' ? 'space' : 'unknown';
}

function documentPart(uriTemplate: string, argument: string): Asked | undefined {
  if (!uriTemplate.includes(`{${argument}}`)) return undefined;
  return argument === 'tool' ? 'tool' : 'module';
}

async function allValues(
  { registry, suggestions }: CompletionsOptions,
  asked: Asked,
  { chosen }: CompletionRequest,
  context: CallContext,
): Promise<Suggestions> {
  const { caller } = context;
  switch (asked) {
    case 'unknown':
      return { items: [], complete: true };
    case 'module':
      return { items: registry.modulesOf(caller).map(asSuggestion), complete: true };
    case 'tool': {
      const module = chosen.get('module');
      const pages = registry
        .documents(caller)
        .filter(({ name }) => module === undefined || name.startsWith(`${module}-`));
      return { items: pages.map(({ name }) => asSuggestion(name)), complete: true };
    }
    default: {
      if (registry.offered({ tool: suggestionTools[asked], reason: '' }, caller) === undefined)
        return { items: [], complete: true };
      return readSuggestions(suggestions(asked, spaceOf(chosen, caller), context), context);
    }
  }
}

function asSuggestion(value: string): Suggestion {
  return { value };
}

/** The one that the connection fixes goes before what a client says. */
function spaceOf(chosen: ReadonlyMap<string, string>, caller: Caller): string | number | undefined {
  const text = chosen.get('space')?.trim();
  return caller.tenant.policy.pins.space ?? (text ? identifierFrom(text) : undefined);
}

async function readSuggestions(reading: Promise<Suggestions>, { caller }: CallContext): Promise<Suggestions> {
  try {
    return await reading;
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    caller.log.warn({ err: error, code: error.code }, 'values could not be read for a completion');
    throw new ProtocolFault(`The values could not be read: ${error.code}.`, {
      code: rpcCode.internalError,
      cause: error,
      data: {
        code: error.code,
        ...(error.retryAfterMs !== undefined && { retry_after_ms: Math.ceil(error.retryAfterMs) }),
        request_id: caller.requestId,
      },
    });
  }
}

/** Those that begin with what was typed, or whose name does, whatever the case. */
function matching({ items, complete }: Suggestions, typed: string): Completion {
  const wanted = folded(typed);
  const begins = (text: string | undefined) => text !== undefined && folded(text).startsWith(wanted);
  const found = items.filter(({ value, name }) => begins(value) || begins(name));
  const values = found.slice(0, valuesMax).map(({ value }) => value);
  return {
    values,
    ...(complete && { total: found.length }),
    hasMore: !complete || found.length > values.length,
  };
}

function folded(text: string): string {
  return text.normalize().toLowerCase();
}
