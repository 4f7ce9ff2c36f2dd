const redacted = '[redacted]';

/** Longer texts are cut: a log line is no place for a body. */
const textCharactersMax = 4096;
const depthMax = 6;
const membersMax = 50;

/** Fields whose value is a secret or a person's data whatever it looks like, in any casing and at any depth. */
const secretNames = new Set(
  [
    'authorization',
    'proxy-authorization',
    'cookie',
    'set-cookie',
    'token',
    'access_token',
    'refresh_token',
    'id_token',
    'client_secret',
    'api_token',
    'bearer',
    'password',
    'secret',
    'credential',
    'cred',
    'private_key',
    'seal_keys',
    'redis_url',
    'email',
    'body',
    'arguments',
    'args',
  ].flatMap((name) => [name, name.replaceAll(/[_-]/g, '')]),
);

/** What a secret looks like inside a longer text. Every expression is linear. */
const secretPatterns: readonly (readonly [RegExp, string])[] = [
  // Compact JWS and JWE: the header always begins with `{"`, which is `eyJ` in base64url.
  [/eyJ[\w-]{8,}(?:\.[\w-]*){0,4}/g, redacted],
  [/\b(Bearer|Basic|DPoP)\s+[\w.~+/=-]+/gi, `$1 ${redacted}`],
  [/\b(rediss?:\/\/)[^@/\s]+@/gi, `$1${redacted}@`],
  [/\b((?:access_|refresh_|id_|api_)?token|secret|password)=[^&\s"']+/gi, `$1=${redacted}`],
  [/[\w.+-]{1,64}@[\w-]{1,63}(?:\.[\w-]{1,63})+/g, redacted],
];

/** Every pattern above needs one of these; most texts of a log line have none, and are looked at once. */
const mayHoldSecret = /[\s:=@]|eyJ/;

/** The text without anything that looks like a token, a credential or an e-mail address. */
export function redactText(text: string): string {
  if (text.length <= textCharactersMax && !mayHoldSecret.test(text)) return text;
  let clean = text.length > textCharactersMax ? `${text.slice(0, textCharactersMax)}…` : text;
  for (const [pattern, replacement] of secretPatterns) clean = clean.replace(pattern, replacement);
  return clean;
}

/** The fields as they may be written: secrets replaced by name and by shape, errors made plain, sizes bounded. */
export function redactFields(fields: Readonly<Record<string, unknown>>): Record<string, unknown> {
  return redactMembers(fields, 0);
}

function redactMembers(source: object, depth: number): Record<string, unknown> {
  const clean: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(source).slice(0, membersMax)) {
    const written = secretNames.has(name.toLowerCase()) ? redacted : redactValue(value, depth);
    if (written !== undefined) clean[redactText(name)] = written;
  }
  return clean;
}

function redactValue(value: unknown, depth: number): unknown {
  switch (typeof value) {
    case 'string':
      return redactText(value);
    case 'number':
    case 'boolean':
    case 'undefined':
      return value;
    case 'bigint':
      return value.toString();
    case 'object':
      return value === null ? null : redactObject(value, depth);
    default:
      return undefined;
  }
}

function redactObject(value: object, depth: number): unknown {
  if (depth >= depthMax) return '[deep]';
  if (value instanceof Error) return redactError(value, depth);
  if (value instanceof Date) return Number.isNaN(value.getTime()) ? null : value.toISOString();
  if (value instanceof URL) return redactText(`${value.origin}${value.pathname}`);
  if (ArrayBuffer.isView(value)) return '[binary]';
  if (Array.isArray(value))
    return value.slice(0, membersMax).map((item) => redactValue(item, depth + 1) ?? null);
  return redactMembers(value, depth + 1);
}

function redactError(error: Error, depth: number): Record<string, unknown> {
  const code: unknown = 'code' in error ? error.code : undefined;
  return {
    type: error.name,
    message: redactText(error.message),
    ...(typeof code === 'string' || typeof code === 'number' ? { code } : {}),
    ...(error.stack === undefined ? {} : { stack: redactText(error.stack) }),
    ...(error.cause === undefined ? {} : { cause: redactValue(error.cause, depth + 1) }),
  };
}
