import { expect, test } from 'vitest';
import { gateKey } from '../../../src/infrastructure/gate-key.ts';
import { tenantKey } from '../../../src/tenant/tenant-key.ts';

const base = {
  machine: 'billing',
  tenantKey: tenantKey('https://issuer', 'a'),
  subject: 'ana',
  resource: undefined,
};

test('F7.6 no characters in issuer, tenant, subject or resource make two owners share a key', () => {
  const names = ['a', 'b', 'c', 'a:b', 'b:c', 'a:b:c', '{a}', 'a}', '{a', '', ':', 'tenant', 'principal'];
  const keys = names.flatMap((tenant) =>
    names.flatMap((name) => [
      gateKey({ ...base, tenantKey: tenantKey('https://issuer', tenant), subject: name }),
      gateKey({ ...base, tenantKey: tenantKey('https://issuer', tenant), subject: 'x', resource: name }),
      gateKey({
        ...base,
        tenantKey: tenantKey('https://issuer', tenant),
        subject: undefined,
        resource: name,
      }),
    ]),
  );
  expect(new Set(keys).size).toBe(names.length * names.length * 3);
  expect(gateKey({ ...base, tenantKey: tenantKey('a:b', 'c') })).not.toBe(
    gateKey({ ...base, tenantKey: tenantKey('a', 'b:c') }),
  );
});

test('F7.6 a key has its form whatever it is made of: one hash tag, and nothing that can be read', () => {
  const form = /^gate:\{billing:[0-9a-f]{32}\}:([0-9a-f]{32}|tenant):([0-9a-f]{32}|principal)$/;
  expect(gateKey(base)).toMatch(form);
  expect(gateKey({ ...base, subject: 'ana}:{', resource: 'page:7' })).toMatch(form);
  expect(gateKey({ ...base, subject: undefined })).toMatch(/:tenant:principal$/);
});

test('a machine or a tenant without its form is a fault of ours, not a key', () => {
  expect(() => gateKey({ ...base, machine: 'bill}ing' })).toThrow(/without its machine or tenant/);
  expect(() => gateKey({ ...base, tenantKey: 'andes' })).toThrow(/without its machine or tenant/);
});
