import { z } from 'zod';
import { assetClasses } from '../../../modyo/content/assets.ts';
import { identifier } from '../../../toolkit/identifier.ts';
import { resource } from '../../../toolkit/resource-model.ts';
import { nameCharactersMax, nameText } from '../../name-parameters.ts';

/** Decoded bytes of all files that one call brings along: more would not fit into a request. */
const sentBytesMax = 1024 * 1024;
export const base64CharactersMax = Math.ceil(sentBytesMax / 3) * 4;
const addressCharactersMax = 2048;
const descriptionCharactersMax = 4095;
const tagsMax = 100;

export const assetParameter = identifier('Asset', 'uuid, file name or title');

const address = z
  .string()
  .max(addressCharactersMax)
  .regex(/^https:\/\/[^\s]+$/, 'An address that begins with https://.')
  .describe('Public https address of the file, read without redirects, e.g. "https://example.com/cover.jpg"');

const fileName = z
  .string()
  .min(1)
  .max(nameCharactersMax)
  .refine((text) => !/[/\\\p{Cc}]/u.test(text), 'A file name without a folder.')
  .describe('File name with one dot, e.g. "cover.jpg"; default: the end of url');

const contentType = z
  .string()
  .max(nameCharactersMax)
  .regex(/^[a-z]+\/[a-z0-9][a-z0-9.+-]*$/, 'A media type without parameters.')
  .describe('Media type, where the server or the file name does not say it, e.g. "image/png"');

const base64 = z
  .string()
  .min(1)
  .max(base64CharactersMax)
  .describe('File as base64, e.g. "iVBORw0KGgo="; 1 MB decoded, larger files by url');

/** The bytes of a file are taken and never answered, in no place of an answer. */
const bytes = resource('asset file', {
  fields: { content_base64: { schema: base64.optional(), secret: true } },
}).input('create');

/** Where the file comes from: one of `url` and `content_base64`. */
export const fileParameters = {
  url: address.optional(),
  ...bytes,
  file_name: fileName.optional(),
  content_type: contentType.optional(),
};

export interface SentSource {
  readonly url?: string | undefined;
  readonly content_base64?: string | undefined;
  readonly file_name?: string | undefined;
  readonly content_type?: string | undefined;
}

export function isOneSource({ url, content_base64: text }: SentSource): boolean {
  return (url === undefined) !== (text === undefined);
}

export const oneSource = { path: ['url'], message: 'Send either url or content_base64' };

export function isNamedSource({ content_base64: text, file_name: name }: SentSource): boolean {
  return text === undefined || name !== undefined;
}

export const namedSource = { path: ['file_name'], message: 'Send file_name with content_base64' };

export const classParameter = z
  .enum(assetClasses)
  .optional()
  .describe('Class of the file; default by its media type');

export const tagsParameter = z
  .array(nameText)
  .max(tagsMax)
  .describe('Tags; they replace the whole list, e.g. ["covers"]');

export const textParameters = {
  title: z.string().max(nameCharactersMax).optional().describe('Title, e.g. "Cover of the spring campaign"'),
  alt_text: z
    .string()
    .max(nameCharactersMax)
    .optional()
    .describe('Text for whoever cannot see it, e.g. "Mountains at dawn"'),
  description: z
    .string()
    .max(descriptionCharactersMax)
    .optional()
    .describe('Description, e.g. "Shown on the front page"'),
  tags: tagsParameter.optional(),
};

/** What is told of a file, among the arguments of a call. */
export function sentTexts({
  title,
  alt_text,
  description,
  tags,
}: {
  readonly title?: string | undefined;
  readonly alt_text?: string | undefined;
  readonly description?: string | undefined;
  readonly tags?: readonly string[] | undefined;
}) {
  return { title, alt_text, description, tags };
}

export const accountNote =
  'Assets belong to the account, not to a space: the account-wide paths are used, which newer platforms may lack.';
