import { z } from 'zod';
import type { Json } from '../../../errors/app-error.ts';
import { descriptionParameter, nameText, uidParameter } from '../../name-parameters.ts';
import { localeText } from '../locale-parameter.ts';

const localesMax = 50;
const originsCharactersMax = 2000;
const cacheAgesSeconds = [30, 60, 120, 180, 240, 300] as const;

export const spaceName = nameText.describe('Name of the space, e.g. "Blog"');

export const spaceUid = uidParameter('blog');

/** The plain attributes of a space: both a creation and an update take them. */
export const spaceAttributes = {
  description: descriptionParameter('the space is for, e.g. "Posts of the brand"'),
  locales: z
    .array(localeText)
    .max(localesMax)
    .optional()
    .describe('Languages besides the default one; an update adds them, e.g. ["es-cl"]'),
  team_review: z.boolean().optional().describe('Entries need a review before they are published'),
  approvals_quantity: z.int().min(1).max(100).optional().describe('Approvals that a review needs'),
  locked_review: z.boolean().optional().describe('Only chosen reviewers may review'),
  enforced_review: z.boolean().optional().describe('Some reviewers must approve'),
  enforce_all_review: z.boolean().optional().describe('All reviewers must approve'),
  cache_enabled: z.boolean().optional().describe('The delivery API caches answers'),
  cache_max_age: z
    .literal(cacheAgesSeconds)
    .optional()
    .describe('Seconds that the delivery API caches an answer'),
  cors_enabled: z.boolean().optional().describe('The delivery API answers other origins'),
  cors_allow_all: z.boolean().optional().describe('Any origin, instead of cors_allowed_origins'),
  cors_allowed_origins: z
    .string()
    .max(originsCharactersMax)
    .optional()
    .describe('Origins that may read, e.g. "https://spa.example.com"'),
  show_author: z.boolean().optional().describe('The delivery API names authors'),
  realm_id: z.int().min(1).optional().describe('Id of the realm whose segments may be used'),
};

const attributeNames = ['name', 'uid', ...Object.keys(spaceAttributes)].filter((name) => name !== 'locales');

/** The plain attributes among the arguments of a call; the languages are worked out apart. */
export function sentAttributes(input: object): { readonly [name: string]: Json | undefined } {
  return Object.fromEntries(Object.entries(input).filter(([name]) => attributeNames.includes(name)));
}

/** What a write compares of a space before and after. */
export const spaceAttributeNames = [...attributeNames, 'locales'];

export const spaceSortKeys = ['id', 'name', 'uid', 'default_locale', 'created_at'] as const;
