import { z } from 'zod';
import { identifier } from '../../../toolkit/identifier.ts';
import { order, query } from '../../list-parameters.ts';
import { isAfter, moment } from '../../moment.ts';
import { nameText } from '../../name-parameters.ts';
import { placeParameters, placesNamed } from '../place.ts';

const typesMax = 50;
const typeCharactersMax = 100;

/** One text carries all types, with `, ` between them, so that none may hold more than a word. */
const logType = z
  .string()
  .min(1)
  .max(typeCharactersMax)
  .regex(/^[a-z][a-z0-9_]*$/, 'A word of lower-case letters, digits and underscores.');

const filters = {
  types: z
    .array(logType)
    .min(1)
    .max(typesMax)
    .optional()
    .describe('Only records of these types, e.g. ["entry_published_log"]'),
  not_in_types: z
    .array(logType)
    .min(1)
    .max(typesMax)
    .optional()
    .describe('No records of these types, e.g. ["user_login_log"]'),
  from: moment('Only records from then on').optional(),
  to: moment('Only records until then').optional(),
  user: identifier('Admin user who did it', 'uuid, email, username or full name').optional(),
  automated: z.boolean().optional().describe('True: only what the platform did by itself'),
  ...placeParameters,
  loggeable_type: nameText
    .regex(/^[A-Za-z:]+$/, 'A class of Modyo: letters and colons.')
    .optional()
    .describe('Only records about elements of this class, e.g. "Content::Entry"'),
  loggeable_id: z.int().min(1).optional().describe('Only records about the element with this id'),
  only_core: z.boolean().optional().describe('True: only records of the account, of no space, site or realm'),
  admin_actions: z
    .boolean()
    .optional()
    .describe('True: without sign-ins, what became of emails and notifications, and what end users answered'),
  query: query('the beginnings of titles, authors and their emails'),
};

export const logFilterNames = Object.keys(filters) as (keyof typeof filters)[];

/**
 * What narrows a search. Modyo drops what it does not understand, or answers nothing to it, so every value is
 * checked here.
 */
export const logFilters = z
  .object({
    ...filters,
    sort_by: z
      .enum(['created_at', 'type', 'loggeable_type'])
      .optional()
      .describe('Attribute to sort by; default the moment, newest first'),
    order,
  })
  .refine((input) => placesNamed(input) <= 1, {
    path: ['space'],
    message: 'Name one of space, site and realm at most',
  })
  .refine(({ from, to }) => from === undefined || to === undefined || isAfter(to, from), {
    path: ['to'],
    message: 'Has to be later than from',
  })
  .refine(({ automated, user }) => automated !== true || user === undefined, {
    path: ['automated'],
    message: 'What the platform did by itself was done by no user',
  })
  .refine(({ types, not_in_types: excluded }) => !types?.some((type) => excluded?.includes(type)), {
    path: ['not_in_types'],
    message: 'Names a type that types asks for',
  })
  .refine(({ loggeable_id: id, loggeable_type: type }) => id === undefined || type !== undefined, {
    path: ['loggeable_id'],
    message: 'Ids are only told apart with loggeable_type',
  });
