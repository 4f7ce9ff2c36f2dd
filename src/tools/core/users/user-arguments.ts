import { z } from 'zod';
import type { Json } from '../../../errors/app-error.ts';
import { identifier } from '../../../toolkit/identifier.ts';
import { resource } from '../../../toolkit/resource-model.ts';
import { nameText } from '../../name-parameters.ts';

const emailCharactersMax = 254;
/** Each policy of an account lies between these. */
const passwordCharacters = { min: 8, max: 128 } as const;
const usernamePattern = /^[\p{L}\p{N}|#@%._\-'+/]+$/u;

export const userParameter = identifier('Admin user', 'uuid, email, username or full name');

export const emailParameter = z
  .string()
  .min(3)
  .max(emailCharactersMax)
  .regex(/^[^\s@]+@[^\s@]+$/, 'An email address.')
  .describe('Email address, e.g. "ana@example.com"');

export const usernameParameter = nameText
  .refine((text) => usernamePattern.test(text), "Letters, digits and | # @ % . _ - ' + / only, no spaces.")
  .describe('Name to sign in with, no spaces, e.g. "ana.diaz"');

/** What a creation, an update and an upsert take alike. */
export const userAttributes = {
  first_name: nameText.optional().describe('First name, e.g. "Ana"'),
  last_name: nameText.optional().describe('Last name, e.g. "Díaz"'),
  lang: z.enum(['en', 'es', 'pt']).optional().describe('Language of the administration for this user'),
  time_zone: nameText.optional().describe('Time zone as Modyo names it, e.g. "Santiago"'),
  application_access: z
    .array(z.enum(['content', 'channels', 'customers', 'insights']))
    .max(4)
    .optional()
    .describe('Applications that the user can open; replaces the whole list'),
};

const secret = z.string().min(passwordCharacters.min).max(passwordCharacters.max);

const secrets = resource('admin user', {
  fields: { password: { schema: secret, secret: true }, initial_password: { schema: secret, secret: true } },
}).input('create');

/** A password is taken and never answered, in no place of the answer. */
export const passwordParameter = secrets.password
  .optional()
  .describe('New password, e.g. a long passphrase; the user is signed out everywhere and must change it');

export const initialPasswordParameter = secrets.initial_password
  .optional()
  .describe('Password of a new user, e.g. a long passphrase, to be changed at the first sign-in');

/** What is compared of a user before and after a write; a password cannot be read. */
export const userAttributeNames = ['email', 'username', ...Object.keys(userAttributes)];

/** The attributes among the arguments of a call, without a password. */
export function sentAttributes(input: object): { readonly [name: string]: Json | undefined } {
  return Object.fromEntries(Object.entries(input).filter(([name]) => userAttributeNames.includes(name)));
}

export const userSortKeys = ['id', 'name', 'email', 'username', 'created_at', 'updated_at'] as const;

export const inferredNote = 'The calls behind this are inferred from those for the users of a realm.';
