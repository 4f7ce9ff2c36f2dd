import { z } from 'zod';
import { descriptionParameter, nameText, uidParameter } from '../../name-parameters.ts';

export const typeName = nameText.describe('Name of the type, e.g. "Post"');

export const typeUid = uidParameter('post');

export const typeAttributes = {
  description: descriptionParameter('the type is for, e.g. "Articles of the blog"'),
  single: z.boolean().optional().describe('The type has one entry at most'),
};

export const typeSortKeys = ['id', 'name', 'uid', 'created_at', 'updated_at'] as const;
