import { createHmac, createPublicKey, generateKeyPairSync } from 'node:crypto';
import { SignJWT } from 'jose';
import { beforeAll, describe, expect, test } from 'vitest';
import { generateSigningKey } from '../../../src/auth/issuance.ts';
import { issuerRecordSchema } from '../../../src/auth/issuer-record.ts';
import { TokenRefusedError } from '../../../src/auth/token-refusal.ts';
import { createVerifier, type Verifier } from '../../../src/auth/verifier.ts';
import { createLogCapture } from '../../support/log-capture.ts';
import { createManualClock, type ManualClock } from '../../support/manual-clock.ts';
import {
  createTestIdentity,
  rawToken,
  registryIssuer,
  type TestIdentity,
  testAudience,
} from '../../support/tokens.ts';

const clock: ManualClock = createManualClock();
let identity: TestIdentity;
let verifier: Verifier;
let fetches = 0;

function verifierFor(issuers: TestIdentity['issuers'], ownClock = clock): Verifier {
  return createVerifier({
    issuers,
    canonicalResource: testAudience,
    clock: ownClock,
    log: createLogCapture().log,
    fetchJwks: async () => {
      fetches += 1;
      return new Response('{}');
    },
  });
}

/** A record like the registry issuer's, with changes as its file would write them. */
function recordWith(changes: Record<string, unknown>) {
  return issuerRecordSchema.parse({
    issuer: registryIssuer,
    audience: testAudience,
    jwks: { keys: [identity.signingKey.publicJwk] },
    tenant_mode: 'registry',
    ...changes,
  });
}

function refusal(token: string, by = verifier): Promise<unknown> {
  return by.verify(token).then(
    () => 'accepted',
    (error: unknown) => (error instanceof TokenRefusedError ? error.refusal : error),
  );
}

beforeAll(async () => {
  identity = await createTestIdentity({ nowMs: clock.nowMs });
  verifier = verifierFor(identity.issuers);
});

describe('a good token', () => {
  test('says who is asking, for which tenant, with which scopes', async () => {
    const token = await identity.mint({ tenant: 'b', subject: 'ben', scopes: ['modyo:write'] });
    expect(await verifier.verify(token)).toEqual({
      issuer: registryIssuer,
      subject: 'ben',
      tenantId: 'pampa',
      scopes: ['modyo:write'],
      tenantMode: 'registry',
      tokenId: expect.any(String),
      expiresAtSeconds: clock.nowMs() / 1_000 + 600,
    });
  });

  test('F5.5 is known to all requests that show it, and none of them can change what it allows', async () => {
    const token = await identity.mint({ tenant: 'b', scopes: ['modyo:read'] });
    const principal = await verifier.verify(token);
    expect(() => (principal.scopes as string[]).push('modyo:admin')).toThrow(TypeError);
    expect(() => Object.assign(principal, { subject: 'eva' })).toThrow(TypeError);
    expect((await verifier.verify(token)).scopes).toEqual(['modyo:read']);
  });

  test('of a sealed issuer carries its credential, still sealed', async () => {
    const principal = await verifier.verify(await identity.mintSealed());
    expect(principal.sealedCredential).toMatch(/^ey[\w-]+\.\./);
  });

  test.each([
    ['scope as a string', { scope: 'modyo:write openid' }, ['modyo:write']],
    ['scp as a string', { scope: undefined, scp: 'modyo:read modyo:admin' }, ['modyo:read', 'modyo:admin']],
    ['scp as a list', { scope: undefined, scp: ['modyo:read', 7] }, ['modyo:read']],
    ['no scope at all', { scope: undefined }, []],
    ['a scope of another type', { scope: { 'modyo:admin': true } }, []],
  ])('has the scopes of %s', async (_, claims, scopes) => {
    expect((await verifier.verify(await identity.forge({ claims }))).scopes).toEqual(scopes);
  });

  test('is verified once and then known, until it expires', async () => {
    const ownClock = createManualClock();
    const own = await createTestIdentity({ nowMs: ownClock.nowMs });
    const known = verifierFor(own.issuers, ownClock);
    const token = await own.mint({ expiresInSeconds: 60 });
    const first = await known.verify(token);
    expect(await known.verify(token)).toBe(first);
    ownClock.advance(91_000);
    expect(await refusal(token, known)).toBe('expired');
  });

  test('is not mistaken for one that differs in its signature only', async () => {
    const token = await identity.mint();
    await verifier.verify(token);
    const [header, payload] = token.split('.');
    const other = (await identity.mint()).split('.')[2];
    expect(await refusal(`${header}.${payload}.${other}`)).toBe('signature');
  });
});

