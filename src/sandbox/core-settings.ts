import { type Answer, conflict, type ErrorItem, fieldError, ok } from './answer.ts';
import type { SandboxCall } from './call.ts';
import { detail } from './collection.ts';
import type { JsonObject } from './json-object.ts';
import type { AccountData } from './records.ts';
import { toTimestamp } from './timestamp.ts';

/** Settings that the account answers. Those of passwords and sign-in are stored, and no answer has them. */
const shown = [
  'name',
  'host',
  'time_zone',
  'lang',
  'google_key',
  'cors_enabled',
  'cors_allow_all',
  'cors_allowed_origins',
  'delivery_token_expiration',
  'default_site_id',
  'logo_id',
  'favicon_id',
] as const;

/** The settings of a new account that nobody has changed yet. */
export const settingsAtBirth: JsonObject = {
  lang: 'es',
  google_key: null,
  cors_enabled: false,
  cors_allow_all: false,
  cors_allowed_origins: '',
  delivery_token_expiration: 3600,
  default_site_id: 21,
  default_site_permanent_redirect: false,
  robots_enabled: true,
  sitemap_enabled: true,
  logo_id: null,
  favicon_id: null,
  min_length_value: 12,
  require_lowercase_enabled: true,
  require_uppercase_enabled: true,
  require_symbols_enabled: false,
  expire_after: 43_200,
  otp_required: false,
  inactive_period_enabled: false,
  user_inactivity_period: 90,
  reactivation_mail_enabled: false,
};

const reservedHosts: readonly string[] = ['admin', 'api', 'auth', 'login', 'logout', 'realms', 'welcome'];

/** What a setting may be, and the sentence for what it may not. */
const rules: Readonly<
  Record<string, { readonly isValid: (value: unknown) => boolean; readonly message: string }>
> = {
  name: {
    isValid: (value) => typeof value === 'string' && value.trim() !== '',
    message: "Name can't be blank",
  },
  host: {
    isValid: (value) =>
      typeof value === 'string' && /^[a-z0-9-]{1,63}$/.test(value) && !reservedHosts.includes(value),
    message: 'Host is invalid',
  },
  lang: {
    isValid: (value) => value === 'en' || value === 'es' || value === 'pt',
    message: 'Lang is not included in the list',
  },
  min_length_value: atLeast(12),
  delivery_token_expiration: atLeast(1),
  expire_after: oneOf(900, 1800, 3600, 7200, 43_200, 86_400, 604_800, 1_209_600, 2_629_746, 7_889_238),
  user_inactivity_period: oneOf(30, 90, 180, 360),
};

function atLeast(minimum: number) {
  return {
    isValid: (value: unknown) => typeof value === 'number' && value >= minimum,
    message: `Invalid number. Must be greater than or equal to ${minimum}`,
  };
}

function oneOf(...values: readonly unknown[]) {
  return { isValid: (value: unknown) => values.includes(value), message: 'Is not included in the list' };
}

function view({ account, core, createdAtMs, uuid }: AccountData): JsonObject {
  return {
    id: account.id,
    uuid,
    options: null,
    delivery_token_private_key: 'delivery-key-of-the-sandbox',
    close_scheduled: false,
    owner_id: 1,
    status: 1,
    subscription_id: 3,
    ...Object.fromEntries(shown.map((name) => [name, core.settings[name] ?? null])),
    created_at: toTimestamp(createdAtMs, account.utcOffsetMinutes),
    updated_at: toTimestamp(core.settingsUpdatedAtMs, account.utcOffsetMinutes),
  };
}

export function getAccount({ data, query }: SandboxCall): Answer {
  return detail(view(data), query);
}

function faultsOf(settings: JsonObject, { core }: AccountData): readonly ErrorItem[] {
  const faults = Object.entries(settings).flatMap(([name, value]) => {
    const rule = rules[name];
    return rule === undefined || rule.isValid(value) ? [] : [fieldError(name, rule.message, 'invalid')];
  });
  const siteId = settings['default_site_id'];
  const isKnown = siteId === undefined || core.sites.has(Number(siteId));
  return isKnown ? faults : [...faults, fieldError('default_site_id', 'Default site is invalid', 'invalid')];
}

/** What is not sent is kept and unknown keys are ignored. Under another host, this one answers no longer. */
export function updateAccount({ body, data, nowMs }: SandboxCall): Answer {
  const known = ['name', 'host', 'time_zone', ...Object.keys(settingsAtBirth)];
  const sent = Object.fromEntries(
    known.filter((name) => body[name] !== undefined).map((name) => [name, body[name]]),
  );
  const errors = faultsOf(sent, data);
  if (errors.length > 0) return conflict(...errors);
  data.core.settings = { ...data.core.settings, ...sent };
  data.core.settingsUpdatedAtMs = nowMs;
  return ok(view(data));
}

/** Whether requests still reach the account under the host that they name. */
export function isAtHost({ account, core }: AccountData): boolean {
  return core.settings['host'] === account.host.split('.')[0];
}
