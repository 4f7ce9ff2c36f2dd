import { z } from 'zod';
import { tenantMap } from '../../../toolkit/foreign.ts';
import { identifier } from '../../../toolkit/identifier.ts';
import { nameText } from '../../name-parameters.ts';
import { listModes } from '../list-changes.ts';
import { localeText } from '../locale-parameter.ts';

/** For the description of what writes an entry. */
export const savedNote = 'What is saved is not live until it is published.';

const tagsMax = 100;

export const spaceParameter = identifier('Space');

export const entryParameter = identifier('Entry', 'uuid, slug or name');

export const typeParameter = identifier('Content type');

export const categoryParameter = identifier('Category', 'path, slug or name');

export const localeParameter = localeText
  .optional()
  .describe('Language of the space; default its default one, e.g. "es-cl"');

export const entryName = nameText.describe('Name of the entry, e.g. "Hello world"');

export const entrySlug = nameText
  .regex(/^[^\s/?#]+$/, 'No spaces, slashes, question marks or hashes.')
  .optional()
  .describe('Slug, unique in the type, e.g. "hello-world"');

const uuidCharactersMax = 64;

export const entryUuid = z
  .string()
  .min(1)
  .max(uuidCharactersMax)
  .regex(/^[A-Za-z0-9-]+$/, 'The uuid of an entry.');

export const tagsParameter = z.array(nameText).max(tagsMax).optional().describe('Tags, e.g. ["launch"]');

export const listModeParameter = z
  .enum(listModes)
  .optional()
  .describe(
    'What tags and lists in fields do to stored ones; left out, one that would lose items is refused',
  );

export const fieldsParameter = tenantMap(
  'Values by field name, null to empty one; rich_text is HTML or {"markdown":"…"}, e.g. {"Title":"Hello","Price":9.5}',
).optional();

export const privateParameter = z
  .boolean()
  .optional()
  .describe('Only signed-in users of the realm may read it');

export const forceParameter = z
  .boolean()
  .optional()
  .describe('Publish without the review that the space asks for; admins of the space only');