describe('algorithms', () => {
  const claims = () => ({
    iss: registryIssuer,
    aud: testAudience,
    sub: 'ana',
    tid: 'andes',
    iat: clock.nowMs() / 1_000,
    exp: clock.nowMs() / 1_000 + 600,
  });

  test.each(['none', 'None', 'nOnE', '', 'HS256', 'RS256', 'ES384', 'dir', undefined, 7, ['ES256']])(
    'refuses alg %j',
    async (alg) => {
      expect(await refusal(rawToken({ alg, typ: 'at+jwt' }, claims(), 'AAAA'))).toMatch(
        /algorithm|malformed/,
      );
      expect(await refusal(rawToken({ alg, typ: 'at+jwt' }, claims()))).toMatch(/algorithm|malformed/);
    },
  );

  test('refuses HS256 with the public key as its secret', async () => {
    const { publicJwk } = identity.signingKey;
    const pem = createPublicKey({ key: { ...publicJwk }, format: 'jwk' }).export({
      format: 'pem',
      type: 'spki',
    });
    for (const secret of [pem, JSON.stringify(publicJwk), String(publicJwk['x'])]) {
      const unsigned = rawToken({ alg: 'HS256', typ: 'at+jwt', kid: publicJwk['kid'] }, claims()).slice(
        0,
        -1,
      );
      const signature = createHmac('sha256', secret).update(unsigned).digest('base64url');
      expect(await refusal(`${unsigned}.${signature}`)).toBe('algorithm');
    }
  });

  test('refuses an RS256 signature where the record allows both, but the key is an elliptic one', async () => {
    const both = verifierFor([recordWith({ algorithms: ['ES256', 'RS256'] })]);
    const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
    const token = await new SignJWT(claims())
      .setProtectedHeader({ alg: 'RS256', typ: 'at+jwt', kid: identity.signingKey.kid })
      .sign(privateKey);
    expect(await refusal(token, both)).toBe('key');
  });

  test.each(['HS256', 'none'])('a record cannot allow %s', (algorithm) => {
    expect(() => recordWith({ algorithms: [algorithm] })).toThrow(/algorithms/);
  });
});

describe('headers', () => {
  test.each([
    ['jku', 'https://evil.test.invalid/jwks.json'],
    ['x5u', 'https://evil.test.invalid/cert.pem'],
    ['jwk', { kty: 'EC' }],
    ['crit', ['exp']],
    ['b64', false],
  ])('refuses %s, and fetches nothing', async (name, value) => {
    const header = { alg: 'ES256', typ: 'at+jwt', kid: identity.signingKey.kid, [name]: value };
    const [, payload, signature] = (await identity.mint()).split('.');
    const token = `${Buffer.from(JSON.stringify(header)).toString('base64url')}.${payload}.${signature}`;
    expect(await refusal(token)).toBe('header');
    expect(fetches).toBe(0);
  });

  test('refuses a token signed with the key that it brings along', async () => {
    const own = await generateSigningKey();
    const token = await identity.forge({ header: { jwk: { ...own.publicJwk } }, signingKey: own });
    expect(await refusal(token)).toBe('header');
  });

  test.each(['../../etc/passwd', "' OR 1=1 --", '__proto__', 'constructor', '', '\u0000'])(
    'treats kid %j as a name that nobody has',
    async (kid) => {
      expect(await refusal(await identity.forge({ header: { kid } }))).toBe('key');
    },
  );

  test.each([['x'.repeat(257)], [['a']], [7], [{}], [null]])('refuses kid %j', async (kid) => {
    const token = rawToken({ alg: 'ES256', typ: 'at+jwt', kid }, { iss: registryIssuer }, 'AAAA');
    expect(await refusal(token)).toBe('header');
  });
});

