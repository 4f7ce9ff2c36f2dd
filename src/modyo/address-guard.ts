import type { LookupAddress } from 'node:dns';
import { BlockList, isIPv4, isIPv6, type LookupFunction } from 'node:net';
import { AppError } from '../errors/app-error.ts';

/** The two protocols' ranges that no Modyo account lives in, after the registries of special-purpose addresses. */
const refusedRanges = {
  ipv4: [
    '0.0.0.0/8',
    '10.0.0.0/8',
    '100.64.0.0/10',
    '127.0.0.0/8',
    '168.63.129.16/32',
    '169.254.0.0/16',
    '172.16.0.0/12',
    '192.0.0.0/24',
    '192.0.2.0/24',
    '192.88.99.0/24',
    '192.168.0.0/16',
    '198.18.0.0/15',
    '198.51.100.0/24',
    '203.0.113.0/24',
    '224.0.0.0/4',
    '240.0.0.0/4',
  ],
  // Inside 2000::/3: protocol assignments with Teredo, documentation, and 6to4, which wraps IPv4.
  ipv6: ['2001::/23', '2001:db8::/32', '2002::/16', '3fff::/20'],
} as const;

/** Global unicast. What lies outside (loopback, mapped, NAT64, unique local, link-local, multicast) is refused. */
const publicIpv6 = blockList(['2000::/3'], 'ipv6');
const refusedIpv4 = blockList(refusedRanges.ipv4, 'ipv4');
const refusedIpv6 = blockList(refusedRanges.ipv6, 'ipv6');

function blockList(ranges: readonly string[], family: 'ipv4' | 'ipv6'): BlockList {
  const list = new BlockList();
  for (const range of ranges) {
    const [network = '', prefixBits] = range.split('/');
    list.addSubnet(network, Number(prefixBits), family);
  }
  return list;
}

/** Whether a resolved address is on the public internet; anything that is not an address is not. */
export function isPublicAddress(address: string): boolean {
  if (isIPv4(address)) return !refusedIpv4.check(address, 'ipv4');
  if (!isIPv6(address) || address.includes('%')) return false;
  return publicIpv6.check(address, 'ipv6') && !refusedIpv6.check(address, 'ipv6');
}

function addressRefused(): AppError {
  return new AppError('The host of this Modyo account resolves to an address that is not public.', {
    code: 'UPSTREAM_ERROR',
    hint: 'The operator of this service must look at the account and its DNS entry.',
    details: { reason: 'address_refused' },
  });
}

/**
 * A `lookup` for sockets that asks `resolve` once and answers only if every address is public, so that
 * the address that was checked is the one that is connected to.
 * Names only: a socket never looks up a literal address.
 */
export function createGuardedLookup(resolve: LookupFunction): LookupFunction {
  return (hostname, options, callback) => {
    resolve(hostname, { ...options, all: true }, (error, addresses, family) => {
      const checked = error ?? checkAddresses(addresses, family);
      if (checked instanceof Error) callback(checked, '', 0);
      else if (options.all === true) callback(null, [...checked]);
      else callback(null, checked[0].address, checked[0].family);
    });
  };
}

function checkAddresses(
  addresses: string | readonly LookupAddress[],
  family = 0,
): readonly [LookupAddress, ...LookupAddress[]] | AppError {
  const [first, ...rest] = typeof addresses === 'string' ? [{ address: addresses, family }] : addresses;
  if (first === undefined) return addressRefused();
  return [first, ...rest].every(({ address }) => isPublicAddress(address))
    ? [first, ...rest]
    : addressRefused();
}
