import { z } from 'zod';
import { answerOf, element, optional } from './answer-shape.ts';
import type { ModyoClient } from './client.ts';

const account = element({
  id: z.number(),
  name: z.string(),
  host: optional(z.string()),
  uuid: optional(z.string()),
});

const profile = element({
  id: z.number(),
  uuid: optional(z.string()),
  name: optional(z.string()),
  username: optional(z.string()),
  email: optional(z.string()),
});

export type Account = z.output<typeof account>;

export type Profile = z.output<typeof profile>;

/** The account that the token belongs to: the cheapest proof that the token is good. */
export function getAccount(modyo: ModyoClient): Promise<Account> {
  return answerOf(modyo, 'getAccount', account);
}

/**
 * The admin user who owns the token; needs no permission.
 * @throws {AppError} `NOT_FOUND` on platforms before 10.2
 */
export function getProfile(modyo: ModyoClient): Promise<Profile> {
  return answerOf(modyo, 'getProfile', profile);
}
