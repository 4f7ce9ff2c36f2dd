import { lookup as systemLookup } from 'node:dns';
import type { LookupFunction } from 'node:net';
import type { Readable } from 'node:stream';
import type { Dispatcher } from 'undici';
import { AppError } from '../errors/app-error.ts';
import { createGuardedLookup } from './address-guard.ts';
import { isHostName } from './host-guard.ts';
import { fileBytesMax, isFileType, unknownMediaType } from './media-types.ts';
import { readNetworkFailure } from './network-error.ts';
import { createGuardedPool } from './pool.ts';

/** A file of somebody else's, read to its end. */
export interface DownloadedFile {
  /** Media type without parameters; `undefined` where the server says none, or none that means anything. */
  readonly contentType: string | undefined;
  readonly bytes: Uint8Array;
}

export interface FileDownloads {
  /**
   * Reads a public file over HTTPS: no literal or private address, no other port, no credential, no redirect,
   * no more bytes than Modyo takes of its type. Nothing of ours but a `User-Agent` is sent, and nothing is kept.
   * @throws {AppError} `INVALID_PARAMS` for an address or an answer that is not taken, `UPSTREAM_ERROR` when the
   * file does not arrive; both with `details.reason`, and neither repeats the address
   */
  download(url: string, signal: AbortSignal): Promise<DownloadedFile>;
}

export interface FileDownloadOptions {
  /** Bounds one download. */
  readonly timeoutMs: number;
  /** Of this service; for the `User-Agent`. */
  readonly version: string;
  /** Resolves names; its answers are checked, whatever it is. */
  readonly lookup?: LookupFunction;
  /** Hosts that are reached in another way than over the internet; it owns what it returns. */
  readonly dispatcherFor?: (host: string) => Dispatcher | undefined;
}

const refusals = {
  not_https: 'Only files at an address that begins with https:// are read.',
  address_form: 'The address must have a plain host name, no user, no password and no port.',
  address_refused: 'The host of the address is not on the public internet.',
  redirect: 'The server answers with a redirect, which is not followed: send the address that it leads to.',
  status: 'The server does not answer this address with a file.',
  content_type: 'What the server answers is not a media file.',
  content_encoding: 'The server sends the file in an encoding that was not asked for.',
  too_large: 'The file is larger than Modyo takes: 6 MB for an image, 10 MB for anything else.',
  empty: 'The server answers with an empty file.',
} as const;

const failures = {
  timeout: 'The file did not arrive in time.',
  aborted: 'The call ended before the file arrived.',
  unreachable: 'The server of the file could not be reached.',
  tls: 'The secure connection to the server of the file could not be established.',
  reset: 'The connection to the server of the file broke.',
} as const;

export function createFileDownloads(options: FileDownloadOptions): FileDownloads {
  const { timeoutMs, version, dispatcherFor = () => undefined } = options;
  const lookup = createGuardedLookup(options.lookup ?? systemLookup);
  const headers = {
    accept: '*/*',
    'accept-encoding': 'identity',
    'user-agent': `modyo-mcp-service/${version}`,
  };

  async function exchange(url: URL, signal: AbortSignal): Promise<DownloadedFile> {
    const injected = dispatcherFor(url.hostname);
    // A connection of its own, so that nothing is left of one caller's address for another's.
    const ownPool = injected === undefined ? createGuardedPool(url.origin, { timeoutMs, lookup }) : undefined;
    const dispatcher = injected ?? ownPool;
    if (dispatcher === undefined) throw new Error('a host without a dispatcher');
    try {
      const path = `${url.pathname}${url.search}`;
      const response = await dispatcher.request({ origin: url.origin, path, method: 'GET', headers, signal });
      return await readFile(response);
    } finally {
      await ownPool?.destroy();
    }
  }

  return {
    async download(address, signal) {
      const url = readAddress(address);
      const deadline = AbortSignal.timeout(timeoutMs);
      try {
        return await exchange(url, AbortSignal.any([signal, deadline]));
      } catch (error) {
        throw readFailure(error, { isLate: deadline.aborted, hasLeft: signal.aborted });
      }
    },
  };
}

/** @throws {AppError} `INVALID_PARAMS` */
function readAddress(address: string): URL {
  if (!URL.canParse(address)) throw refusal('address_form');
  const url = new URL(address);
  if (url.protocol !== 'https:') throw refusal('not_https');
  const isPlain = url.username === '' && url.password === '' && url.port === '';
  if (!isPlain || !url.hostname.includes('.') || !isHostName(url.hostname)) throw refusal('address_form');
  return url;
}

async function readFile({ statusCode, headers, body }: Dispatcher.ResponseData): Promise<DownloadedFile> {
  // A body that is dropped unread ends with an error, which would be nobody's and end the process.
  body.on('error', () => undefined);
  try {
    if (statusCode >= 300 && statusCode < 400) throw refusal('redirect');
    if (statusCode !== 200) throw refusal('status');
    if (![undefined, 'identity'].includes(textOf(headers['content-encoding'])?.toLowerCase()))
      throw refusal('content_encoding');
    const named = textOf(headers['content-type'])?.split(';')[0]?.trim().toLowerCase();
    const contentType = named === '' || named === undefined ? unknownMediaType : named;
    if (!isFileType(contentType)) throw refusal('content_type');
    const bytesMax = fileBytesMax(contentType);
    if (Number(textOf(headers['content-length']) ?? 0) > bytesMax) throw refusal('too_large');
    const bytes = await collect(body, bytesMax);
    if (bytes.length === 0) throw refusal('empty');
    return { contentType: contentType === unknownMediaType ? undefined : contentType, bytes };
  } finally {
    body.destroy();
  }
}

async function collect(stream: Readable, bytesMax: number): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let byteCount = 0;
  for await (const chunk of stream) {
    byteCount += chunk.length;
    if (byteCount > bytesMax) throw refusal('too_large');
    chunks.push(chunk);
  }
  return Buffer.concat(chunks, byteCount);
}

function textOf(header: string | string[] | undefined): string | undefined {
  return typeof header === 'string' ? header : undefined;
}

function refusal(reason: keyof typeof refusals): AppError {
  return new AppError(refusals[reason], { code: 'INVALID_PARAMS', details: { reason } });
}

function readFailure(
  cause: unknown,
  { isLate, hasLeft }: { readonly isLate: boolean; readonly hasLeft: boolean },
): AppError {
  const own = cause instanceof AppError ? cause : undefined;
  if (own?.details?.['reason'] === 'address_refused') return refusal('address_refused');
  if (own !== undefined) return own;
  const reason = hasLeft ? 'aborted' : isLate ? 'timeout' : networkReason(cause);
  return new AppError(failures[reason], {
    code: 'UPSTREAM_ERROR',
    hint: 'Nothing was uploaded.',
    details: { reason },
    cause,
  });
}

function networkReason(cause: unknown): keyof typeof failures {
  const reason = String(readNetworkFailure(cause, false).error.details?.['reason']);
  return Object.hasOwn(failures, reason) ? (reason as keyof typeof failures) : 'reset';
}
