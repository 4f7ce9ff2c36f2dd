import { z } from 'zod';
import { type Attributes, answerOf, created, element, optional } from '../answer-shape.ts';
import type { ModyoClient } from '../client.ts';
import { type Page, type PageRequest, pageOf, walkPages } from '../pages.ts';

const space = element({
  id: z.number(),
  name: z.string(),
  uid: z.string(),
  uuid: optional(z.string()),
  default_locale: z.string(),
  locales: optional(z.array(z.string())),
  updated_at: optional(z.string()),
});

export type Space = z.output<typeof space>;

const spaceName = space.pick({ id: true, name: true, uid: true, uuid: true });

/** What a lookup needs of a space. */
export type SpaceName = z.output<typeof spaceName>;

const spacePage = pageOf('spaces', space);
const spaceNamePage = pageOf('spaces', spaceName);
const locales = z.object({ locales: z.record(z.string(), z.string()) });

export interface SpaceListRequest extends PageRequest {
  readonly query?: string | undefined;
}

export function listSpaces(modyo: ModyoClient, request: SpaceListRequest): Promise<Page<Space>> {
  return answerOf(modyo, 'listSpaces', spacePage, { query: { ...request } });
}

/** A page of spaces with nothing but what identifies them. */
export function listSpaceNames(modyo: ModyoClient, request: PageRequest): Promise<Page<SpaceName>> {
  const query = { ...request, only: ['id', 'name', 'uid', 'uuid'] };
  return answerOf(modyo, 'listSpaces', spaceNamePage, { query });
}

/** Pages of a hundred spaces that are read at most. */
const pagesMax = 20;

/** Every space that the owner of the token may see, with nothing but what identifies it. */
export async function listAllSpaceNames(modyo: ModyoClient): Promise<readonly SpaceName[]> {
  return (await walkPages({ fetchPage: (request) => listSpaceNames(modyo, request), pagesMax })).items;
}

export function getSpace(modyo: ModyoClient, spaceId: number): Promise<Space> {
  return answerOf(modyo, 'getSpace', space, { path: { space_id: spaceId } });
}

/**
 * @param attributes `default_locale` can be given here and never again
 * @returns its id; what Modyo stored is not taken from its answer
 */
export async function createSpace(modyo: ModyoClient, attributes: Attributes): Promise<number> {
  return (await answerOf(modyo, 'createSpace', created, { body: attributes })).id;
}

/** What Modyo stored is not taken from its answer: read the space again. */
export async function updateSpace(
  modyo: ModyoClient,
  spaceId: number,
  attributes: Attributes,
): Promise<void> {
  await modyo.call('updateSpace', { path: { space_id: spaceId }, body: attributes });
}

/**
 * Starts the deletion of a space and of all that is in it.
 * @param exactName the stored name of the space; Modyo answers 401 to any other
 */
export async function deleteSpace(modyo: ModyoClient, spaceId: number, exactName: string): Promise<void> {
  await modyo.call('deleteSpace', { path: { space_id: spaceId }, query: { validation: exactName } });
}

/** The locales that a space may use, code to name. */
export async function listSpaceLocales(modyo: ModyoClient): Promise<Readonly<Record<string, string>>> {
  return (await answerOf(modyo, 'listSpaceLocales', locales)).locales;
}
