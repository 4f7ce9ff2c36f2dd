import type { JsonSchema } from '../../src/toolkit/json-schema.ts';
import type { ListedTool } from './every-tool.ts';

/** What real clients drop, refuse or cut; each number is the smallest that one of them is known to have. */
export const clientLimits = {
  name: /^[a-z][a-z0-9-]{1,39}$/,
  /** With the longest prefix that a client is known to put before it, 64 characters are not passed. */
  hotNameLengthMax: 21,
  nameLengthMax: 32,
  inputSchemaBytesMax: 16_384,
  descriptionLengthMax: 2_048,
  formats: ['date', 'date-time', 'email', 'uri', 'uuid'] as readonly string[],
};

/** A sentence that begins with one of these orders the model about, and is taken for an attack. */
export const commands: readonly string[] = ['You', 'Always', 'Never', 'Must', 'Ignore', 'Call'];

type Node = JsonSchema & { readonly [word: string]: unknown };

/** Everything about a listed tool that some client would not take, each as `where: what`. */
export function clientFaults(tool: ListedTool): readonly string[] {
  const { name, title, description, inputSchema, outputSchema, annotations } = tool;
  const { length } = description;
  const bytes = Buffer.byteLength(JSON.stringify(inputSchema));
  const hints = ['readOnlyHint', 'destructiveHint', 'idempotentHint', 'openWorldHint'];
  return [
    ...when(!clientLimits.name.test(name), 'name', 'breaks the rule'),
    ...when(name.length > clientLimits.nameLengthMax, 'name', 'is too long'),
    ...when(title.trim() === '', 'title', 'is missing'),
    ...when(length > clientLimits.descriptionLengthMax, 'description', `has ${length} characters`),
    ...when(bytes > clientLimits.inputSchemaBytesMax, 'inputSchema', `has ${bytes} bytes`),
    ...when(inputSchema.type !== 'object', 'inputSchema', 'is no object at its root'),
    ...hints.flatMap((hint) => when(typeof annotations[hint] !== 'boolean', hint, 'is not said')),
    ...[title, description].flatMap((text) => orders(text, 'text')),
    ...nodeFaults(inputSchema as Node, 'inputSchema'),
    ...nodeFaults(outputSchema as Node, 'outputSchema'),
  ];
}

function when(isFault: boolean, where: string, what: string): readonly string[] {
  return isFault ? [`${where}: ${what}`] : [];
}

function orders(text: string, where: string): readonly string[] {
  const sentences = text.split(/(?<=[.!?:;|)])\s+|\n+|(?=[("“])/).map((part) => part.replace(/^\P{L}+/u, ''));
  return sentences.flatMap((sentence) => when(isOrder(sentence), where, `orders: ${sentence}`));
}

/** A sentence, and not a name in a list: it begins with a capital. */
function isOrder(sentence: string): boolean {
  const word = /^\p{Lu}\p{L}*/u.exec(sentence)?.[0].toLowerCase();
  return commands.some((command) => command.toLowerCase() === word);
}

/** What every client resolves. Words that refer elsewhere, combine schemas or bind keys are not among them. */
const words: readonly string[] = [
  ...['type', 'description', 'enum', 'default', 'format', 'pattern', 'anyOf'],
  ...['properties', 'required', 'additionalProperties', 'maxProperties', 'items', 'minItems', 'maxItems'],
  ...['minLength', 'maxLength', 'minimum', 'maximum'],
];

/** Those of its branches, and of theirs. */
function structuresOf(node: JsonSchema): readonly JsonSchema[] {
  if (node.anyOf !== undefined) return node.anyOf.flatMap(structuresOf);
  return node.type === 'object' || node.type === 'array' ? [node] : [];
}

function nodeFaults(node: Node, where: string): readonly string[] {
  const branches = node.anyOf ?? [];
  const rest = node.additionalProperties;
  const others = Object.keys(node).filter((word) => !words.includes(word));
  return [
    ...others.map((word) => `${where}: has ${word}`),
    ...when(Array.isArray(node.type), where, 'has several types'),
    ...when(structuresOf(node).length > 1, where, 'is a union of structures'),
    ...when(node.items?.anyOf !== undefined, where, 'has items that are a union'),
    ...when(node.type === 'array' && node.items === undefined, where, 'is an array without items'),
    ...when(
      node.type === 'object' && node.properties === undefined,
      where,
      'is an object without properties',
    ),
    ...when(
      node.type !== 'object' && node.properties !== undefined,
      where,
      'has properties and is no object',
    ),
    ...when(
      node.format !== undefined && !clientLimits.formats.includes(node.format),
      where,
      `has the format ${node.format}`,
    ),
    ...orders(node.description ?? '', where),
    ...Object.entries(node.properties ?? {}).flatMap(([name, child]) =>
      nodeFaults(child as Node, `${where}.${name}`),
    ),
    ...(node.items === undefined ? [] : nodeFaults(node.items as Node, `${where}[]`)),
    ...(typeof rest === 'object' ? nodeFaults(rest as Node, `${where}.*`) : []),
    ...branches.flatMap((branch) => nodeFaults(branch as Node, where)),
  ];
}
