import { AppError } from '../../errors/app-error.ts';
import type { ModyoClient } from '../../modyo/client.ts';
import { createSpace, listSpaces } from '../../modyo/content/spaces.ts';
import { createType, listTypes } from '../../modyo/content/types.ts';
import { type Page, smallestPage } from '../../modyo/pages.ts';

type Attributes = Parameters<typeof createType>[2];

/** Creates a type; a refusal says how many the space has, since the account's plan limits them. */
export function createTypeWithinPlan(
  modyo: ModyoClient,
  spaceId: number,
  attributes: Attributes,
): Promise<number> {
  const count = () => listTypes(modyo, spaceId, { ...smallestPage, only: ['id', 'name'] });
  return explained(createType(modyo, spaceId, attributes), 'types', count);
}

/** Creates a space; a refusal says how many there are, since the account's plan limits them. */
export function createSpaceWithinPlan(modyo: ModyoClient, attributes: Attributes): Promise<number> {
  return explained(createSpace(modyo, attributes), 'spaces', () => listSpaces(modyo, smallestPage));
}

/**
 * Modyo refuses one too many in the words of the token's owner, and with nothing else to tell it by. So the
 * number is told beside its words, and what a caller may make of it.
 */
async function explained(
  creation: Promise<number>,
  noun: 'types' | 'spaces',
  count: () => Promise<Page<unknown>>,
): Promise<number> {
  try {
    return await creation;
  } catch (error) {
    if (!(error instanceof AppError) || error.code !== 'CONFLICT') throw error;
    const present = await numberOf(count);
    const where = noun === 'types' ? 'a space has' : 'an account has';
    throw new AppError(error.message, {
      code: 'CONFLICT',
      hint: `The account's plan limits how many ${noun} ${where}; there are ${present ?? 'an unknown number'} now.`,
      details: { ...error.details, [noun]: present },
      cause: error,
      ...(error.fields !== undefined && { fields: error.fields }),
    });
  }
}

async function numberOf(count: () => Promise<Page<unknown>>): Promise<number | undefined> {
  try {
    return (await count()).meta.total_entries;
  } catch (error) {
    if (error instanceof AppError) return undefined;
    throw error;
  }
}
