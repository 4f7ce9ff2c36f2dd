import type { AvailableAction } from './result.ts';

/** How the answer of an action is cut, cleaned and continued before it leaves. */
export interface Presentation<in Data> {
  /** Items of a list that one answer carries at most. */
  readonly limit?: number;
  /** Dotted paths whose values are replaced; `*` stands for any key or index: `*.token`. */
  readonly redact?: readonly string[];
  /** Adds the parameter `fields`: the keys of the items of this list that the caller wants. */
  readonly fieldsOf?: string;
  /** Calls that could follow, from what was answered. Never built from text of the account. */
  suggest?(data: Data): readonly AvailableAction[];
}

export type AnyPresentation = Presentation<never>;
