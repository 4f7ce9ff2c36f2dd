import { z } from 'zod';
import { type Attributes, answerOf, element, optional } from '../answer-shape.ts';
import type { FieldPath, ModyoClient } from '../client.ts';

const settings = element({
  id: z.number(),
  name: z.string(),
  host: optional(z.string()),
  uuid: optional(z.string()),
  updated_at: optional(z.string()),
});

/** The account with its settings, as far as Modyo shows them: none of those of passwords and sign-in. */
export type Settings = z.output<typeof settings>;

export function getSettings(modyo: ModyoClient): Promise<Settings> {
  return answerOf(modyo, 'getAccount', settings);
}

/**
 * @returns the account as Modyo answers it, for the one case in which it cannot be read again: under its old
 * host, once the host has changed
 */
export function updateSettings(
  modyo: ModyoClient,
  attributes: Attributes,
  fieldPath?: FieldPath,
): Promise<Settings> {
  return answerOf(modyo, 'updateAccount', settings, { body: attributes, fieldPath });
}
