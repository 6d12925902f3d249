import { randomBytes } from 'node:crypto';
import type { InjectOptions } from 'fastify';
import sql from 'sql-template-tag';
import { afterAll, expect, test } from 'vitest';
import { endpoints } from '#contract/api.ts';
import type { Endpoint } from '#contract/base/endpoint.ts';
import { buildApp } from '#server/app/app.ts';
import { startSession } from '#server/sessions/sessions.service.ts';
import { namedEndpoints, testContext } from '#tests/fixtures/context.ts';
import { openTestDatabase } from '#tests/fixtures/database.ts';
import { addShopper } from '#tests/fixtures/seed.ts';

const { db } = await openTestDatabase();
const context = testContext(db);
const app = buildApp(context, 'http://localhost:3000').fastify;
const userId = await addShopper(db);
// The limit is exhausted.
await db.query(sql`update account set role = 'ADMIN' where id = ${userId}`);
const { accessToken, refreshToken } = await startSession(context, userId);
afterAll(() => app.close());

async function send(request: InjectOptions, bearer: string | null = accessToken) {
  const headers = { ...(bearer !== null && { authorization: `Bearer ${bearer}` }), ...request.headers };
  const response = await app.inject({ ...request, headers });
  return { status: response.statusCode, headers: response.headers, body: response.json() };
}

function sendJson(url: string, text: string, method: InjectOptions['method'] = 'POST') {
  return send({ method, url, payload: text, headers: { 'content-type': 'application/json' } });
}

const envelope = (code: string) => ({ success: false, error: true, code, message: expect.any(String) });
// Forms with a file are tested in upload.test.ts.
const withBody = namedEndpoints.filter(({ upload, method }) => upload === undefined && method !== 'GET');
const guarded = namedEndpoints.filter(({ audience }) => audience !== 'anyone');

test.each(withBody.map(({ name }) => [name]))(
  '%s rejects a body that is incomplete, too large, compressed or not JSON',
  async (name) => {
    const { method, path } = endpoints[name];
    const { bodyBytes = 100 * 1024 }: Endpoint = endpoints[name];
    const refused: [string, string, string, number][] = [
      ['{"a":', 'application/json', 'MALFORMED_BODY', 400],
      ['{} {}', 'application/json', 'MALFORMED_BODY', 400],
      ['{"__proto__": {"role": "ADMIN"}}', 'application/json', 'MALFORMED_BODY', 400],
      ['{"constructor": {"prototype": {"role": "ADMIN"}}}', 'application/json', 'MALFORMED_BODY', 400],
      ['a=b', 'application/x-www-form-urlencoded', 'UNSUPPORTED_MEDIA', 415],
      ['{}', 'text/plain', 'UNSUPPORTED_MEDIA', 415],
      ['{}', 'application/jsonp', 'UNSUPPORTED_MEDIA', 415],
      ['<a/>', 'application/xml', 'UNSUPPORTED_MEDIA', 415],
      [JSON.stringify('x'.repeat(bodyBytes)), 'application/json', 'BODY_TOO_LARGE', 413],
    ];
    for (const [payload, type, code, status] of refused) {
      const answer = await send({ method, url: path, payload, headers: { 'content-type': type } });
      expect([answer.status, answer.body], `${type}: ${payload.slice(0, 50)}`).toEqual([
        status,
        envelope(code),
      ]);
    }
  },
);

test.each(withBody.map(({ name }) => [name]))(
  '%s rejects JSON of another shape with 400 and issues',
  async (name) => {
    const { method, path } = endpoints[name];
    for (const text of ['null', '1', '"text"', 'true', '[]', '[[[]]]', '1e999', '-0']) {
      const { status, body } = await sendJson(path, text, method);
      // An endpoint without input, or with optional input only, accepts it.
      if (status === 200 || status === 401) continue;
      expect([status, body], text).toEqual([
        400,
        { ...envelope('INVALID_INPUT'), issues: expect.arrayContaining([expect.any(Object)]) },
      ]);
    }
  },
);

test.each(guarded.map(({ name }) => [name]))(
  '%s rejects a caller without a valid token with 401 before it validates the input',
  async (name) => {
    const { method, path } = endpoints[name];
    const [header = '', payload = '', signature = ''] = accessToken.split('.');
    const none = Buffer.from('{"alg":"none"}').toString('base64url');
    const forged = `${header}.${payload}.${randomBytes(32).toString('base64url')}`;
    const other = Buffer.from('{"sub":"someone","sid":"else","exp":99999999999}').toString('base64url');
    const bearers = [
      null,
      '',
      'x',
      refreshToken,
      forged,
      `${header}.${payload}`,
      `${none}.${payload}.`,
      `${header}.${other}.${signature}`,
    ];
    for (const bearer of bearers) {
      const answer = await send(
        { method, url: path, ...(method !== 'GET' && { payload: { wrong: true } }) },
        bearer,
      );
      expect([answer.status, answer.body], String(bearer)).toEqual([401, envelope('UNAUTHENTICATED')]);
    }
  },
);

test('a public endpoint treats a forged token as no token', async () => {
  const [anyone, forger] = await Promise.all([
    send({ method: 'GET', url: '/api/category/get' }, null),
    send({ method: 'GET', url: '/api/category/get' }, `${accessToken}x`),
  ]);
  expect([forger.status, forger.body]).toEqual([200, anyone.body]);
});

test('a write rejects unknown fields and names them, a read ignores them', async () => {
  const write = await sendJson('/api/cart/create', '{"productId": "abc", "price": 1}');
  expect([write.status, write.body.code]).toEqual([400, 'INVALID_INPUT']);
  expect(JSON.stringify(write.body.issues)).toContain('price');
  const read = await sendJson('/api/product/get', '{"page": 1, "colour": "red"}');
  expect([read.status, read.body.success]).toEqual([200, true]);
});