describe('claims', () => {
  test.each([
    ['another audience', { aud: 'https://other.test.invalid/mcp' }, 'audience'],
    ['no audience', { aud: undefined }, 'audience'],
    ['two slashes after the audience', { aud: `${testAudience}//` }, 'audience'],
    ['the audience as a prefix', { aud: `${testAudience}/x` }, 'audience'],
    ['our audience and a stranger', { aud: [testAudience, 'https://other.test.invalid'] }, 'audience'],
    ['an empty list of audiences', { aud: [] }, 'audience'],
    ['an unknown issuer', { iss: 'https://evil.test.invalid' }, 'issuer'],
    ['the issuer with a slash', { iss: `${registryIssuer}/` }, 'issuer'],
    ['no issuer', { iss: undefined }, 'issuer'],
    ['no subject', { sub: undefined }, 'claims'],
    ['an empty subject', { sub: '' }, 'claims'],
    ['a long subject', { sub: 'x'.repeat(256) }, 'claims'],
    ['no end', { exp: undefined }, 'claims'],
    ['an end that is a text', { exp: '9999999999' }, 'claims'],
    ['no beginning', { iat: undefined }, 'claims'],
    ['no tenant', { tid: undefined }, 'claims'],
    ['an empty tenant', { tid: '' }, 'claims'],
    ['a tenant that is a list', { tid: ['andes'] }, 'claims'],
    ['a tenant that is a number', { tid: 7 }, 'claims'],
  ])('refuses %s', async (_, claims, expected) => {
    expect(await refusal(await identity.forge({ claims }))).toBe(expected);
  });

  test.each([testAudience, `${testAudience}/`, [testAudience]])('accepts audience %j', async (aud) => {
    expect(await refusal(await identity.forge({ claims: { aud } }))).toBe('accepted');
  });

  test('accepts our audience beside another one that the record names', async () => {
    const other = 'https://other.test.invalid';
    const both = verifierFor([recordWith({ audience: [testAudience, other] })]);
    expect(await refusal(await identity.forge({ claims: { aud: [testAudience, other] } }), both)).toBe(
      'accepted',
    );
  });

  test('a record without audience means the canonical resource', async () => {
    const bare = verifierFor([recordWith({ audience: undefined })]);
    expect(await refusal(await identity.mint(), bare)).toBe('accepted');
    expect(await refusal(await identity.mint({ audience: 'https://x.test.invalid' }), bare)).toBe('audience');
  });

  test.each(['JWT', 'id+jwt', 'at-jwt', undefined])('refuses typ %j', async (typ) => {
    expect(await refusal(await identity.forge({ header: { typ } }))).toBe('type');
  });

  test('a record may demand another typ', async () => {
    const relaxed = verifierFor([recordWith({ token_type: 'JWT' })]);
    expect(await refusal(await identity.forge({ header: { typ: 'JWT' } }), relaxed)).toBe('accepted');
  });

  test('a record may demand more claims', async () => {
    const strict = verifierFor([recordWith({ required_claims: ['client_id'] })]);
    expect(await refusal(await identity.mint(), strict)).toBe('claims');
    expect(await refusal(await identity.forge({ claims: { client_id: 'x' } }), strict)).toBe('accepted');
  });

  test('a record may name another tenant claim', async () => {
    const other = verifierFor([recordWith({ tenant_claim: 'org_id' })]);
    const token = await identity.forge({ claims: { org_id: 'acme', tid: 'andes' } });
    expect((await other.verify(token)).tenantId).toBe('acme');
    expect(await refusal(await identity.mint(), other)).toBe('claims');
  });

  test('a sealed issuer refuses a token without a credential, or with an endless one', async () => {
    const sealed = verifierFor([recordWith({ tenant_mode: 'sealed' })]);
    expect(await refusal(await identity.mint(), sealed)).toBe('credential');
    expect(await refusal(await identity.forge({ claims: { cred: 'x'.repeat(4_097) } }), sealed)).toBe(
      'credential',
    );
  });
});

describe('time', () => {
  const now = () => clock.nowMs() / 1_000;

  test.each([
    [30, 'accepted'],
    [31, 'expired'],
  ])('a token that ended %i s ago is %s', async (seconds, expected) => {
    const claims = { iat: now() - 600, exp: now() - seconds };
    expect(await refusal(await identity.forge({ claims }))).toBe(expected);
  });

  test.each([
    ['nbf', 30, 'accepted'],
    ['nbf', 31, 'not_yet_valid'],
    ['iat', 30, 'accepted'],
    ['iat', 31, 'not_yet_valid'],
  ])('%s %i s ahead: %s', async (claim, seconds, expected) => {
    expect(await refusal(await identity.forge({ claims: { [claim]: now() + seconds } }))).toBe(expected);
  });

  test.each([
    [330, 'accepted'],
    [331, 'expired'],
  ])('a token of %i s where the record allows 300 is %s', async (seconds, expected) => {
    const young = verifierFor([recordWith({ max_token_age_seconds: 300 })]);
    expect(await refusal(await identity.forge({ claims: { iat: now() - seconds } }), young)).toBe(expected);
  });
});

describe('shape', () => {
  test('refuses a token longer than 8 KB before it looks into it', async () => {
    const long = await identity.forge({ claims: { padding: 'x'.repeat(8_192) } });
    expect(await refusal(long)).toBe('too_long');
  });

  test.each(['', 'x', '.', '..', 'a.b', 'a.b.c', 'a.b.c.d', '\u0000.a.b', 'sandbox-token-andes'])(
    'refuses %j',
    async (token) => {
      expect(await refusal(token)).toBe('malformed');
    },
  );

  test('refuses a payload that is no object', async () => {
    expect(await refusal(rawToken({ alg: 'ES256', typ: 'at+jwt' }, ['x'], 'AAAA'))).toBe('malformed');
  });

  test('describes what was wrong only as far as an honest client needs it', async () => {
    const texts = await Promise.all(
      [
        await identity.forge({ claims: { aud: 'x' } }),
        await identity.forge({ signingKey: await generateSigningKey() }),
        await identity.forge({
          header: { kid: identity.signingKey.kid },
          signingKey: await generateSigningKey(),
        }),
        'a.b.c',
      ].map((token) => verifier.verify(token).catch((error: Error) => error.message)),
    );
    expect(new Set(texts)).toEqual(new Set(['The access token is not valid for this service.']));
  });
});
