import { expect, test } from 'vitest';
import { toClientNetwork, toSiteNetwork } from './client-network.ts';

test.each([
  ['an IPv4 network is the first 24 bits of the address', '192.0.2.1', '192.0.2'],
  ['an IPv4 address in IPv6 notation is the same network', '::FFFF:192.0.2.1', '192.0.2'],
  ['an IPv6 network is the first half of the address', '2001:db8:1:2:a:b:c:d', '2001:db8:1:2'],
  ['zeros omitted at the end', '2001:db8::1', '2001:db8:0:0'],
  ['zeros omitted at the beginning', '::2:3:4:5:6', '0:0:0:2'],
  ['the loopback address is one network', '::1', 'loopback'],
  ['the IPv4 loopback address in IPv6 notation', '127.0.0.1', 'loopback'],
  ['zeros omitted in the middle', '2001:DB8:0:12::9', '2001:db8:0:12'],
  ['or nowhere', '2001:0db8:0000:0012:0:0:0:9', '2001:db8:0:12'],
  ['ignores the port of a proxy header', '192.0.2.1:40312', '192.0.2'],
  ['ignores the port after an IPv6 address', '[2001:db8:1:2::3]:443', '2001:db8:1:2'],
  ['a port does not make a loopback address', '[::ffff:192.0.2.1]:1', '192.0.2'],
  ['returns other text unchanged', '', ''],
])('%s', (_what, address, network) => {
  expect(toClientNetwork(address)).toBe(network);
});

test.each([
  ['an IPv6 site is the first 48 bits of the address', '2001:db8:1:2:a:b:c:d', '2001:db8:1'],
  ['zeros omitted', '[2001:db8::1]:443', '2001:db8:0'],
  ['an IPv4 address has no site', '192.0.2.1', null],
  ['an IPv4 address in IPv6 notation has no site', '::ffff:192.0.2.1', null],
  ['the loopback address has no site', '::1', null],
])('%s', (_what, address, site) => {
  expect(toSiteNetwork(address)).toBe(site);
});
