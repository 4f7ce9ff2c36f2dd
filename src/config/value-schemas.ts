import { isIP, isIPv6 } from 'node:net';
import { z } from 'zod';

/** What a variable's text may be, and what it becomes. The messages continue the variable's name. */

const listItemsMax = 100;
const domainName = /^(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z][a-z0-9-]{0,61}[a-z0-9]$/;
const hostWithPort = /^(?:[a-z0-9.-]{1,253}|\[[0-9a-f:.]{2,45}\])(?::\d{1,5})?$/;
const loopbackHosts: readonly string[] = ['localhost', '127.0.0.1', '::1', '[::1]'];

export function isLoopback(host: string): boolean {
  return loopbackHosts.includes(host);
}

/** A whole number, written in decimal digits. */
export function integer(min: number, max: number) {
  const expected = `must be a whole number from ${min} to ${max}`;
  return z
    .string()
    .regex(/^\d{1,15}$/, expected)
    .transform(Number)
    .refine((value) => value >= min && value <= max, expected);
}

export function oneOf<const Names extends readonly [string, ...string[]]>(names: Names) {
  return z.enum(names, { error: `must be one of ${names.join(', ')}` });
}

/** Only the two words: a boolean that is guessed from anything else would one day allow a write. */
export const flag = z
  .enum(['true', 'false'], { error: 'must be exactly true or false' })
  .transform((word) => word === 'true');

export const text = z.string().max(4096, 'must not be longer than 4096 characters');

export const digest = z
  .string()
  .regex(/^sha256:[0-9a-f]{64}$/, 'must be sha256: and 64 hexadecimal digits in lower case');

export const host = z
  .string()
  .refine(
    (value) => isIP(value) !== 0 || /^[A-Za-z0-9.-]{1,253}$/.test(value),
    'must be an address or a host name',
  );

/** Separated by commas; blanks around an item do not count. */
function list<Item>(item: z.ZodType<Item, string>) {
  return z
    .string()
    .transform((value) => value.split(',').map((part) => part.trim()))
    .transform((parts) => parts.filter((part) => part !== ''))
    .pipe(z.array(item).max(listItemsMax, `must not have more than ${listItemsMax} items`));
}

const lowerCase = z.string().transform((value) => value.toLowerCase());

export const hosts = list(
  lowerCase.refine(
    (value) => hostWithPort.test(value),
    'must be host names or addresses, with a port at most',
  ),
);

export const domains = list(
  lowerCase.refine((value) => domainName.test(value), 'must be domain names such as modyo.cloud'),
).refine((names) => names.length > 0, 'must name at least one domain');

export const origins = list(
  z
    .string()
    .refine(
      (value) => /^https?:\/\//.test(value) && URL.canParse(value) && new URL(value).origin === value,
      'must be origins such as https://app.example.com, with nothing after host and port',
    ),
);

export const networks = list(
  z.string().refine(isNetwork, 'must be addresses or networks such as 10.0.0.0/8'),
);

function isNetwork(value: string): boolean {
  const [address = '', prefix, ...rest] = value.split('/');
  if (isIP(address) === 0 || rest.length > 0) return false;
  return prefix === undefined || (/^\d{1,3}$/.test(prefix) && Number(prefix) <= (isIPv6(address) ? 128 : 32));
}

export function listOf<const Names extends readonly [string, ...string[]]>(names: Names) {
  return list(oneOf(names)).refine((chosen) => chosen.length > 0, 'must name at least one');
}

/**
 * The URL that people paste. It must be https, except on this machine, and is kept without a slash at the
 * end, since clients compare it letter by letter.
 */
export const connectorUrl = z.string().transform((value, context) => {
  const fault = (message: string) => {
    context.issues.push({ code: 'custom', message, input: undefined });
    return z.NEVER;
  };
  if (!URL.canParse(value)) return fault('must be a URL such as https://mcp.example.com/mcp');
  const url = new URL(value);
  const isPlainHttp = url.protocol === 'http:' && isLoopback(url.hostname);
  if (url.protocol !== 'https:' && !isPlainHttp)
    return fault('must begin with https:// (http:// only for localhost)');
  if (url.username !== '' || url.password !== '' || url.search !== '' || url.hash !== '') {
    return fault('must not have credentials, a query or a fragment');
  }
  const path = url.pathname.replace(/\/$/, '');
  if (!path.endsWith('/mcp')) return fault('must end in /mcp');
  return `${url.origin}${path}`;
});

/** Where tool calls go instead of Modyo: nowhere else, into this process, or to a sandbox at a URL. */
export type SandboxChoice =
  | { readonly kind: 'off' }
  | { readonly kind: 'embedded' }
  | { readonly kind: 'url'; readonly url: string };

export const sandboxChoice = z.string().transform((value, context): SandboxChoice => {
  if (value === 'off' || value === 'embedded') return { kind: value };
  if (/^https?:\/\//.test(value) && URL.canParse(value)) return { kind: 'url', url: new URL(value).origin };
  context.issues.push({
    code: 'custom',
    message: 'must be embedded, off, or an http:// URL',
    input: undefined,
  });
  return z.NEVER;
});
