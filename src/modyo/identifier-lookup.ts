import { AppError, type Json } from '../errors/app-error.ts';
import { foundOrNothing } from './absence.ts';
import type { ModyoClient } from './client.ts';
import type { Candidate, IdentifierKind } from './identifier-kind.ts';
import { nearNames } from './near-names.ts';
import { type Walk, walkPages } from './pages.ts';
import { upstreamText } from './upstream-text.ts';

const candidatesShownMax = 5;
const keysShownMax = 50;
const nameShownCharactersMax = 120;

/**
 * The one element that a text means: by a key of its own (uid, slug, path, uuid), else by its exact name, else
 * by its name whatever the case. A text of digits may be an id as well, and then all its meanings must agree.
 * @throws {AppError} `NOT_FOUND` with up to five near names; `AMBIGUOUS` with up to five candidates
 */
export async function lookUpIdentifier(
  modyo: ModyoClient,
  kind: IdentifierKind,
  text: string,
): Promise<Candidate> {
  const isDigits = /^\d{1,15}$/.test(text);
  const keyed = (await kind.findByKey?.(modyo, text)) ?? { candidates: [], complete: true };
  if (keyed.candidates.length > 0 && !isDigits) return only(kind, distinct(keyed.candidates));
  const walk = await walkPages({
    fetchPage: (request) => kind.fetchPage(modyo, request),
    pagesMax: kind.pagesMax,
    isFound: (items) => !isDigits && !kind.areKeysShared && items.some(({ keys }) => keys.includes(text)),
  });
  const known = [...keyed.candidates, ...walk.items];
  const hits = isDigits ? await meaningsOfDigits(modyo, kind, text, known) : meanings(text, known);
  if (hits.length > 0) return only(kind, hits);
  if (kind.otherwise !== undefined) return lookUpIdentifier(modyo, kind.otherwise, text);
  throw notFound(kind, text, { ...walk, complete: walk.complete && keyed.complete });
}

function only(kind: IdentifierKind, hits: readonly Candidate[]): Candidate {
  const [hit] = hits;
  if (hit === undefined || hits.length > 1) throw ambiguous(kind, hits);
  return hit;
}

function meanings(text: string, items: readonly Candidate[]): readonly Candidate[] {
  const byKey = items.filter(({ keys }) => keys.includes(text));
  return distinct(byKey.length > 0 ? byKey : namedAlike(text, items));
}

function namedAlike(text: string, items: readonly Candidate[]): readonly Candidate[] {
  const wanted = text.normalize();
  const exact = items.filter(({ name }) => name.normalize() === wanted);
  if (exact.length > 0) return exact;
  const folded = wanted.toLowerCase();
  return items.filter(({ name }) => name.normalize().toLowerCase() === folded);
}

async function meaningsOfDigits(
  modyo: ModyoClient,
  kind: IdentifierKind,
  text: string,
  items: readonly Candidate[],
): Promise<readonly Candidate[]> {
  const id = Number(text);
  const byId =
    items.find((item) => item.id === id) ?? (id > 0 ? await foundOrNothing(kind.read(modyo, id)) : undefined);
  const byKey = items.filter(({ keys }) => keys.includes(text));
  return distinct([...(byId === undefined ? [] : [byId]), ...byKey, ...namedAlike(text, items)]);
}

/** Each element once. The locales of an entry share a uuid, so they are one element. */
function distinct(candidates: readonly Candidate[]): readonly Candidate[] {
  const byIdentity = new Map<string, Candidate>();
  for (const candidate of candidates) {
    const identity = candidate.uuid ?? String(candidate.id);
    if (!byIdentity.has(identity)) byIdentity.set(identity, candidate);
  }
  return [...byIdentity.values()];
}

function notFound(kind: IdentifierKind, text: string, walk: Walk<Candidate>): AppError {
  const { searched, total, complete } = walk;
  const keys = kind.areFew === true ? keysOf(walk.items) : undefined;
  const near = nearNames(text, walk.items, candidatesShownMax).map(shown);
  const texts = keys === undefined ? 'uid, slug, name' : 'key, name';
  return new AppError(`There is no ${kind.noun} with this ${texts} or id.`, {
    code: 'NOT_FOUND',
    ...hintFor(complete, near.length, keys),
    details: { searched, total, complete, near_names: near, ...(keys !== undefined && { keys }) },
  });
}

function hintFor(complete: boolean, nearCount: number, keys: readonly string[] | undefined) {
  if (keys !== undefined) return { hint: `The keys are: ${keys.join(', ')}.` };
  if (!complete) return { hint: 'There are more of them than are searched by name: pass the id.' };
  return nearCount > 0 ? { hint: 'Look at near_names for what may be meant.' } : {};
}

/** The keys of all, each as a line of an error may carry it. */
function keysOf(items: readonly Candidate[]): readonly string[] {
  return items
    .flatMap(({ uid }) => (uid === undefined ? [] : [upstreamText(uid, nameShownCharactersMax)]))
    .slice(0, keysShownMax);
}

function ambiguous({ noun }: IdentifierKind, hits: readonly Candidate[]): AppError {
  return new AppError(`This names ${hits.length} elements of the kind ${noun}.`, {
    code: 'AMBIGUOUS',
    hint: 'Pass the id of the one that is meant, as a number.',
    details: { matches: hits.length, candidates: hits.slice(0, candidatesShownMax).map(shown) },
  });
}

function shown({ id, name, uid, uuid }: Candidate): Json {
  return { id, name: upstreamText(name, nameShownCharactersMax), uid, uuid };
}
