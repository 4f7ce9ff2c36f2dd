import { z } from 'zod';
import { type Attributes, element, optional, readAnswer } from '../answer-shape.ts';
import type { FieldPath, ModyoClient } from '../client.ts';
import { type Page, type PageRequest, pageOf } from '../pages.ts';

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

export async function listSpaces(modyo: ModyoClient, request: SpaceListRequest): Promise<Page<Space>> {
  return readAnswer(spacePage, 'listSpaces', await modyo.call('listSpaces', { query: { ...request } }));
}

/** A page of spaces with nothing but what identifies them. */
export async function listSpaceNames(modyo: ModyoClient, request: PageRequest): Promise<Page<SpaceName>> {
  const query = { ...request, only: ['id', 'name', 'uid', 'uuid'] };
  return readAnswer(spaceNamePage, 'listSpaces', await modyo.call('listSpaces', { query }));
}

export async function getSpace(modyo: ModyoClient, spaceId: number): Promise<Space> {
  const answer = await modyo.call('getSpace', { path: { space_id: spaceId } });
  return readAnswer(space, 'getSpace', answer);
}

/** @param attributes `default_locale` can be given here and never again */
export async function createSpace(
  modyo: ModyoClient,
  attributes: Attributes,
  fieldPath?: FieldPath,
): Promise<Space> {
  return readAnswer(
    space,
    'createSpace',
    await modyo.call('createSpace', { body: attributes, ...(fieldPath && { fieldPath }) }),
  );
}

/** What Modyo stored is not taken from its answer: read the space again. */
export async function updateSpace(
  modyo: ModyoClient,
  spaceId: number,
  attributes: Attributes,
  fieldPath?: FieldPath,
): Promise<void> {
  await modyo.call('updateSpace', {
    path: { space_id: spaceId },
    body: attributes,
    ...(fieldPath && { fieldPath }),
  });
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
  return readAnswer(locales, 'listSpaceLocales', await modyo.call('listSpaceLocales')).locales;
}
