import { describe, expect, test } from 'vitest';
import { generateSigningKey } from '../../../src/auth/issuance.ts';
import { issuerRecordSchema, issuersFileSchema, withKeyFileRead } from '../../../src/auth/issuer-record.ts';

const signingKey = await generateSigningKey();
const minimal = {
  issuer: 'https://i.test.invalid',
  jwks_uri: 'https://i.test.invalid/jwks',
  tenant_mode: 'registry',
};

function faultsOf(record: unknown): string {
  return JSON.stringify(issuerRecordSchema.safeParse(record).error?.issues ?? []);
}

describe('an issuer record', () => {
  test('is strict where it says nothing', () => {
    expect(issuerRecordSchema.parse(minimal)).toEqual({
      issuer: 'https://i.test.invalid',
      audience: [],
      algorithms: ['ES256'],
      keySource: { kind: 'remote', uri: 'https://i.test.invalid/jwks' },
      tenantMode: 'registry',
      tenantClaim: 'tid',
      tokenType: 'at+jwt',
      maxTokenAgeSeconds: undefined,
      requiredClaims: [],
    });
  });

  test.each([
    'http://i.test.invalid/jwks',
    'ftp://i.test.invalid/jwks',
    'https://user:pass@i.test.invalid/jwks',
    'i.test.invalid',
    'http://localhost.evil.test.invalid/jwks',
  ])('refuses the key set URL %s', (uri) => {
    expect(faultsOf({ ...minimal, jwks_uri: uri })).toContain('https URL');
  });

  test('takes a key set from this machine without TLS', () => {
    expect(faultsOf({ ...minimal, jwks_uri: 'http://127.0.0.1:8080/jwks' })).toBe('[]');
  });

  test.each([
    ['no keys', { jwks_uri: undefined }, 'exactly one of'],
    ['keys in two places', { jwks_file: 'jwks.json' }, 'exactly one of'],
    ['two modes', { tenant_mode: ['registry', 'sealed'] }, 'tenant_mode'],
    ['no mode', { tenant_mode: undefined }, 'tenant_mode'],
    ['a member that does not exist', { tenantmode: 'sealed' }, 'tenantmode'],
    ['no algorithm', { algorithms: [] }, 'algorithms'],
  ])('refuses %s', (_, changes, expected) => {
    expect(faultsOf({ ...minimal, ...changes })).toContain(expected);
  });

  test('refuses a private or a shared key where public keys belong', () => {
    const inline = (key: unknown) => ({ ...minimal, jwks_uri: undefined, jwks: { keys: [key] } });
    expect(faultsOf(inline(signingKey.privateJwk))).toContain('private key');
    expect(faultsOf(inline({ kty: 'oct', k: 'AAAA' }))).toContain('public');
    expect(faultsOf(inline(signingKey.publicJwk))).toBe('[]');
  });

  test('may name a file, whose keys are read at boot', () => {
    const record = issuerRecordSchema.parse({ ...minimal, jwks_uri: undefined, jwks_file: 'jwks.json' });
    const read = withKeyFileRead(record, () => JSON.stringify({ keys: [signingKey.publicJwk] }));
    expect(read.keySource).toEqual({ kind: 'inline', keys: [signingKey.publicJwk] });
    expect(() => withKeyFileRead(record, () => '{"keys":[]}')).toThrow();
  });

  test('stands in its file once', () => {
    expect(() => issuersFileSchema.parse({ issuers: [minimal, minimal] })).toThrow(/twice/);
    expect(() => issuersFileSchema.parse({ issuers: [] })).toThrow();
  });
});