const badIds = ['', 'a-b', 'x'.repeat(33), '../../etc/passwd', "' or 1=1 --", '\u0000', 'ü', '\ud800'];

test.each(badIds)('rejects the id %j without a database query', async (id) => {
  const asked = [
    await sendJson('/api/product/get-product-details', JSON.stringify({ productId: id })),
    await sendJson('/api/product/get-product-by-category', JSON.stringify({ id })),
    await sendJson('/api/cart/create', JSON.stringify({ productId: id })),
    await sendJson('/api/address/disable', JSON.stringify({ _id: id }), 'DELETE'),
  ];
  for (const { status, body } of asked) expect([status, body.code]).toEqual([400, 'INVALID_INPUT']);
});

test.each([[{}], [[]], [true], [-1], [1.5], [1e308], [null]])('rejects %j as an id', async (productId) => {
  const { status, body } = await sendJson('/api/product/get-product-details', JSON.stringify({ productId }));
  expect([status, body.code, body.issues[0].path]).toEqual([400, 'INVALID_INPUT', 'productId']);
});

test.each([
  '1e999',
  '-1e999',
  '1e300',
  '9007199254740993',
  '1.5',
  '"NaN"',
  '"Infinity"',
  '"1e9999"',
  '{}',
  '[1,2]',
  '"two"',
])('rejects the page number %s, also after a response was cached', async (page) => {
  await sendJson('/api/product/get', '{"page": null}');
  const { status, body } = await sendJson('/api/product/get', `{"page": ${page}}`);
  expect([status, body.code]).toEqual([400, 'INVALID_INPUT']);
});

test.each(['-5', '0', '2000000000'])('limits the page number %s to the valid range', async (page) => {
  const { status } = await sendJson('/api/product/get', `{"page": ${page}, "limit": ${page}}`);
  expect(status).toBe(200);
});

test('text with NUL or half a surrogate pair is rejected by writes, and is a space in searches', async () => {
  for (const bad of ['\\u0000', '\\ud800', 'a\\udfffb']) {
    const write = await sendJson('/api/address/create', `{"address_line": "${bad}"}`);
    expect(write.status, bad).toBe(400);
    const read = await sendJson('/api/product/search-product', `{"search": "${bad}"}`);
    expect(read.status, bad).toBe(200);
  }
});

test.each([
  ['GET', '/api'],
  ['GET', '/api/'],
  ['GET', '/api/nothing'],
  ['POST', '/api/nothing'],
  ['PUT', '/api/cart'],
  ['DELETE', '/api/cart/get/'],
  ['GET', '/api/cart/get/more'],
  ['GET', '/api//cart/get'],
  ['GET', '/API/category/get'],
  ['GET', '/api/category%2Fget'],
] as const)('%s %s is unknown: 404 as JSON', async (method, url) => {
  const answer = await send({ method, url });
  expect([answer.status, answer.body]).toEqual([404, envelope('NOT_FOUND')]);
});

test.each([
  ['POST', '/api/cart/get', 'GET, HEAD'],
  ['GET', '/api/cart/create', 'POST'],
  ['PATCH', '/api/cart/update-qty?x=1', 'PUT'],
  ['OPTIONS', '/api/user/login', 'POST'],
  ['DELETE', '/health/live', 'GET, HEAD'],
] as const)('%s %s has the wrong method: 405 with Allow', async (method, url, allowed) => {
  const answer = await send({ method, url });
  expect([answer.status, answer.body, answer.headers.allow]).toEqual([
    405,
    envelope('METHOD_NOT_ALLOWED'),
    allowed,
  ]);
});

test.each(['/%E0%A4', '/api/%E0%A4', '/api/%', '/%zz'])('the malformed URL %s: 400', async (url) => {
  const answer = await send({ method: 'GET', url });
  expect([answer.status, answer.body]).toEqual([400, envelope('MALFORMED_BODY')]);
  expect(answer.headers['x-content-type-options']).toBe('nosniff');
});

test('answers a request for a very long URL', async () => {
  for (const url of [`/api/${'x'.repeat(60_000)}`, `/images/${'x'.repeat(60_000)}/640.webp`]) {
    const { status, body } = await send({ method: 'GET', url });
    expect([status >= 400 && status < 500, body.success]).toEqual([true, false]);
  }
});

test('answers HEAD like GET without a body', async () => {
  const response = await app.inject({ method: 'HEAD', url: '/api/category/get' });
  expect([response.statusCode, response.body]).toEqual([200, '']);
  const private_ = await app.inject({ method: 'HEAD', url: '/api/cart/get' });
  expect([private_.statusCode, private_.body]).toEqual([401, '']);
});

test('accepts repeated and unusual query parameters', async () => {
  for (const query of ['a=1&a=2', '__proto__[x]=1', 'constructor=1&toString=2', '%00=%00', 'page=1&page=2']) {
    for (const path of ['/api/category/get', '/api/order/order-list']) {
      const { status, body } = await send({ method: 'GET', url: `${path}?${query}` });
      expect([status, body.error], `${path}?${query}`).toEqual(
        query.startsWith('page') && path.endsWith('list') ? [400, true] : [200, false],
      );
    }
  }
});

test('accepts GET with a body and ignores the body', async () => {
  const { status } = await send({
    method: 'GET',
    url: '/api/category/get',
    payload: '{"broken',
    headers: { 'content-type': 'application/json' },
  });
  expect(status).toBe(200);
});
