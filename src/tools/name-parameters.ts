import { z } from 'zod';

/** Longest name, uid or slug that Modyo keeps. */
export const nameCharactersMax = 255;
const descriptionCharactersMax = 4095;

/** A name that the caller gives; the parameter says to what, with an example. */
export const nameText = z.string().min(1).max(nameCharactersMax);

/** The word by which templates and other programs know an element. */
export function uidParameter(example: string) {
  return nameText
    .regex(/^[a-zA-Z0-9_-]+$/, 'Letters, digits, hyphens and underscores only.')
    .describe(`Slug used by Liquid and the delivery API, e.g. "${example}"`);
}

/** @param purpose ends the sentence: `the space is for, e.g. "Posts of the brand"` */
export function descriptionParameter(purpose: string) {
  return z.string().max(descriptionCharactersMax).optional().describe(`What ${purpose}`);
}
