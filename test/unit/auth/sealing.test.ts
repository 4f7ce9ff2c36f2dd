import { randomBytes } from 'node:crypto';
import { CompactEncrypt, type CompactJWEHeaderParameters, generateKeyPair } from 'jose';
import { describe, expect, test } from 'vitest';
import { openCredentialClaim, sealCredentialClaim } from '../../../src/auth/credential-claim.ts';
import { createSealRing, parseSealKeys, type SealKey } from '../../../src/auth/sealing.ts';

const key = (kid: string): SealKey => ({ kid, secret: new Uint8Array(randomBytes(32)) });
const binding = { type: 'modyo-token', context: 'acme.modyo.cloud' } as const;
const current = key('k1');
const ring = createSealRing([current, key('k0')]);

const secret = 'the-modyo-token';
const bytes = new TextEncoder().encode(secret);
const goodHeader = { alg: 'dir', enc: 'A256GCM', kid: 'k1', typ: binding.type, ctx: binding.context };

function crafted(changes: Partial<CompactJWEHeaderParameters>): Promise<string> {
  return new CompactEncrypt(bytes).setProtectedHeader({ ...goodHeader, ...changes }).encrypt(current.secret);
}

function withHeader(sealed: string, header: unknown): string {
  return sealed.replace(/^[^.]+/, Buffer.from(JSON.stringify(header)).toString('base64url'));
}

describe('a sealed value', () => {
  test('opens again, and shows nothing before', async () => {
    const sealed = await ring.seal(secret, binding);
    expect(sealed).not.toContain(secret);
    expect(Buffer.from(sealed, 'base64url').toString('latin1')).not.toContain(secret);
    expect(await ring.open(sealed, binding)).toBe(secret);
  });

  test.each(Array.from({ length: 7 }, (_, length) => length))('of %d characters opens', async (length) => {
    const text = 'x'.repeat(length);
    expect(await ring.open(await ring.seal(text, binding), binding)).toBe(text);
  });

  test('is another one each time', async () => {
    expect(await ring.seal(secret, binding)).not.toBe(await ring.seal(secret, binding));
  });

  test.each([
    ['another host', { type: 'modyo-token', context: 'other.modyo.cloud' }],
    ['no host', { type: 'modyo-token' }],
    ['another use', { type: 'modyo-cred', context: 'acme.modyo.cloud' }],
  ] as const)('does not open for %s', async (_, other) => {
    const sealed = await ring.seal(secret, binding);
    await expect(ring.open(sealed, other)).rejects.toMatchObject({ code: 'UNAUTHORIZED' });
  });

  test('is refused when any one of its characters is changed', async () => {
    const sealed = await ring.seal(secret, binding);
    for (let index = 0; index < sealed.length; index += 1) {
      if (sealed[index] === '.') continue;
      // The last character of a part may carry bits of no byte, which are among the lowest.
      const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';
      for (const bit of [32, 1]) {
        const flipped = alphabet[alphabet.indexOf(sealed[index] ?? '') ^ bit];
        const altered = `${sealed.slice(0, index)}${flipped}${sealed.slice(index + 1)}`;
        await expect(ring.open(altered, binding), `character ${index}`).rejects.toMatchObject({
          code: 'UNAUTHORIZED',
        });
      }
    }
  });

  test('too long to be opened again is not made', async () => {
    await expect(ring.seal('x'.repeat(4_096), binding)).rejects.toMatchObject({ code: 'INVALID_PARAMS' });
  });
});

