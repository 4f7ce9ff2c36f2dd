import type { AvailableAction } from './result.ts';

/** How the answer of an action is cut, cleaned and continued before it leaves. */
export interface Presentation<in Data> {
  /** Items that one answer carries at most, of the list of `fieldsOf` or else of the only list in `data`. */
  readonly limit?: number;
  /**
   * Dotted keys from `data` on, whose values are replaced. A first `*` stands for any place, however deep:
   * `*.token`; a later one for any one key. A list needs no step of its own.
   */
  readonly redact?: readonly string[];
  /** Adds the parameter `fields`: the keys of the items of this list that the caller wants. */
  readonly fieldsOf?: string;
  /** Another name for that parameter, in a tool that has a `fields` already. */
  readonly fieldsParameter?: string;
  /**
   * Calls that could follow, from what was answered. Never built from text of the account: a `reason` is
   * read as ours.
   */
  suggest?(data: Data): readonly AvailableAction[];
}

export type AnyPresentation = Presentation<never>;
