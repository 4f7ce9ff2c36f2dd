import { z } from 'zod';
import { AppError, type ErrorCode } from '../errors/app-error.ts';
import { listSpaces } from '../modyo/content/spaces.ts';
import { listTypes } from '../modyo/content/types.ts';
import { walkPages } from '../modyo/pages.ts';
import { localesOf } from './content/space-locale.ts';
import type { ModyoToolContext } from './kit.ts';
import type { Completable } from './prompt.ts';

/** A value that may be meant, with the name by which a person may look for it. */
export interface Suggestion {
  readonly value: string;
  readonly name?: string | undefined;
}

export interface Suggestions {
  readonly items: readonly Suggestion[];
  /** Whether these are all. */
  readonly complete: boolean;
}

/** The reading that tells what a value may be; whoever does not see it is proposed nothing. */
export const suggestionTools: Readonly<Record<Completable, string>> = {
  space: 'content-spaces-list',
  type: 'content-types-list',
  locale: 'content-spaces-list',
};

type Context = Pick<ModyoToolContext, 'modyo' | 'identifiers'>;

/** Pages of a hundred that are read of one list. */
const pagesMax = 20;

const named = { id: z.number(), name: z.string(), uid: z.string().optional() };
const listingOf = <Item extends z.ZodType>(item: Item) =>
  z.object({ items: z.array(item), complete: z.boolean() });
const spaceListing = listingOf(z.object({ ...named, locales: z.array(z.string()) }));
const typeListing = listingOf(z.object(named));

const none: Suggestions = { items: [], complete: true };
/** A choice that leads nowhere leaves nothing to propose, and is refused when it is used. */
const leadsNowhere: readonly ErrorCode[] = ['NOT_FOUND', 'AMBIGUOUS', 'FORBIDDEN'];

/**
 * What an argument may be. Types and locales are those of the chosen space; without one there are none.
 * @throws {AppError} when Modyo does not answer
 */
export async function suggestionsFor(
  kind: Completable,
  space: string | number | undefined,
  ctx: Context,
): Promise<Suggestions> {
  try {
    if (kind === 'space') {
      const { items, complete } = await spacesOf(ctx);
      return { items: items.map(suggested), complete };
    }
    if (space === undefined) return none;
    const { id } = await ctx.identifiers.resolve({ kind: 'space', identifier: space });
    return kind === 'type' ? await typesIn(ctx, id) : await localesIn(ctx, id);
  } catch (error) {
    if (error instanceof AppError && leadsNowhere.includes(error.code)) return none;
    throw error;
  }
}

/** A uid of digits would be read as an id, so the id itself is proposed for it. */
function suggested({ id, name, uid = '' }: z.output<typeof typeListing>['items'][number]): Suggestion {
  return { value: /^\d*$/.test(uid) ? String(id) : uid, name };
}

async function typesIn({ identifiers, modyo }: Context, spaceId: number): Promise<Suggestions> {
  const read = async () => {
    const { items, complete } = await walkPages({
      fetchPage: (request) => listTypes(modyo, spaceId, { ...request, only: ['id', 'name', 'uid'] }),
      pagesMax,
    });
    return { items: items.map(({ id, name, uid }) => ({ id, name, uid })), complete };
  };
  const { items, complete } = await identifiers.listing(
    { kind: 'type', spaceId },
    'names',
    typeListing,
    read,
  );
  return { items: items.map(suggested), complete };
}

async function localesIn(ctx: Context, spaceId: number): Promise<Suggestions> {
  const { items } = await spacesOf(ctx);
  const locales = items.find(({ id }) => id === spaceId)?.locales ?? [];
  return { items: locales.map((value) => ({ value })), complete: true };
}

/** The languages of all spaces come with their names, so one reading serves both. */
function spacesOf({ identifiers, modyo }: Context): Promise<z.output<typeof spaceListing>> {
  return identifiers.listing({ kind: 'space' }, 'names', spaceListing, async () => {
    const walk = await walkPages({ fetchPage: (request) => listSpaces(modyo, request), pagesMax });
    const items = walk.items.map((space) => ({
      id: space.id,
      name: space.name,
      uid: space.uid,
      locales: [...localesOf(space)],
    }));
    return { items, complete: walk.complete };
  });
}
