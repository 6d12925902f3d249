import { isIPv4, isIPv6 } from 'node:net';
import { LRUCache } from 'lru-cache';

interface Networks {
  client: string;
  site: string | null;
}

// Each request asks for them. Texts that are no addresses may be long.
const known = new LRUCache<string, Networks>({ max: 5000 });
const maximumAddressLength = 60;

function findNetworks(remoteAddress: string): Networks {
  const stored = known.get(remoteAddress);
  if (stored !== undefined) return stored;
  const address = normalize(remoteAddress);
  const networks = { client: findClientNetwork(address), site: findSiteNetwork(address) };
  if (remoteAddress.length <= maximumAddressLength) known.set(remoteAddress, networks);
  return networks;
}

/**
 * The network of a client address, within which one client may change its address: the first 24 bits for IPv4, 64
 * bits for IPv6. All loopback addresses are one network.
 */
export function toClientNetwork(remoteAddress: string): string {
  return findNetworks(remoteAddress).client;
}

function findClientNetwork(address: string): string {
  if (address === '::1' || address.startsWith('127.')) return 'loopback';
  if (isIPv4(address)) return address.split('.').slice(0, 3).join('.');
  return isIPv6(address) ? firstGroups(address, 4) : address;
}

/** The network of which a provider may give one client many: the first 48 bits for IPv6, null for IPv4. */
export function toSiteNetwork(remoteAddress: string): string | null {
  return findNetworks(remoteAddress).site;
}

function findSiteNetwork(address: string): string | null {
  return isIPv6(address) && address !== '::1' ? firstGroups(address, 3) : null;
}

function normalize(remoteAddress: string): string {
  return withoutPort(remoteAddress.toLowerCase()).replace(/^::ffff:(?=[\d.]+$)/, '');
}

/** Some proxies append the port, which differs by connection. */
function withoutPort(address: string): string {
  const [, inBrackets, dotted] = /^\[(.+)\](?::\d+)?$|^([\d.]+):\d+$/.exec(address) ?? [];
  return inBrackets ?? dotted ?? address;
}

function firstGroups(address: string, count: number): string {
  const [head = '', tail = ''] = address.split('::');
  const before = head === '' ? [] : head.split(':');
  const after = tail === '' ? [] : tail.split(':');
  const zeros = Array<string>(8 - before.length - after.length).fill('0');
  return [...before, ...zeros, ...after]
    .slice(0, count)
    .map((group) => Number.parseInt(group, 16).toString(16))
    .join(':');
}
