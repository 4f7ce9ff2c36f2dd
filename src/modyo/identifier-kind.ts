import type { ModyoClient } from './client.ts';
import type { Page, PageRequest } from './pages.ts';

/** One element that a text may mean. */
export interface Candidate {
  readonly id: number;
  readonly name: string;
  readonly uid?: string | undefined;
  readonly uuid?: string | undefined;
  /** Texts that mean this element and no other: uid, slug, path, uuid. */
  readonly keys: readonly string[];
}

export interface KeyedCandidates {
  readonly candidates: readonly Candidate[];
  /** False if one of those that may have the key was not looked at. */
  readonly complete: boolean;
}

/** How elements of one kind are found. */
export interface IdentifierKind {
  readonly noun: string;
  /** Pages of 100 that a lookup reads at most. */
  readonly pagesMax: number;
  fetchPage(modyo: ModyoClient, request: PageRequest): Promise<Page<Candidate>>;
  /** Whether two elements can have one key, so that finding one does not end the search. */
  readonly areKeysShared: boolean;
  /** A quicker way to elements by a key of their own; none does not mean that there is none. */
  findByKey?(modyo: ModyoClient, text: string): Promise<KeyedCandidates>;
  /** So few that one who names none of them is told the keys of all. */
  readonly areFew?: boolean;
  /** Where to look when nothing is found. */
  readonly otherwise?: IdentifierKind;
  /** @throws {AppError} `NOT_FOUND` */
  read(modyo: ModyoClient, id: number): Promise<Candidate>;
}

export function mapPage<Item>(page: Page<Item>, candidate: (item: Item) => Candidate): Page<Candidate> {
  return { meta: page.meta, items: page.items.map(candidate) };
}

/** The keys that an element has. */
export function present(...keys: readonly (string | undefined)[]): readonly string[] {
  return keys.filter((key) => key !== undefined);
}
