import { beforeAll, describe, expect, test } from 'vitest';
import { generateSigningKey, type SigningKey } from '../../../src/auth/issuance.ts';
import { issuerRecordSchema } from '../../../src/auth/issuer-record.ts';
import type { FetchJwks } from '../../../src/auth/remote-keys.ts';
import { TokenRefusedError } from '../../../src/auth/token-refusal.ts';
import { createVerifier } from '../../../src/auth/verifier.ts';
import { AppError } from '../../../src/errors/app-error.ts';
import { createLogCapture } from '../../support/log-capture.ts';
import { createManualClock } from '../../support/manual-clock.ts';
import { createTestIdentity, registryIssuer, type TestIdentity, testAudience } from '../../support/tokens.ts';

const uri = `${registryIssuer}/jwks.json`;
const minuteMs = 60_000;
const hourMs = 60 * minuteMs;

let identity: TestIdentity;
let newKey: SigningKey;
const clock = createManualClock();

beforeAll(async () => {
  identity = await createTestIdentity({ nowMs: clock.nowMs });
  newKey = await generateSigningKey();
});

function keySet(...keys: readonly SigningKey[]): string {
  return JSON.stringify({ keys: keys.map(({ publicJwk }) => publicJwk) });
}

/** A verifier whose issuer answers as the test says; `answer` may be replaced between calls. */
function rig(first: FetchJwks) {
  const issuer = { answer: first, fetches: 0 };
  const capture = createLogCapture();
  const verifier = createVerifier({
    issuers: [
      issuerRecordSchema.parse({
        issuer: registryIssuer,
        audience: testAudience,
        jwks_uri: uri,
        tenant_mode: 'registry',
      }),
    ],
    canonicalResource: testAudience,
    clock,
    log: capture.log,
    fetchJwks: (url, signal) => {
      expect(url).toBe(uri);
      issuer.fetches += 1;
      return issuer.answer(url, signal);
    },
  });
  const outcome = (token: string) =>
    verifier.verify(token).then(
      () => 'accepted',
      (error: unknown) => {
        if (error instanceof TokenRefusedError) return error.refusal;
        return error instanceof AppError ? error.code : error;
      },
    );
  return { issuer, capture, outcome };
}

const good: FetchJwks = async () => new Response(keySet(identity.signingKey));

const failures: readonly (readonly [string, FetchJwks])[] = [
  ['status 500', async () => new Response('{}', { status: 500 })],
  ['a redirect', async () => new Response(null, { status: 302, headers: { location: 'http://127.0.0.1/' } })],
  ['HTML', async () => new Response('<html>Sign in</html>')],
  ['no body', async () => new Response(null)],
  ['an empty set', async () => new Response('{"keys":[]}')],
  ['a set of other things', async () => new Response('{"keys":[1,null,{"kty":"oct","k":"AA"}]}')],
  ['an error', () => Promise.reject(new Error('connection refused'))],
  ['ten megabytes', async () => new Response(`{"keys":[],"x":"${'x'.repeat(10 * 1024 * 1024)}"}`)],
];

