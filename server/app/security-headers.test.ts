import { once } from 'node:events';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import Fastify from 'fastify';
import sql from 'sql-template-tag';
import { afterAll, expect, test } from 'vitest';
import { productExportPath } from '#contract/product-import/product-file.ts';
import { openSession } from '#tests/fixtures/accounts.ts';
import { namedEndpoints, testContext } from '#tests/fixtures/context.ts';
import { openTestDatabase } from '#tests/fixtures/database.ts';
import { addAdmin } from '#tests/fixtures/seed.ts';
import { buildApp } from './app.ts';
import { registerAssets } from './page-cache.ts';
import { registerSecurityHeaders } from './security-headers.ts';

const { db } = await openTestDatabase();
await db.query(sql`insert into image (hash) values ('stored0123456789ABCDEF')`);
const context = testContext(db);
await context.images.put('stored0123456789ABCDEF/160.webp', Buffer.from('an image'));
const app = buildApp(context, 'https://shop.example').fastify;
const { accessToken } = await openSession(db, await addAdmin(db));
const authorization = `Bearer ${accessToken}`;
afterAll(() => app.close());

const required = {
  'content-security-policy': /default-src 'none'.*frame-ancestors 'none'/,
  'x-content-type-options': /^nosniff$/,
  'referrer-policy': /^strict-origin-when-cross-origin$/,
  'strict-transport-security': /^max-age=31536000; includeSubDomains$/,
  'permissions-policy': /^camera=\(\), microphone=\(\), payment=\(\), usb=\(\), geolocation=\(\)$/,
};

test.each([
  ['/api/category/get', 200, 'application/json; charset=utf-8'],
  ['/api/user/user-details', 401, 'application/json; charset=utf-8'],
  ['/api/openapi.json', 200, 'application/json; charset=utf-8'],
  ['/api/docs', 200, 'text/html; charset=utf-8'],
  ['/images/stored0123456789ABCDEF/160.webp', 200, 'image/webp'],
  ['/images/unknown0123456789ABCDE/160.webp', 404, 'application/json; charset=utf-8'],
  ['/.well-known/security.txt', 200, 'text/plain; charset=utf-8'],
  ['/health/live', 200, 'application/json; charset=utf-8'],
  ['/%', 400, 'application/json; charset=utf-8'],
  ['/nothing', 404, 'application/json; charset=utf-8'],
])('%s has every security header, its content type and no cookie', async (url, status, type) => {
  const { statusCode, headers } = await app.inject(url);
  expect([statusCode, headers['content-type'], headers['set-cookie']]).toEqual([status, type, undefined]);
  for (const [name, value] of Object.entries(required)) expect(headers[name], name).toMatch(value);
  expect(headers['x-powered-by'] ?? headers.server).toBeUndefined();
});

test('an answer to malformed HTTP, also with two lengths of its body, has every security header', async () => {
  const { port } = new URL(await app.listen({ port: 0, host: '127.0.0.1' }));
  const smuggled =
    'content-length: 4\r\ntransfer-encoding: chunked\r\n\r\n0\r\n\r\nGET /health/live HTTP/1.1\r\n\r\n';
  for (const bytes of [
    'HELLO\r\n\r\n',
    `POST /api/user/login HTTP/1.1\r\nhost: a\r\ncontent-type: application/json\r\n${smuggled}`,
    'GET /health/live HTTP/1.1\r\nhost: a\r\ncontent-length: 1\r\ncontent-length: 2\r\n\r\n',
    'GET /health/live HTTP/1.1\r\nhost: a\r\ntransfer-encoding: identity, x\r\n\r\n',
  ]) {
    const socket = connect(Number(port), '127.0.0.1');
    await once(socket, 'connect');
    socket.write(bytes);
    const answer = await text(socket);
    expect(answer.match(/HTTP\/1\.1 \d+/g), bytes).toEqual(['HTTP/1.1 400']);
    for (const [name, value] of Object.entries(required)) {
      const [, given] = new RegExp(`\r\n${name}: (.*)\r\n`).exec(answer) ?? [];
      expect(given, `${name} of ${bytes}`).toMatch(value);
    }
  }
});

