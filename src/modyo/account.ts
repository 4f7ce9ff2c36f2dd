import { z } from 'zod';
import { element, optional, readAnswer } from './answer-shape.ts';
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
export async function getAccount(modyo: ModyoClient): Promise<Account> {
  return readAnswer(account, 'getAccount', await modyo.call('getAccount'));
}

/**
 * The admin user who owns the token; needs no permission.
 * @throws {AppError} `NOT_FOUND` on platforms before 10.2
 */
export async function getProfile(modyo: ModyoClient): Promise<Profile> {
  return readAnswer(profile, 'getProfile', await modyo.call('getProfile'));
}
