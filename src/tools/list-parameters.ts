import { z } from 'zod';
import { tenantMap } from '../toolkit/foreign.ts';

const queryCharactersMax = 200;

/** Words that Modyo looks for; `where` says in what. */
export function query(where: string) {
  return z
    .string()
    .min(1)
    .max(queryCharactersMax)
    .optional()
    .describe(`Words to look for in ${where}, e.g. "mortgage"`);
}

export const order = z.enum(['asc', 'desc']).optional().describe('Direction of sort_by');

/** The filters that were used, by parameter, with identifiers as the ids that they resolved to. */
export const filtersData = tenantMap();
