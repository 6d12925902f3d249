import { expect, test } from 'vitest';
import { toClientNetwork } from './client-network.ts';

test.each([
  ['an IPv4 address is its own network', '192.0.2.1', '192.0.2.1'],
  ['an IPv4 address in IPv6 spelling is the same one', '::FFFF:192.0.2.1', '192.0.2.1'],
  ['of IPv6 the first half counts', '2001:db8:1:2:a:b:c:d', '2001:db8:1:2'],
  ['zeros may be left out at the end', '2001:db8::1', '2001:db8:0:0'],
  ['or at the beginning', '::2:3:4:5:6', '0:0:0:2'],
  ['the machine itself is one network', '::1', 'loopback'],
  ['by IPv4, too', '127.0.0.1', 'loopback'],
  ['or in the middle', '2001:DB8:0:12::9', '2001:db8:0:12'],
  ['or nowhere', '2001:0db8:0000:0012:0:0:0:9', '2001:db8:0:12'],
  ['a port that a proxy names does not count', '192.0.2.1:40312', '192.0.2.1'],
  ['neither behind an IPv6 address', '[2001:db8:1:2::3]:443', '2001:db8:1:2'],
  ['nor does it make another address of ours', '[::ffff:192.0.2.1]:1', '192.0.2.1'],
  ['what is no address stays what it is', '', ''],
])('%s', (_what, address, network) => {
  expect(toClientNetwork(address)).toBe(network);
});
