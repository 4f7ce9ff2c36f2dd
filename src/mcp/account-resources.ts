import type { Scope } from '../auth/scopes.ts';
import type { Json } from '../errors/app-error.ts';
import type { Caller } from '../tenant/caller.ts';
import type { ToolRegistry } from '../toolkit/registry.ts';
import type { AvailableAction } from '../toolkit/result.ts';
import type { FinalResult } from '../toolkit/tool-call.ts';
import {
  type AccountAddress,
  type AddressParts,
  openParts,
  partsOf,
  type WrittenAddress,
} from '../tools/account-address.ts';
import type { CallContext, JsonObject, ResourceSource } from './catalogue.ts';
import { isJsonObject } from './json-object.ts';
import { ProtocolFault, rpcCode } from './protocol-fault.ts';

export interface AccountResourcesOptions {
  readonly registry: ToolRegistry;
  readonly addresses: readonly (AccountAddress | WrittenAddress)[];
  /** Whether a space, as an address names it, is the one that the connection fixes. */
  isFixedSpace(space: string, context: CallContext): Promise<boolean>;
}

interface Addressed {
  readonly address: AccountAddress | WrittenAddress;
  readonly parts: AddressParts;
}

/**
 * The account under addresses of its own. What is read there is the answer of a tool: same policy, same way to
 * Modyo, same cleaning and cutting, same line in the audit.
 */
export function createAccountResources(options: AccountResourcesOptions): ResourceSource {
  const { registry, addresses } = options;
  const seen = (caller: Caller) =>
    addresses.filter(
      (address) => !isAccount(address) || readingOf(registry, address, {}, caller) !== undefined,
    );
  const find = (uri: string, caller: Caller): Addressed | undefined => {
    for (const address of seen(caller)) {
      const parts = partsOf(address.address, uri);
      if (parts !== undefined) return { address, parts };
    }
    return undefined;
  };
  return {
    list: (caller) =>
      seen(caller)
        .filter((address) => openParts(address.address).length === 0)
        .map((address) => Object.assign({ uri: address.address }, shown(address))),
    templates: (caller) =>
      seen(caller)
        .filter((address) => openParts(address.address).length > 0)
        .map((address) => Object.assign({ uriTemplate: address.address }, shown(address))),
    requiredScopes(uri, caller): readonly Scope[] {
      const found = find(uri, caller);
      return found !== undefined && isAccount(found.address) ? ['modyo:read'] : [];
    },
    async read(uri, context) {
      const found = find(uri, context.caller);
      if (found === undefined) return undefined;
      const { address, parts } = found;
      if (!isAccount(address)) {
        return contents(uri, address.mimeType, address.text(readerOf(registry, context.caller)));
      }
      const text = await readAccount(options, address, parts, context);
      return text === undefined ? undefined : contents(uri, accountMimeType, text);
    },
  };
}

const accountMimeType = 'application/json';

function isAccount(address: AccountAddress | WrittenAddress): address is AccountAddress {
  return 'tool' in address;
}

function shown(address: AccountAddress | WrittenAddress): JsonObject {
  const { name, title, description } = address;
  return { name, title, description, mimeType: isAccount(address) ? accountMimeType : address.mimeType };
}

function contents(uri: string, mimeType: string, text: string): JsonObject {
  return { contents: [{ uri, mimeType, text }] };
}

function readerOf(registry: ToolRegistry, caller: Caller) {
  const { platformName, host, policy } = caller.tenant;
  return { platformName, host, readOnly: policy.readOnly, modules: registry.modulesOf(caller) };
}

/** The call that answers an address, in the names of the caller's exposure. */
function readingOf(
  registry: ToolRegistry,
  { tool, title }: AccountAddress,
  args: { readonly [key: string]: Json },
  caller: Caller,
): AvailableAction | undefined {
  return registry.offered({ tool, args, reason: title }, caller);
}

/** @returns `undefined` where the address leads to nothing that this caller may read */
async function readAccount(
  { registry, isFixedSpace }: AccountResourcesOptions,
  address: AccountAddress,
  parts: AddressParts,
  context: CallContext,
): Promise<string | undefined> {
  const all = address.argumentsFrom(parts);
  if (all === undefined) return undefined;
  const { space } = parts;
  const isPinned = space !== undefined && context.caller.tenant.policy.pins.space !== undefined;
  if (isPinned && !(await isFixedSpace(space, context))) return undefined;
  const { space: _fixed, ...others } = all;
  const reading = readingOf(registry, address, isPinned ? others : all, context.caller);
  if (reading === undefined) return undefined;
  const { tool, action, args } = reading;
  const call = { ...args, ...(action !== undefined && { action }) };
  return textOf(await registry.call(tool, call, withoutRetry(context)));
}

/** A reading asks nobody back. */
function withoutRetry(context: CallContext): CallContext {
  return {
    caller: context.caller,
    era: context.era,
    get signal() {
      return context.signal;
    },
    ignoreDeparture: () => context.ignoreDeparture(),
    clientCapabilities: {},
    answerBytesMax: context.answerBytesMax,
    progress: (update) => context.progress(update),
    notify: (method, params) => context.notify(method, params),
    toolsChanged: (isSeenHere) => context.toolsChanged(isSeenHere),
  };
}

/** @throws {ProtocolFault} with the tool's own error in its data, for all but what is not there */
function textOf(result: Awaited<ReturnType<ToolRegistry['call']>>): string | undefined {
  if (!isFinal(result)) throw new Error('a reading asked a question');
  const [{ text }] = result.content;
  if (result.isError !== true) return text;
  const { error } = JSON.parse(text) as { readonly error: unknown };
  const data = isJsonObject(error) ? error : {};
  const { code } = data;
  if (code === 'NOT_FOUND') return undefined;
  throw new ProtocolFault(`The resource could not be read: ${String(code)}.`, {
    code: code === 'AMBIGUOUS' || code === 'INVALID_PARAMS' ? rpcCode.invalidParams : rpcCode.internalError,
    data,
  });
}

function isFinal(result: Awaited<ReturnType<ToolRegistry['call']>>): result is FinalResult {
  return 'content' in result;
}
