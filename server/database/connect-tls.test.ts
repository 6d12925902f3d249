import sql from 'sql-template-tag';
import { expect, test } from 'vitest';
import { openUntrustedTls } from '#tests/fixtures/servers/untrusted-tls.ts';
import { connect, withTls } from './connect.ts';

test.each([
  'postgres://shop:pw@db.example/shop',
  'postgres://shop:pw@10.0.0.5:5432/shop',
  'postgres://shop:pw@[2001:db8::1]/shop',
  // Names that only begin or end like this machine.
  'postgres://shop:pw@localhost.example/shop',
  'postgres://shop:pw@127.0.0.1.example/shop',
  'postgres://shop:pw@127.0.0.1/shop?host=db.example',
])('the connection to %s is encrypted and its certificate is verified', (url) => {
  expect(new URL(withTls(url)).searchParams.get('sslmode')).toBe('verify-full');
});

test.each([
  'postgres://shop:pw@localhost/shop',
  'postgres://shop:pw@127.0.0.1:5432/shop',
  'postgres://shop:pw@[::1]/shop',
  'postgres://shop:pw@127.0.0.1:5432/shop?host=%2Fdata%2Fpostgres',
  'postgres://shop:pw@%2Frun%2Fpostgresql/shop',
  'postgres://shop:pw@db.example/shop?sslmode=disable',
  'postgres://shop:pw@db.example/shop?sslmode=verify-full&sslrootcert=%2Fetc%2Fdb.pem',
])('%s is used as it is', (url) => {
  expect(withTls(url)).toBe(url);
});

test('a database without TLS is refused, unless the URL disables TLS', async () => {
  const url = new URL(process.env.TEST_DATABASE_URL ?? '');
  // Another name of this machine, which counts as remote.
  url.hostname = '0.0.0.0';
  const ask = async () => {
    const db = connect(url.href, { maxConnections: 1 });
    try {
      return await db.query(sql`select 1 as one`);
    } finally {
      await db.close();
    }
  };
  await expect(ask()).rejects.toThrow('The server does not support SSL connections');
  url.searchParams.set('sslmode', 'disable');
  expect(await ask()).toEqual([{ one: 1 }]);
});

test('a database with a certificate that no authority has signed is refused', async () => {
  const untrusted = await openUntrustedTls();
  // A name of this machine that counts as remote.
  const db = connect(`postgres://shop:pw@0.0.0.0:${untrusted.postgresPort}/shop`, { maxConnections: 1 });
  await expect(db.query(sql`select 1`)).rejects.toThrow('certificate');
  expect([untrusted.connections > 0, untrusted.received]).toEqual([true, []]);
  await db.close();
  untrusted.close();
});