describe('keys of an issuer', () => {
  test('are fetched once for many tokens at the same time', async () => {
    const { issuer, outcome } = rig(good);
    const tokens = await Promise.all(Array.from({ length: 20 }, () => identity.mint()));
    expect(new Set(await Promise.all(tokens.map(outcome)))).toEqual(new Set(['accepted']));
    expect(issuer.fetches).toBe(1);
  });

  test('a thousand unknown kids in five seconds cause no more than two fetches', async () => {
    const { issuer, outcome } = rig(good);
    const template = await identity.forge({});
    for (let index = 0; index < 1_000; index += 1) {
      const header = { alg: 'ES256', typ: 'at+jwt', kid: `unknown-${index}` };
      const token = template.replace(/^[^.]+/, Buffer.from(JSON.stringify(header)).toString('base64url'));
      expect(await outcome(token)).toBe('key');
      clock.advance(5);
    }
    expect(issuer.fetches).toBeLessThanOrEqual(2);
  });

  test('a new key is found by its first token, once the cooldown is over', async () => {
    const { issuer, outcome } = rig(good);
    const ofNewKey = () => identity.forge({ signingKey: newKey });
    expect(await outcome(await identity.mint())).toBe('accepted');
    issuer.answer = async () => new Response(keySet(newKey, identity.signingKey));
    expect(await outcome(await ofNewKey())).toBe('key');
    clock.advance(31_000);
    expect(await outcome(await ofNewKey())).toBe('accepted');
    expect(issuer.fetches).toBe(2);
  });

  test('a kid that a fetch did not find causes no other one for a minute', async () => {
    const { issuer, outcome } = rig(good);
    const unknown = () => identity.forge({ header: { kid: 'unknown' } });
    await outcome(await identity.mint());
    for (let seconds = 31; seconds < 90; seconds += 10) {
      clock.advance(seconds === 31 ? 31_000 : 10_000);
      expect(await outcome(await unknown())).toBe('key');
    }
    expect(issuer.fetches).toBe(2);
  });

  test('a withdrawn key is not trusted any more after ten minutes', async () => {
    const { issuer, outcome } = rig(good);
    const token = await identity.mint({ expiresInSeconds: 7_200 });
    expect(await outcome(token)).toBe('accepted');
    issuer.answer = async () => new Response(keySet(newKey));
    clock.advance(10 * minuteMs + 1);
    expect(await outcome(token)).toBe('key');
  });

  test('a key of another kind in the set does no harm', async () => {
    const { outcome } = rig(async () => {
      const { keys } = JSON.parse(keySet(identity.signingKey)) as { keys: unknown[] };
      return new Response(JSON.stringify({ keys: [{ kty: 'oct', k: 'AAAA' }, 'x', ...keys] }));
    });
    expect(await outcome(await identity.mint())).toBe('accepted');
  });
});

describe('an issuer that fails', () => {
  test.each(failures)(
    'with %s, from the start: unavailable, and asked again after the cooldown',
    async (_, fail) => {
      const { issuer, capture, outcome } = rig(fail);
      expect(await outcome(await identity.mint())).toBe('UNAVAILABLE');
      expect(await outcome(await identity.mint())).toBe('UNAVAILABLE');
      expect(issuer.fetches).toBe(1);
      expect(capture.lines().map(({ msg }) => msg)).toEqual(['issuer keys not fetched']);
      issuer.answer = good;
      clock.advance(31_000);
      expect(await outcome(await identity.mint())).toBe('accepted');
    },
  );

  test.each(failures)('with %s, later: the last good keys serve for 24 hours', async (_, fail) => {
    const { issuer, outcome } = rig(good);
    expect(await outcome(await identity.mint())).toBe('accepted');
    issuer.answer = fail;
    clock.advance(23 * hourMs);
    expect(await outcome(await identity.mint())).toBe('accepted');
    expect(await outcome(await identity.forge({ signingKey: newKey }))).toBe('key');
    clock.advance(hourMs + 1);
    expect(await outcome(await identity.mint())).toBe('UNAVAILABLE');
  });

  test('by never answering is given up after three seconds, even where it ignores the signal', async () => {
    const { issuer, outcome } = rig(good);
    await outcome(await identity.mint());
    let aborted = false;
    issuer.answer = (_, signal) => {
      signal.addEventListener('abort', () => {
        aborted = true;
      });
      return new Promise(() => undefined);
    };
    clock.advance(hourMs);
    const waiting = outcome(await identity.mint());
    while (issuer.fetches < 2) await new Promise((resolve) => setImmediate(resolve));
    clock.advance(3_000);
    expect(await waiting).toBe('accepted');
    expect(aborted).toBe(true);
  });
});
