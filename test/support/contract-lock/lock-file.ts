import { isDeepStrictEqual } from 'node:util';
import { canonicalJson } from '../../../src/infrastructure/canonical-json.ts';
import type { Contract } from '../../../src/toolkit/contract.ts';
import type { JsonObject } from '../../../src/toolkit/tool-call.ts';
import { isFields } from './change.ts';
import { formsOf } from './listed-forms.ts';

/** What one form of `tools/list` costs a model. */
export interface TokenCount {
  readonly now: number;
  /** Growth is measured from here, so that many small steps are seen as the large one that they are. */
  readonly agreed: number;
}

export type TokenCounts = { readonly [form: string]: TokenCount };

export interface Lock {
  readonly tokens: TokenCounts;
  readonly tools: Contract;
}

/** From the root of the repository. */
export const lockPath = 'test/snapshots/contracts.lock.json';

/**
 * The text of the file: keys in order, no time, the same bytes for the same contract. A tool's first form
 * stands there whole, and of each other form only what differs from it.
 */
export function renderLock({ tokens, tools }: Lock): string {
  const written = Object.entries(tools).map(([name, { listed, actions }]) => [
    name,
    { actions, listed: shortened(listed) },
  ]);
  const inOrder = JSON.parse(canonicalJson({ tokens, tools: Object.fromEntries(written) }));
  return `${JSON.stringify(inOrder, null, 2)}\n`;
}

/** @throws {Error} for a text that `renderLock` did not make */
export function parseLock(text: string): Lock {
  // The file is ours; whatever else stands in it differs from every contract and is told so.
  const { tokens, tools } = JSON.parse(text) as Lock;
  if (!isFields(tokens) || !isFields(tools)) throw new Error(`${lockPath} is no contract lock.`);
  const whole = Object.entries(tools).map(([name, { listed, actions }]) => [
    name,
    { actions, listed: restored(listed) },
  ]);
  return { tokens, tools: Object.fromEntries(whole) };
}

type Listed = Contract[string]['listed'];

/** The form that stands there whole. */
function firstOf(listed: Listed): readonly [form: string, entry: JsonObject] | undefined {
  const [form] = formsOf(listed);
  const entry = form === undefined ? undefined : listed[form];
  return form === undefined || entry === undefined ? undefined : [form, entry];
}

function shortened(listed: Listed): Listed {
  const [firstForm, first] = firstOf(listed) ?? [];
  return Object.fromEntries(
    Object.entries(listed).map(([form, entry]) => [
      form,
      form === firstForm || first === undefined ? entry : differingMembers(first, entry),
    ]),
  );
}

/** `null` where a member of the first form is not there. */
function differingMembers(first: JsonObject, entry: JsonObject): JsonObject {
  const members = new Set([...Object.keys(first), ...Object.keys(entry)]);
  return Object.fromEntries(
    [...members]
      .filter((member) => !isDeepStrictEqual(first[member], entry[member]))
      .map((member) => [member, entry[member] ?? null]),
  );
}

function restored(listed: Listed): Listed {
  const [firstForm, first] = firstOf(listed) ?? [];
  return Object.fromEntries(
    Object.entries(listed).map(([form, members]) => [
      form,
      form === firstForm ? members : withoutNulls({ ...first, ...members }),
    ]),
  );
}

function withoutNulls(entry: JsonObject): JsonObject {
  return Object.fromEntries(Object.entries(entry).filter(([, member]) => member !== null));
}
