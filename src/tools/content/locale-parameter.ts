import { z } from 'zod';

/** Modyo's spelling is lower case with a hyphen; other spellings are put into it. */
export const localeText = z
  .string()
  .min(2)
  .max(20)
  .regex(/^[a-zA-Z]{2,3}([-_][a-zA-Z0-9]{2,8})*$/, 'A locale such as en or es-cl.');
