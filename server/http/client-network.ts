import { isIPv6 } from 'node:net';

/**
 * The network of a client address: the address for IPv4; the first 64 bits for IPv6, within which devices change their
 * address. All loopback addresses are one network.
 */
export function toClientNetwork(remoteAddress: string): string {
  const address = withoutPort(remoteAddress.toLowerCase()).replace(/^::ffff:(?=[\d.]+$)/, '');
  if (address === '::1' || address.startsWith('127.')) return 'loopback';
  return isIPv6(address) ? firstHalf(address) : address;
}

/** Some proxies append the port, which differs by connection. */
function withoutPort(address: string): string {
  const [, inBrackets, dotted] = /^\[(.+)\](?::\d+)?$|^([\d.]+):\d+$/.exec(address) ?? [];
  return inBrackets ?? dotted ?? address;
}

function firstHalf(address: string): string {
  const [head = '', tail = ''] = address.split('::');
  const before = head === '' ? [] : head.split(':');
  const after = tail === '' ? [] : tail.split(':');
  const zeros = Array<string>(8 - before.length - after.length).fill('0');
  return [...before, ...zeros, ...after]
    .slice(0, 4)
    .map((group) => Number.parseInt(group, 16).toString(16))
    .join(':');
}
