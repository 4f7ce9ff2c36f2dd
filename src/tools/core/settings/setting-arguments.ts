import { z } from 'zod';
import type { Json } from '../../../errors/app-error.ts';
import { nameText } from '../../name-parameters.ts';

const hostCharactersMax = 63;
const originsCharactersMax = 2000;
const deliverySecondsMax = 86_400;
const passwordCharacters = { min: 12, max: 128 } as const;
const sessionSeconds = [
  900, 1800, 3600, 7200, 43_200, 86_400, 604_800, 1_209_600, 2_629_746, 7_889_238,
] as const;
const inactivityDays = [30, 90, 180, 360] as const;

/** Settings of how people sign in; none of them can be read back. */
const loginParameters = {
  min_length_value: z
    .int()
    .min(passwordCharacters.min)
    .max(passwordCharacters.max)
    .optional()
    .describe('Characters that a password needs at least'),
  require_lowercase_enabled: z.boolean().optional().describe('Passwords need a lower-case letter'),
  require_uppercase_enabled: z.boolean().optional().describe('Passwords need an upper-case letter'),
  require_symbols_enabled: z.boolean().optional().describe('Passwords need a symbol'),
  expire_after: z.literal(sessionSeconds).optional().describe('Seconds after which a session ends'),
  otp_required: z.boolean().optional().describe('Every admin user signs in with a second factor'),
  inactive_period_enabled: z.boolean().optional().describe('Admin users who stay away are deactivated'),
  user_inactivity_period: z.literal(inactivityDays).optional().describe('Days of absence until that'),
  reactivation_mail_enabled: z.boolean().optional().describe('Who was deactivated so gets an email'),
};

export const settingParameters = {
  name: nameText.optional().describe('Name of the account, e.g. "Andes"'),
  host: z
    .string()
    .min(1)
    .max(hostCharactersMax)
    .regex(/^[a-z0-9]([a-z0-9-]*[a-z0-9])?$/, 'Lower-case letters, digits and hyphens, without a domain.')
    .optional()
    .describe('First word of the address of the account, which moves every client, e.g. "andes"'),
  lang: z.enum(['en', 'es', 'pt']).optional().describe('Language of the administration'),
  time_zone: nameText.optional().describe('Time zone as Modyo names it, e.g. "Santiago"'),
  default_site_id: z.int().min(1).optional().describe('Id of the site that the address of the account shows'),
  default_site_permanent_redirect: z
    .boolean()
    .optional()
    .describe('Browsers remember that they are sent there'),
  logo_id: z.int().min(1).optional().describe('Id of the image that is the logo'),
  favicon_id: z.int().min(1).optional().describe('Id of the image that is the icon'),
  google_key: nameText.optional().describe('Key of Google Maps, e.g. "AIza…"'),
  robots_enabled: z.boolean().optional().describe('The account answers a robots.txt'),
  sitemap_enabled: z.boolean().optional().describe('The account answers a sitemap'),
  cors_enabled: z.boolean().optional().describe('The account answers other origins'),
  cors_allow_all: z.boolean().optional().describe('Any origin, instead of cors_allowed_origins'),
  cors_allowed_origins: z
    .string()
    .max(originsCharactersMax)
    .optional()
    .describe('Origins that are answered, e.g. "https://spa.example.com"'),
  delivery_token_expiration: z
    .int()
    .min(1)
    .max(deliverySecondsMax)
    .optional()
    .describe('Seconds that a token of the delivery API is good for'),
  ...loginParameters,
};

export const settingNames = Object.keys(settingParameters);

/** The settings among the arguments of a call, by Modyo's names, which are ours. */
export function sentSettings(input: object): { readonly [name: string]: Json } {
  return Object.fromEntries(
    Object.entries(input).filter(([name, value]) => settingNames.includes(name) && value !== undefined),
  );
}
