import type { LookupAddress } from 'node:dns';
import type { LookupFunction } from 'node:net';
import { describe, expect, test } from 'vitest';
import { createGuardedLookup, isPublicAddress } from '../../../src/modyo/address-guard.ts';

describe('an address', () => {
  test.each([
    '8.8.8.8',
    '172.15.0.1',
    '172.32.0.1',
    '100.63.255.255',
    '2600:1f18::1',
    '2001:4860:4860::8888',
  ])('%s is public', (address) => {
    expect(isPublicAddress(address)).toBe(true);
  });

  test.each([
    '0.0.0.0',
    '0.1.2.3',
    '10.0.0.1',
    '100.64.0.1',
    '100.100.100.200',
    '127.0.0.1',
    '168.63.129.16',
    '169.254.169.254',
    '172.16.0.1',
    '172.31.255.255',
    '192.0.0.192',
    '192.0.2.1',
    '192.168.1.1',
    '198.18.0.1',
    '203.0.113.9',
    '224.0.0.1',
    '255.255.255.255',
    '::',
    '::1',
    '::ffff:10.0.0.1',
    '::ffff:8.8.8.8',
    '::8.8.8.8',
    '64:ff9b::a00:1',
    '64:ff9b:1::1',
    '100::1',
    '2001::1',
    '2001:db8::1',
    '2002:a00:1::',
    '3fff::1',
    'fc00::1',
    'fd00:ec2::254',
    'fe80::1',
    'fe80::1%eth0',
    'fec0::1',
    'ff02::1',
    'localhost',
    '127.1',
    '',
  ])('%j is not', (address) => {
    expect(isPublicAddress(address)).toBe(false);
  });
});

describe('a guarded lookup', () => {
  test('answers one address or all of them, as the socket asks', async () => {
    const lookup = createGuardedLookup(resolvesTo('8.8.8.8', '2600::1'));
    await expect(ask(lookup, false)).resolves.toEqual(['8.8.8.8', 4]);
    await expect(ask(lookup, true)).resolves.toEqual([
      [
        { address: '8.8.8.8', family: 4 },
        { address: '2600::1', family: 6 },
      ],
      undefined,
    ]);
  });

  test.each([
    [['127.0.0.1']],
    [['8.8.8.8', '127.0.0.1']],
    [['8.8.8.8', '::ffff:10.0.0.1']],
    [['64:ff9b::a00:1']],
    [['169.254.169.254']],
    [[]],
  ])('refuses %j as a whole', async (addresses) => {
    await expect(ask(createGuardedLookup(resolvesTo(...addresses)), true)).rejects.toMatchObject({
      code: 'UPSTREAM_ERROR',
      details: { reason: 'address_refused' },
    });
  });

  test('resolves once for each connection, so no second answer replaces the checked one', async () => {
    let asked = 0;
    const rebinding: LookupFunction = (name, options, callback) => {
      asked += 1;
      resolvesTo(asked === 1 ? '8.8.8.8' : '127.0.0.1')(name, options, callback);
    };
    const lookup = createGuardedLookup(rebinding);
    await expect(ask(lookup, false)).resolves.toEqual(['8.8.8.8', 4]);
    expect(asked).toBe(1);
    await expect(ask(lookup, false)).rejects.toMatchObject({ details: { reason: 'address_refused' } });
  });

  test('passes on that a name does not exist', async () => {
    const lookup = createGuardedLookup((_name, _options, callback) => {
      callback(Object.assign(new Error('no such name'), { code: 'ENOTFOUND' }), '');
    });
    await expect(ask(lookup, true)).rejects.toMatchObject({ code: 'ENOTFOUND' });
  });
});

function resolvesTo(...addresses: readonly string[]): LookupFunction {
  const answer: LookupAddress[] = addresses.map((address) => ({
    address,
    family: address.includes(':') ? 6 : 4,
  }));
  return (_name, _options, callback) => callback(null, answer);
}

function ask(lookup: LookupFunction, all: boolean): Promise<unknown> {
  return new Promise((resolve, reject) => {
    lookup('acme.modyo.cloud', { all }, (error, address, family) => {
      if (error) reject(error);
      else resolve([address, family]);
    });
  });
}
