import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type TenantKeyParts, tenantKey } from '../../../src/infrastructure/store-key.ts';

const tenant = 'a'.repeat(32);
const fingerprint = 'b'.repeat(32);
const space = {
  tenantKey: tenant,
  credentialFingerprint: fingerprint,
  kind: 'identifier',
  parts: ['space', 'x'],
};

describe('the key of a tenant', () => {
  test('begins with version, tenant and credential', () => {
    expect(tenantKey(space)).toMatch(
      new RegExp(`^modyo-mcp\\.v1:\\{${tenant}\\}:${fingerprint}:identifier:`),
    );
  });

  test('does not show what is looked up', () => {
    expect(tenantKey({ ...space, parts: ['Clientes morosos'] })).not.toContain('morosos');
  });

  test.each<[string, Partial<TenantKeyParts>]>([
    ['tenant', { tenantKey: 'c'.repeat(32) }],
    ['credential', { credentialFingerprint: 'c'.repeat(32) }],
    ['kind', { kind: 'schema' }],
    ['part', { parts: ['space', 'y'] }],
    ['number of parts', { parts: ['space', 'x', ''] }],
  ])('differs when the %s differs', (_what, change) => {
    expect(tenantKey({ ...space, ...change })).not.toBe(tenantKey(space));
  });

  test('is equal only if all parts are equal, whatever stands in them', () => {
    const part = fc.oneof(fc.string(), fc.constantFrom('', ':', '1:', '1:a', 'a', 'aa', '}', '\u0000'));
    const parts = fc.array(part, { maxLength: 4 });
    fc.assert(
      fc.property(parts, parts, (left, right) => {
        const equal = tenantKey({ ...space, parts: left }) === tenantKey({ ...space, parts: right });
        return equal === (JSON.stringify(left) === JSON.stringify(right));
      }),
      { numRuns: 500 },
    );
  });

  test.each<[string, Partial<TenantKeyParts>]>([
    ['an empty tenant', { tenantKey: '' }],
    ['a tenant with a delimiter', { tenantKey: `${'a'.repeat(31)}}:` }],
    ['an empty fingerprint', { credentialFingerprint: '' }],
    ['a kind with a delimiter', { kind: 'identifier:x' }],
  ])('is refused for %s', (_what, change) => {
    expect(() => tenantKey({ ...space, ...change })).toThrow(expect.objectContaining({ code: 'INTERNAL' }));
  });
});
