import { isIP } from 'node:net';
import { AppError } from '../errors/app-error.ts';

/** Hosts below it are the sandbox's. It is among the suffixes only where there is a sandbox. */
export const sandboxSuffix = 'sandbox.invalid';

const hostLengthMax = 253;
const label = /^[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/;

/**
 * The host of a Modyo account in the one form in which it is compared and called: lower case, no dot at
 * the end. It must lie below one of the suffixes, label by label, and be a bare ASCII name.
 * @param suffixes such as `modyo.cloud`; the suffix itself is not an account
 * @throws {AppError} `FORBIDDEN`; the message does not repeat the host
 */
export function normaliseHost(raw: string, suffixes: readonly string[]): string {
  const host = raw.toLowerCase().replace(/\.$/, '');
  // Lower-casing maps some letters outside ASCII into it (the Kelvin sign), so the raw text is looked at too.
  if (!/^[\x21-\x7e]+$/.test(raw) || !isHostName(host)) throw refusedHost();
  if (!suffixes.some((suffix) => host.endsWith(`.${suffix.toLowerCase().replace(/^\./, '')}`)))
    throw refusedHost();
  return host;
}

/** Whether a host in lower case is a bare ASCII name, which no reader takes for an address. */
export function isHostName(host: string): boolean {
  if (host.length > hostLengthMax || !host.split('.').every((part) => label.test(part))) return false;
  return isPlainHttpsHost(host);
}

/** Whether a URL parser sees this name and nothing else: it also reads `127.1` and `0x7f.1` as addresses. */
function isPlainHttpsHost(host: string): boolean {
  if (!URL.canParse(`https://${host}/`)) return false;
  const url = new URL(`https://${host}/`);
  return url.host === host && url.href === `https://${host}/` && isIP(host) === 0;
}

function refusedHost(): AppError {
  return new AppError('This Modyo host is not allowed.', {
    code: 'FORBIDDEN',
    hint: 'The operator of this service decides which hosts are.',
  });
}
