import { z } from 'zod';
import { tenantMap } from '../../../toolkit/foreign.ts';
import { identifier } from '../../../toolkit/identifier.ts';

/** For the description of what writes an entry. */
export const savedNote = 'What is saved is not live until it is published.';

const nameCharactersMax = 255;
const tagsMax = 100;

export const spaceParameter = identifier('Space');

export const entryParameter = identifier('Entry', 'uuid, slug or name');

export const typeParameter = identifier('Content type');

export const categoryParameter = identifier('Category', 'path, slug or name');

export const localeParameter = z
  .string()
  .min(2)
  .max(20)
  .regex(/^[a-zA-Z]{2,3}([-_][a-zA-Z0-9]{2,8})*$/, 'A locale such as en or es-cl.')
  .optional()
  .describe('Language of the space; default its default one, e.g. "es-cl"');

export const entryName = z
  .string()
  .min(1)
  .max(nameCharactersMax)
  .describe('Name of the entry, e.g. "Hello world"');

export const entrySlug = z
  .string()
  .min(1)
  .max(nameCharactersMax)
  .regex(/^[^\s/?#]+$/, 'No spaces, slashes, question marks or hashes.')
  .optional()
  .describe('Slug, unique in the type, e.g. "hello-world"');

export const tagsParameter = z
  .array(z.string().min(1).max(nameCharactersMax))
  .max(tagsMax)
  .optional()
  .describe('Tags; a write replaces the whole list, e.g. ["launch"]');

export const fieldsParameter = tenantMap(
  'Values by field name; what is not named stays, null empties a field, e.g. {"Title":"Hello","Price":9.5}',
).optional();

export const privateParameter = z
  .boolean()
  .optional()
  .describe('Only signed-in users of the realm may read it');

export const forceParameter = z
  .boolean()
  .optional()
  .describe('Publish without the review that the space asks for; admins of the space only');
