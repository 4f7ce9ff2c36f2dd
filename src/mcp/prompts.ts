import type { Caller } from '../tenant/caller.ts';
import { pinNames } from '../tenant/policy.ts';
import type { ToolRegistry } from '../toolkit/registry.ts';
import type { AvailableAction } from '../toolkit/result.ts';
import { type Prompt, type PromptArgument, type PromptWriting, promptText } from '../tools/prompt.ts';
import type { JsonObject, PromptSource } from './catalogue.ts';
import { isJsonObject } from './json-object.ts';
import { ProtocolFault, rpcCode } from './protocol-fault.ts';

/** Characters of one argument. */
const valueCharsMax = 1000;

/** The prompts that this caller may use: all their modules are active and all that they need is there. */
export function promptsFor(
  registry: ToolRegistry,
  prompts: readonly Prompt[],
  caller: Caller,
): readonly Prompt[] {
  const { modules, pins } = caller.tenant.policy;
  return prompts.filter(
    (prompt) =>
      prompt.modules.every((module) => modules.includes(module)) &&
      !(prompt.needsFreeSpace && pins.space !== undefined) &&
      prompt.needs.every((action) => calledAs(registry, action, caller) !== undefined),
  );
}

/** Without those that the connection fixes. */
export function openArguments(prompt: Prompt, caller: Caller): readonly PromptArgument[] {
  const { pins } = caller.tenant.policy;
  const fixed: readonly string[] = pinNames.filter((name) => pins[name] !== undefined);
  return prompt.arguments.filter(({ name }) => !fixed.includes(name));
}

export function createPrompts(registry: ToolRegistry, prompts: readonly Prompt[]): PromptSource {
  return {
    list: (caller) =>
      promptsFor(registry, prompts, caller).map((prompt) => ({
        name: prompt.name,
        title: prompt.title,
        description: prompt.description,
        arguments: openArguments(prompt, caller).map(({ name, description, required }) => ({
          name,
          description,
          required,
        })),
      })),
    async get(name, args, { caller }) {
      const prompt = promptsFor(registry, prompts, caller).find((known) => known.name === name);
      if (prompt === undefined) return undefined;
      const values = valuesOf(openArguments(prompt, caller), isJsonObject(args) ? args : {});
      const text = promptText(prompt, writingFor(registry, values, caller));
      return {
        description: prompt.description,
        messages: [{ role: 'user', content: { type: 'text', text } }],
      };
    },
  };
}

function writingFor(
  registry: ToolRegistry,
  values: ReadonlyMap<string, string>,
  caller: Caller,
): PromptWriting {
  const quoted = (argument: string) => {
    const value = values.get(argument);
    return value === undefined ? undefined : JSON.stringify(value);
  };
  const space = quoted('space');
  return {
    value: quoted,
    call: (action) => calledAs(registry, action, caller),
    space:
      space === undefined
        ? 'the space that this connection fixes, which answers name in resource'
        : `the space ${space}`,
  };
}

/** An action in the words of the caller's exposure; `undefined` for one that it does not see. */
function calledAs(registry: ToolRegistry, action: string, caller: Caller): string | undefined {
  const offer = registry.offered({ tool: action, reason: action }, caller);
  return offer && spelled(offer);
}

function spelled({ tool, action, args }: AvailableAction): string {
  const inner = args?.['name'];
  if (typeof inner === 'string') return `\`${inner}\` (by \`${tool}\`)`;
  return action === undefined ? `\`${tool}\`` : `\`${tool}\` with action \`${action}\``;
}

/** @throws {ProtocolFault} `-32602` naming the argument */
function valuesOf(known: readonly PromptArgument[], args: JsonObject): ReadonlyMap<string, string> {
  const stray = Object.keys(args).some((name) => known.every((argument) => argument.name !== name));
  if (stray) throw faulty('has an argument that the prompt does not know');
  const values = new Map<string, string>();
  for (const { name, required } of known) {
    const value = Object.hasOwn(args, name) ? args[name] : undefined;
    // Clients send an empty field for what the person left out.
    if (value === undefined || value === '') {
      if (required) throw faulty(`lacks ${name}`);
      continue;
    }
    if (typeof value !== 'string') throw faulty(`has a ${name} that is no text`);
    if (value.length > valueCharsMax) throw faulty(`has a ${name} of more than ${valueCharsMax} characters`);
    values.set(name, value);
  }
  return values;
}

function faulty(what: string): ProtocolFault {
  return new ProtocolFault(`Invalid params: params.arguments ${what}.`, { code: rpcCode.invalidParams });
}