test('no answer to a call with a session is stored', async () => {
  const answers = await Promise.all(
    [
      ...namedEndpoints
        .filter(({ method, isCatalogueRead }) => method === 'GET' && isCatalogueRead !== true)
        .filter(({ name }) => name !== 'logoutUser')
        .map(({ path }) => path),
      productExportPath,
    ].map(async (url) => ({ url, ...(await app.inject({ url, headers: { authorization } })) })),
  );
  expect(answers.filter(({ statusCode }) => statusCode === 200).length).toBeGreaterThan(8);
  expect(answers.filter(({ headers }) => headers['cache-control'] !== 'no-store')).toEqual([]);
});

test.each(['TRACE', 'PATCH', 'PROPFIND'])(
  '%s is refused and returns nothing of the request',
  async (method) => {
    const url = await app.inject('/health/live').then(() => app.listeningOrigin);
    const socket = connect(Number(new URL(url).port), '127.0.0.1');
    await once(socket, 'connect');
    socket.write(
      `${method} /api/category/get HTTP/1.1\r\nhost: a\r\nx-private: mango\r\nconnection: close\r\n\r\n`,
    );
    const answer = await text(socket);
    expect(answer).toMatch(/^HTTP\/1\.1 40[045] /);
    expect(answer).not.toContain('mango');
  },
);

test.each([
  ['/api/user/logout', 'cross-site', 403],
  ['/api/user/logout', 'same-site', 403],
  ['/api/category/get', 'cross-site', 403],
  ['/api/docs', 'cross-site', 200],
  ['/api/openapi.json', 'cross-site', 200],
  ['/api/category/get', 'same-origin', 200],
  ['/api/category/get', 'none', 200],
])('%s for a page that is %s: %i', async (url, site, status) => {
  const headers = { 'sec-fetch-site': site };
  expect((await app.inject({ url, headers })).statusCode).toBe(status);
  const ofShop = { ...headers, origin: 'https://shop.example', authorization };
  if (url !== '/api/user/logout') expect((await app.inject({ url, headers: ofShop })).statusCode).toBe(200);
});

test('a parameter in the address is no field of a body', async () => {
  const url = '/api/user/login?email=asha@example.com&password=mango';
  const answer = await app.inject({ method: 'POST', url, payload: {} });
  expect([answer.statusCode, answer.json().code]).toEqual([400, 'INVALID_INPUT']);
});

test('the service worker is asked for each time, and may load from the shop only', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'tokri-assets-'));
  for (const file of ['service-worker.js', 'service-worker.js.br']) await writeFile(join(folder, file), file);
  const files = Fastify();
  registerSecurityHeaders(files, 'https://shop.example');
  await registerAssets(files, folder);
  for (const encoding of ['identity', 'br']) {
    const { headers } = await files.inject({
      url: '/service-worker.js',
      headers: { 'accept-encoding': encoding },
    });
    expect(headers['cache-control']).toBe('no-cache');
    expect(headers['content-security-policy']).toBe(
      "default-src 'none'; script-src 'self'; connect-src 'self'; frame-ancestors 'none'",
    );
  }
  await files.close();
  await rm(folder, { recursive: true });
});

test('serves files of the built app only, in the encoding that is asked for: no listing, no hidden and no other file', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'tokri-assets-'));
  await mkdir(join(folder, 'client/assets'), { recursive: true });
  await mkdir(join(folder, '.git'));
  for (const file of [
    'client/assets/a.js',
    'client/assets/a.js.br',
    'client/robots.txt',
    '.git/HEAD',
    'secret',
  ])
    await writeFile(join(folder, file), file);
  const files = Fastify();
  await registerAssets(files, join(folder, 'client'));
  const statusOf = async (url: string) => (await files.inject(url)).statusCode;
  expect([await statusOf('/assets/a.js'), await statusOf('/robots.txt')]).toEqual([200, 200]);
  const compressed = await files.inject({ url: '/assets/a.js', headers: { 'accept-encoding': 'br' } });
  expect([compressed.headers['content-encoding'], compressed.body]).toEqual(['br', 'client/assets/a.js.br']);
  for (const url of [
    '/assets/a.js.br',
    '/assets/',
    '/assets',
    '/',
    '/../secret',
    '/%2e%2e/secret',
    '/assets/..%2f..%2fsecret',
    '/.git/HEAD',
  ])
    expect(await statusOf(url), url).toBe(404);
  await files.close();
  await rm(folder, { recursive: true });
});
