import { isIPv6 } from 'node:net';

const groupsOfNetwork = 4;

/**
 * What stands for one visitor of the network: an IPv4 address, or the /64 of an IPv6 address, since
 * whoever has one of its addresses has them all.
 */
export function networkOf(address: string): string {
  if (!isIPv6(address)) return address;
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1];
  if (mapped !== undefined) return mapped;
  const [head = '', tail] = address.split('::');
  const leading = head === '' ? [] : head.split(':');
  const trailing = tail === undefined || tail === '' ? [] : tail.split(':');
  const omitted = tail === undefined ? 0 : 8 - leading.length - trailing.length;
  const groups = [...leading, ...Array<string>(Math.max(0, omitted)).fill('0'), ...trailing];
  return `${groups.slice(0, groupsOfNetwork).join(':')}::/64`;
}
