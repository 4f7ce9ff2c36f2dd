import { z } from 'zod';

const nameCharactersMax = 255;
const descriptionCharactersMax = 4095;

export const typeName = z.string().min(1).max(nameCharactersMax).describe('Name of the type, e.g. "Post"');

export const typeUid = z
  .string()
  .min(1)
  .max(nameCharactersMax)
  .regex(/^[a-zA-Z0-9_-]+$/, 'Letters, digits, hyphens and underscores only.')
  .describe('Slug used by Liquid and the delivery API, e.g. "post"');

export const typeAttributes = {
  description: z
    .string()
    .max(descriptionCharactersMax)
    .optional()
    .describe('What the type is for, e.g. "Articles of the blog"'),
  single: z.boolean().optional().describe('The type has one entry at most'),
};

export const typeSortKeys = ['id', 'name', 'uid', 'created_at', 'updated_at'] as const;
