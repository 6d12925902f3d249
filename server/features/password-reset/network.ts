import { isIPv6 } from 'node:net';

/**
 * The network that an address of a client belongs to: itself for IPv4, its first 64 bits for IPv6, within which
 * devices change their address now and then.
 */
export function networkOf(remoteAddress: string): string {
  if (!isIPv6(remoteAddress) || remoteAddress.includes('.')) return remoteAddress;
  const [head = '', tail = ''] = remoteAddress.toLowerCase().split('::');
  const before = head === '' ? [] : head.split(':');
  const after = tail === '' ? [] : tail.split(':');
  const zeros = Array<string>(Math.max(0, 8 - before.length - after.length)).fill('0');
  const groups = remoteAddress.includes('::') ? [...before, ...zeros, ...after] : before;
  return groups
    .slice(0, 4)
    .map((group) => Number.parseInt(group, 16).toString(16))
    .join(':');
}
