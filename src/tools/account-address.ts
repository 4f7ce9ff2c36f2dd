import type { ModuleName } from '../tenant/policy.ts';

/** A part of an address, by name: `space`, `uuid`. */
export type AddressParts = { readonly [name: string]: string };

/**
 * A reading under an address of its own. It is answered by a tool, so it exists where that tool does, and what
 * leaves has been checked, cleaned, cut and audited as the tool's answer.
 */
export interface AccountAddress {
  /** Fixed, or a template whose parts in braces are whole steps of the path: `modyo-spaces://{space}/types`. */
  readonly address: string;
  readonly name: string;
  readonly title: string;
  readonly description: string;
  /** As it is named as a tool of its own. */
  readonly tool: string;
  /** The arguments of that tool, or `undefined` for parts that cannot name anything. */
  argumentsFrom(parts: AddressParts): { readonly [name: string]: string | number } | undefined;
}

/** A text of ours, for every caller. */
export interface WrittenAddress {
  readonly address: string;
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly mimeType: 'text/markdown' | 'application/json';
  text(about: ReaderOfAddress): string;
}

/** What a text of ours may depend on. */
export interface ReaderOfAddress {
  readonly platformName: string;
  readonly host: string;
  readonly readOnly: boolean;
  /** Those of which the reader sees something. */
  readonly modules: readonly ModuleName[];
}

/** Ids, uids and uuids; nothing that could climb, end a path or start a query, escaped or not. */
const step = /^[\w-]{1,128}$/;

/** The parts of an address that a template means; `undefined` for any other address. */
export function partsOf(template: string, address: string): AddressParts | undefined {
  const wanted = template.split('/');
  const steps = address.split('/');
  if (wanted.length !== steps.length) return undefined;
  const parts: [name: string, value: string][] = [];
  for (const [index, want] of wanted.entries()) {
    const value = steps[index] ?? '';
    const name = nameOfPart(want);
    if (name === undefined ? value !== want : !step.test(value)) return undefined;
    if (name !== undefined) parts.push([name, value]);
  }
  return Object.fromEntries(parts);
}

/** The names of the parts that a template leaves open, in order. */
export function openParts(template: string): readonly string[] {
  return template.split('/').flatMap((want) => nameOfPart(want) ?? []);
}

/** In an address a number is always an id. */
export function identifierFrom(part: string): string | number {
  return /^\d{1,15}$/.test(part) ? Number(part) : part;
}

function nameOfPart(want: string): string | undefined {
  return want.startsWith('{') && want.endsWith('}') ? want.slice(1, -1) : undefined;
}