describe('a crafted JWE', () => {
  test('with the right key and header opens, so that the refusals below are for their one change', async () => {
    expect(await ring.open(await crafted({}), binding)).toBe(secret);
  });

  test.each([
    ['no typ', { typ: undefined as never }],
    ['another typ', { typ: 'JWT' }],
    ['another context', { ctx: 'evil.modyo.cloud' }],
    ['a content type', { cty: 'JWT' }],
  ])('with %s is refused', async (_, changes) => {
    await expect(ring.open(await crafted(changes), binding)).rejects.toMatchObject({ code: 'UNAUTHORIZED' });
  });

  test.each([
    ['zip', { ...goodHeader, zip: 'DEF' }],
    ['crit', { ...goodHeader, crit: ['exp'] }],
    ['p2c', { ...goodHeader, alg: 'PBES2-HS256+A128KW', p2c: 1_000_000_000, p2s: 'AAAA' }],
    ['RSA-OAEP', { ...goodHeader, alg: 'RSA-OAEP' }],
    ['A128GCM', { ...goodHeader, enc: 'A128GCM' }],
    ['A256CBC-HS512', { ...goodHeader, enc: 'A256CBC-HS512' }],
    ['jwk', { ...goodHeader, jwk: {} }],
    ['an unknown kid', { ...goodHeader, kid: 'k9' }],
    ['kid __proto__', { ...goodHeader, kid: '__proto__' }],
    ['a list as kid', { ...goodHeader, kid: ['k1'] }],
    ['no kid', { ...goodHeader, kid: undefined }],
    ['a list as header', [goodHeader]],
    ['null as header', null],
  ])('with %s is refused before any key is used', async (_, header) => {
    const sealed = withHeader(await ring.seal(secret, binding), header);
    await expect(ring.open(sealed, binding)).rejects.toThrow(
      /not sealed|another use|names (no|a) key|no object/,
    );
  });

  test('with an encrypted key is refused', async () => {
    const { publicKey } = await generateKeyPair('RSA-OAEP');
    const sealed = await new CompactEncrypt(bytes)
      .setProtectedHeader({ ...goodHeader, alg: 'RSA-OAEP' })
      .encrypt(publicKey);
    await expect(ring.open(sealed, binding)).rejects.toThrow(/no compact JWE/);
  });

  test.each(['', 'x', '....', 'a.b.c', 'a..b.c.d', `${'a'.repeat(5_000)}..x.y.z`])(
    '%j is refused',
    async (sealed) => {
      await expect(ring.open(sealed, binding)).rejects.toMatchObject({ code: 'UNAUTHORIZED' });
    },
  );
});

describe('a consent', () => {
  const consent = { type: 'modyo-consent', context: 'acme' } as const;

  test('opens again', async () => {
    expect(await ring.open(await ring.seal(secret, consent), consent)).toBe(secret);
  });

  test('has a key of its own: what the key of the ring itself sealed is none', async () => {
    const sealed = await crafted({ typ: consent.type, ctx: consent.context });
    await expect(ring.open(sealed, consent)).rejects.toMatchObject({ code: 'UNAUTHORIZED' });
  });
});

describe('a key ring', () => {
  test('rotates: the old key opens, the new one seals, a removed one does neither', async () => {
    const [before, after] = [key('old'), key('new')];
    const sealedBefore = await createSealRing([before]).seal(secret, binding);
    const rotated = createSealRing([after, before]);
    expect(await rotated.open(sealedBefore, binding)).toBe(secret);
    const sealedAfter = await rotated.seal(secret, binding);
    expect(await createSealRing([after]).open(sealedAfter, binding)).toBe(secret);
    await expect(createSealRing([after]).open(sealedBefore, binding)).rejects.toThrow(/not in the ring/);
  });

  test('does not open with another key of the same name', async () => {
    const sealed = await createSealRing([key('k1')]).seal(secret, binding);
    await expect(ring.open(sealed, binding)).rejects.toThrow(/another key of the same name/);
  });

  test('without keys opens nothing', async () => {
    const sealed = await ring.seal(secret, binding);
    await expect(createSealRing([]).open(sealed, binding)).rejects.toMatchObject({ code: 'UNAUTHORIZED' });
  });

  test('is read from text, in its order', () => {
    const base64 = randomBytes(32).toString('base64');
    expect(parseSealKeys(`k1:${base64}, k0:${base64}`).map(({ kid }) => kid)).toEqual(['k1', 'k0']);
  });

  test('names every fault of its text, and no key', () => {
    const short = randomBytes(16).toString('base64');
    const good = randomBytes(32).toString('base64');
    const read = () => parseSealKeys(`a:${short},b:${good},b:${good},nonsense,c:`);
    expect(read).toThrow(/key of a is not 32 bytes.*b stands in it twice.*entry 4.*entry 5/);
    expect(read).not.toThrow(short.slice(0, 8));
    expect(read).not.toThrow(good.slice(0, 8));
  });
});

describe('a credential claim', () => {
  const claim = {
    host: 'acme.modyo.cloud',
    token: secret,
    tenantId: 'acme',
    issuer: 'urn:test',
    subject: 'ana',
    expiresAtSeconds: 1_700_000_000,
  };

  test('opens as it was sealed', async () => {
    expect(await openCredentialClaim(ring, await sealCredentialClaim(ring, claim))).toEqual(claim);
  });

  test.each(['no json', '[]', '{}', '{"h":"a","t":"","tid":"a","iss":"a","sub":"a","exp":1}'])(
    'that holds %s is refused',
    async (plaintext) => {
      const sealed = await ring.seal(plaintext, { type: 'modyo-cred' });
      await expect(openCredentialClaim(ring, sealed)).rejects.toMatchObject({ code: 'UNAUTHORIZED' });
    },
  );

  test('is not mistaken for a tenant token', async () => {
    const sealed = await sealCredentialClaim(ring, claim);
    await expect(ring.open(sealed, { type: 'modyo-token' })).rejects.toThrow(/another use/);
  });
});
