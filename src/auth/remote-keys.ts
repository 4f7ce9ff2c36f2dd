import { createLocalJWKSet, errors, type JWK, type JWTVerifyGetKey } from 'jose';
import { AppError } from '../errors/app-error.ts';
import type { Clock } from '../infrastructure/clock.ts';
import { createExpiringMap } from '../infrastructure/expiring-map.ts';
import type { Logger } from '../infrastructure/logger.ts';
import { parsePublishedKeys } from './issuer-record.ts';

/** Fetches a JWK set. It must not follow redirects; length and duration are limited by the caller. */
export type FetchJwks = (url: string, signal: AbortSignal) => Promise<Response>;

export const fetchJwks: FetchJwks = (url, signal) =>
  fetch(url, { signal, redirect: 'error', headers: { accept: 'application/json' } });

export interface RemoteKeysOptions {
  readonly uri: string;
  readonly fetchJwks: FetchJwks;
  readonly clock: Clock;
  readonly log: Logger;
}

/** Keys younger than this are used without asking the issuer again. */
const freshMs = 10 * 60_000;
/** Keys older than this are not used, however long the issuer has been silent. */
const lastGoodMs = 24 * 3_600_000;
/** Least time between two fetches, whatever became of the first. */
const cooldownMs = 30_000;
const timeoutMs = 3_000;
const responseBytesMax = 128 * 1024;
/** How long a `kid` that a fetch did not find causes no further fetch. */
const unknownKidMs = 60_000;
const unknownKidsMax = 1_024;

interface HeldKeys {
  readonly find: ReturnType<typeof createLocalJWKSet>;
  readonly fetchedAtMs: number;
}

/**
 * Finds verification keys in a fetched JWK set. One fetch at a time; a failed one leaves the last good
 * keys in use for 24 hours; a stranger's `kid` cannot cause more than one fetch in 30 seconds.
 * The finder throws jose's `JWKSNoMatchingKey` for an unknown key, `AppError` `UNAVAILABLE` with no keys at all.
 */
export function createRemoteKeys(options: RemoteKeysOptions): JWTVerifyGetKey {
  const { uri, clock, log } = options;
  const unknownKids = createExpiringMap<true>({ clock, entriesMax: unknownKidsMax });
  let held: HeldKeys | undefined;
  let attemptedAtMs: number | undefined;
  let inFlight: Promise<void> | undefined;

  async function load(): Promise<void> {
    try {
      const text = await withDeadline(clock, timeoutMs, async (signal) =>
        readLimited(await options.fetchJwks(uri, signal), responseBytesMax),
      );
      const keys = parsePublishedKeys(text).map((key): JWK => ({ ...key }));
      held = { find: createLocalJWKSet({ keys }), fetchedAtMs: clock.nowMs() };
    } catch (cause) {
      log.warn({ uri, err: cause, keysHeld: held !== undefined }, 'issuer keys not fetched');
    }
  }

  function refresh(): Promise<void> {
    if (inFlight !== undefined) return inFlight;
    if (attemptedAtMs !== undefined && clock.nowMs() - attemptedAtMs < cooldownMs) return Promise.resolve();
    attemptedAtMs = clock.nowMs();
    inFlight = load().finally(() => {
      inFlight = undefined;
    });
    return inFlight;
  }

  const heldWithin = (ageMs: number) =>
    held !== undefined && clock.nowMs() - held.fetchedAtMs <= ageMs ? held : undefined;

  return async (header, token) => {
    if (heldWithin(freshMs) === undefined) await refresh();
    const usable = heldWithin(lastGoodMs);
    if (usable === undefined) {
      throw new AppError('The keys of the token issuer cannot be fetched.', {
        code: 'UNAVAILABLE',
        retryAfterMs: cooldownMs,
      });
    }
    try {
      return await usable.find(header, token);
    } catch (error) {
      const kid = header.kid ?? '';
      if (!(error instanceof errors.JWKSNoMatchingKey) || unknownKids.get(kid) === true) throw error;
      await refresh();
      if (held === undefined || held === usable) throw error;
      return held.find(header, token).catch((again: unknown) => {
        unknownKids.set(kid, true, unknownKidMs);
        throw again;
      });
    }
  };
}

async function readLimited(response: Response, bytesMax: number): Promise<string> {
  if (response.status !== 200) throw new Error(`The key set answered with status ${response.status}.`);
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of response.body ?? []) {
    bytes += chunk.byteLength;
    if (bytes > bytesMax) throw new Error(`The key set is longer than ${bytesMax} bytes.`);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}

async function withDeadline<T>(
  clock: Clock,
  ms: number,
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const deadline = new AbortController();
  const finished = new AbortController();
  const expired = clock.sleep(ms, finished.signal).then(() => {
    const reason = new Error(`The key set took longer than ${ms} ms.`);
    deadline.abort(reason);
    throw reason;
  });
  expired.catch(() => undefined);
  try {
    return await Promise.race([work(deadline.signal), expired]);
  } finally {
    finished.abort();
  }
}
