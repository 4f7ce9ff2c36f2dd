import { z } from 'zod';

/** Longest text that is tried as an identifier; Modyo's names and uids are shorter. */
const identifierLengthMax = 255;

/** A number is an id. A text is a uid, slug or host, then a name, and an id if it is all digits. */
export type Identifier = string | number;

/**
 * The parameter that names one entity.
 * @param noun the entity, capitalised: `Space`
 * @param texts what a text may be, for the description
 */
export function identifier(noun: string, texts = 'uid or name') {
  return z
    .union([z.string().min(1).max(identifierLengthMax), z.int().min(1)])
    .describe(`${noun}: its id (number), or its ${texts} (text)`);
}
