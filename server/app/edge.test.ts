import { once } from 'node:events';
import { request as httpRequest } from 'node:http';
import { connect as openSocket } from 'node:net';
import { text } from 'node:stream/consumers';
import type { FastifyInstance } from 'fastify';
import { afterEach, expect, test } from 'vitest';
import { AppError } from '#contract/base/errors.ts';
import { createLog } from '#server/base/log.ts';
import { tokenBucketLimiter } from '#server/http/rate-limiter.ts';
import { createRateLimits, type RateLimits } from '#server/http/rate-limits.ts';
import { openSession } from '#tests/fixtures/accounts.ts';
import { testContext } from '#tests/fixtures/context.ts';
import { openTestDatabase } from '#tests/fixtures/database.ts';
import { addShopper } from '#tests/fixtures/seed.ts';
import { type App, buildApp, type Timeouts } from './app.ts';

const publicUrl = 'https://shop.example';
const { db } = await openTestDatabase();
let logged: string[];
let apps: App[] = [];
afterEach(async () => {
  await Promise.all(apps.map((app) => app.close()));
  apps = [];
});

function build(
  url = publicUrl,
  prepare: (fastify: FastifyInstance) => void = () => {},
  proxies?: string,
  given: { rateLimits?: RateLimits; timeouts?: Timeouts } = {},
): App {
  logged = [];
  const log = createLog('trace', { write: (line) => void logged.push(line) });
  const context = testContext(db, { log, ...(given.rateLimits && { rateLimits: given.rateLimits }) });
  const { timeouts } = given;
  const app = buildApp(context, url, {
    metricsToken,
    ...(proxies !== undefined && { trustedProxies: proxies }),
    ...(timeouts !== undefined && { timeouts }),
  });
  prepare(app.fastify);
  apps.push(app);
  return app;
}

test('answers an unknown error without details, and logs it with the id of the request', async () => {
  const { fastify } = build(publicUrl, (routes) =>
    routes.post('/api/broken', async () => {
      throw Object.assign(new Error('the wire is wet'), {
        detail: 'Failing row contains (asha@example.com)',
      });
    }),
  );
  const response = await fastify.inject({
    method: 'POST',
    url: '/api/broken?q=private',
    payload: { password: 'mango lassi' },
    headers: { authorization: 'Bearer very.secret.token' },
  });
  expect([response.statusCode, response.json()]).toEqual([
    500,
    {
      success: false,
      error: true,
      code: 'INTERNAL',
      message: 'Something went wrong on our side. Please try again.',
    },
  ]);
  const failure = logged.find((line) => line.includes('the wire is wet')) ?? '';
  expect(JSON.parse(failure)).toMatchObject({
    reqId: response.headers['x-request-id'],
    method: 'POST',
    route: '/api/broken',
  });
  for (const secret of ['asha@', 'mango', 'very.secret', 'private']) {
    expect(logged.join(), secret).not.toContain(secret);
  }
});

test('logs no password and no token at any level', async () => {
  const { fastify } = build();
  const password = 'mango lassi at noon';
  const post = (url: string, payload: object, bearer = '') =>
    fastify.inject({ method: 'POST', url, payload, headers: { authorization: `Bearer ${bearer}` } });
  const form = { name: 'Asha', email: 'asha@example.com', password, confirmPassword: password };
  await post('/api/user/register', form);
  await post('/api/user/register', form);
  await post('/api/user/login', { email: form.email, password: 'a wrong password' });
  const { accesstoken, refreshToken } = (await post('/api/user/login', form)).json().data ?? {};
  const loggedIn = (await post('/api/user/login', { email: form.email, password })).json().data;
  expect([accesstoken, refreshToken]).toEqual([undefined, undefined]);
  await post('/api/cart/create', { productId: 'abc' }, loggedIn.accesstoken);
  const renewed = (await post('/api/user/refresh-token', {}, loggedIn.refreshToken)).json().data;
  await post('/api/user/refresh-token', {}, `${loggedIn.refreshToken}x`);
  const all = logged.join();
  for (const secret of [
    password,
    'a wrong password',
    loggedIn.accesstoken,
    loggedIn.refreshToken,
    renewed.accessToken,
    renewed.refreshToken,
    'argon2',
  ]) {
    expect(secret).toEqual(expect.any(String));
    expect(all).not.toContain(secret);
  }
});

test('sends no HSTS header without https', async () => {
  const { headers } = await build('http://localhost:3000').fastify.inject('/health/live');
  expect(headers['strict-transport-security']).toBeUndefined();
});

test('private responses and errors are not stored, catalogue reads are revalidated', async () => {
  const { fastify } = build();
  const stored = async (url: string) => (await fastify.inject(url)).headers['cache-control'];
  expect(await stored('/api/cart/get')).toBe('no-store');
  expect(await stored('/api/nothing')).toBe('no-store');
  expect(await stored('/api/category/get')).toBe('no-cache');
});

test('allows the API from another origin only for pages of the shop', async () => {
  const { fastify } = build();
  const ask = (origin: string, method: 'GET' | 'OPTIONS', url = '/api/category/get') =>
    fastify.inject({ method, url, headers: { origin, 'access-control-request-method': 'GET' } });
  const own = await ask(publicUrl, 'GET');
  expect(own.headers['access-control-allow-origin']).toBe(publicUrl);
  const asked = await ask(publicUrl, 'OPTIONS', '/api/order/cash-on-delivery');
  expect([asked.statusCode, asked.headers['access-control-allow-headers']]).toEqual([
    204,
    'Authorization, Content-Type, Idempotency-Key',
  ]);
  for (const origin of ['https://evil.example', 'null', `${publicUrl}.evil.example`, 'http://shop.example']) {
    for (const method of ['GET', 'OPTIONS'] as const) {
      const { headers } = await ask(origin, method);
      expect(Object.keys(headers).filter((name) => name.startsWith('access-control'))).toEqual([]);
    }
  }
  const credentials = Object.keys(own.headers).filter((name) => name.includes('credentials'));
  expect(credentials).toEqual([]);
});

test('accepts X-Forwarded-For only from a trusted proxy', async () => {
  const addressSeen = async (proxies: string | undefined, remoteAddress: string, forwardedFor: string) => {
    const { fastify } = build(
      publicUrl,
      (routes) => routes.get('/address', async (request) => ({ address: request.ip })),
      proxies,
    );
    const headers = { 'x-forwarded-for': forwardedFor };
    return (await fastify.inject({ url: '/address', headers, remoteAddress })).json().address;
  };
  expect(await addressSeen(undefined, '127.0.0.1', '198.51.100.7')).toBe('198.51.100.7');
  // An address that the client sent is left of the one that the proxy added.
  expect(await addressSeen(undefined, '127.0.0.1', '10.1.1.1, 198.51.100.7')).toBe('198.51.100.7');
  expect(await addressSeen(undefined, '203.0.113.9', '198.51.100.7')).toBe('203.0.113.9');
  expect(await addressSeen('10.0.0.0/8', '10.2.3.4', '198.51.100.7')).toBe('198.51.100.7');
  expect(await addressSeen('10.0.0.0/8', '127.0.0.1', '198.51.100.7')).toBe('127.0.0.1');
});

test('takes nothing else from headers of proxies, even of a trusted one', async () => {
  const forged = {
    'x-forwarded-host': 'evil.example',
    'x-forwarded-proto': 'http',
    'x-forwarded-port': '81',
    'x-forwarded-prefix': '/evil',
    'x-real-ip': '198.51.100.7',
    'x-client-ip': '198.51.100.7',
    'true-client-ip': '198.51.100.7',
    'cf-connecting-ip': '198.51.100.7',
    'x-original-url': '/api/openapi.json',
    'x-rewrite-url': '/api/openapi.json',
    'x-http-method-override': 'DELETE',
    forwarded: 'for=198.51.100.7;host=evil.example;proto=http',
  };
  const { fastify } = build(publicUrl, (routes) =>
    routes.get('/address', async (request) => ({
      address: request.ip,
      url: request.url,
      method: request.method,
    })),
  );
  const ask = (url: string, headers: Record<string, string>) =>
    fastify.inject({ url, headers, remoteAddress: '127.0.0.1' });
  for (const url of [
    '/address',
    '/api/category/get',
    '/health/live',
    '/.well-known/security.txt',
    '/nothing',
  ]) {
    const [plain, given] = [await ask(url, {}), await ask(url, forged)];
    const answer = ({ statusCode, headers, body }: typeof plain) => ({
      statusCode,
      headers: { ...headers, date: '' },
      body,
    });
    expect(answer(given)).toEqual(answer(plain));
  }
});

test('line breaks in a URL add no response header', async () => {
  const { fastify } = build();
  const { headers } = await fastify.inject('/api/nothing%0d%0aset-cookie:%20a=b');
  expect(headers['set-cookie']).toBeUndefined();
});

test('answers a malformed HTTP request with the error envelope and closes the connection', async () => {
  const { fastify } = build();
  const { port } = new URL(await fastify.listen({ port: 0, host: '127.0.0.1' }));
  const say = async (words: string) => {
    const socket = openSocket({ port: Number(port), host: '127.0.0.1' });
    await once(socket, 'connect');
    socket.write(words);
    return text(socket);
  };
  const expected = '"success":false,"error":true,"code":"MALFORMED_BODY"';
  const nonsense = await say('HELLO SHOP\r\n\r\n');
  expect([nonsense.split('\r\n')[0], nonsense]).toEqual([
    'HTTP/1.1 400 Bad Request',
    expect.stringContaining(expected),
  ]);
  const long = await say(`GET / HTTP/1.1\r\nHost: a\r\nX: ${'x'.repeat(20_000)}\r\n\r\n`);
  expect([long.split('\r\n')[0], long]).toEqual([
    'HTTP/1.1 431 Request Header Fields Too Large',
    expect.stringContaining(expected),
  ]);
});

test('finishes running requests and rejects new ones while closing', async () => {
  let finish = () => {};
  let began = () => {};
  const hasBegun = new Promise<void>((resolve) => {
    began = resolve;
  });
  const app = build(publicUrl, (routes) =>
    routes.get('/slow', async () => {
      began();
      await new Promise<void>((resolve) => {
        finish = resolve;
      });
      return { said: 'the last word' };
    }),
  );
  const url = await app.fastify.listen({ port: 0, host: '127.0.0.1' });
  // Two requests on one connection, because a closing server accepts no new connections.
  const socket = openSocket({ port: Number(new URL(url).port), host: '127.0.0.1' });
  const heard = text(socket);
  socket.write('GET /slow HTTP/1.1\r\nHost: a\r\n\r\n');
  await hasBegun;
  const closed = app.close();
  const hasArrived = once(app.fastify.server, 'request');
  socket.write('GET /api/category/get HTTP/1.1\r\nHost: a\r\n\r\n');
  await hasArrived;
  finish();
  await closed;
  const answers = await heard;
  expect(answers).toContain('{"said":"the last word"}');
  expect(answers).toContain('HTTP/1.1 503 Service Unavailable');
  expect(answers).toContain('"success":false,"error":true,"code":"UNAVAILABLE"');
  await expect(fetch(`${url}/health/live`)).rejects.toThrow('fetch failed');
});

test('sends status, code and Retry-After of an error of the contract', async () => {
  const { fastify } = build(publicUrl, (routes) =>
    routes.get('/refused', async () => {
      throw new AppError('TOO_MANY_REQUESTS', { retryAfterSeconds: 1.2 });
    }),
  );
  const { statusCode, headers, body } = await fastify.inject('/refused');
  expect([statusCode, headers['retry-after'], JSON.parse(body).code]).toEqual([
    429,
    '2',
    'TOO_MANY_REQUESTS',
  ]);
});

const asBrowser = {
  accept: 'text/html,application/xhtml+xml',
  'content-type': 'application/x-www-form-urlencoded',
};

test('a form posted to a page without JavaScript leads back to it on this host, without what was typed', async () => {
  const { fastify } = build();
  const { port } = new URL(await fastify.listen({ port: 0, host: '127.0.0.1' }));
  // Not `inject`, which changes the path.
  const post = async (path: string) => {
    const request = httpRequest({ port, path, method: 'POST', headers: asBrowser });
    request.end('email=asha%40example.com&password=mango');
    const [response] = await once(request, 'response');
    const body = await text(response);
    expect([body, logged.join(), response.headers['set-cookie']].join()).not.toContain('mango');
    return [response.statusCode, response.headers.location];
  };
  expect(await post('/login')).toEqual([303, '/login']);
  expect(await post('/register?from=%2Fcart')).toEqual([303, '/register']);
  expect(await post('//evil.example/login')).toEqual([303, '/login']);
  expect(await post('/.//evil.example')).toEqual([303, '/evil.example']);
  expect(await post('/\\\\evil.example/login')).toEqual([303, '/login']);
});

test('a form that is posted to an unknown call, or by a program, gets the error as JSON', async () => {
  const { fastify } = build();
  const send = (url: string, headers: Record<string, string>) =>
    fastify.inject({ method: 'POST', url, headers, payload: 'password=mango' });
  for (const response of [
    await send('/api/user/none', asBrowser),
    await send('/api', asBrowser),
    await send('/login', { ...asBrowser, accept: '*/*' }),
    await send('/login', { ...asBrowser, 'content-type': 'application/json' }),
  ])
    expect([response.statusCode, response.json().success]).toEqual([expect.any(Number), false]);
});

test('security.txt names the contact address and expires within a year', async () => {
  const context = testContext(db, { now: () => new Date('2026-11-22T10:00:00Z') });
  const { fastify } = buildApp(context, 'https://shop.example');
  const { headers, body } = await fastify.inject('/.well-known/security.txt');
  expect(headers['content-type']).toBe('text/plain; charset=utf-8');
  expect(body.split('\n')).toEqual([
    'Contact: mailto:hello@tokri.local',
    'Expires: 2027-05-21T00:00:00.000Z',
    'Preferred-Languages: en',
    'Canonical: https://shop.example/.well-known/security.txt',
    '',
  ]);
  await fastify.close();
});

const metricsToken = 'a token of the monitoring';
const noTimeouts = { headers: 0, body: 60_000, request: 0, idleSocket: 0, keepAlive: 60_000, check: 50 };

/** What the server sends until it closes the connection. */
async function sendSlowly(app: App, bytes: string): Promise<string> {
  const { port } = new URL(await app.fastify.listen({ port: 0 }));
  const socket = openSocket(Number(port), '127.0.0.1');
  await once(socket, 'connect');
  socket.write(bytes);
  return text(socket);
}

const beginning =
  'POST /api/user/login HTTP/1.1\r\nhost: shop\r\ncontent-type: application/json\r\ncontent-length: 100\r\n\r\n{';

test('answers 408 to a body that arrives too slowly, and closes the connection', async () => {
  const app = build(publicUrl, undefined, undefined, { timeouts: { ...noTimeouts, body: 50 } });
  const answer = await sendSlowly(app, beginning);
  expect(answer).toMatch(/^HTTP\/1\.1 408 /);
  expect(answer).toMatch(/connection: close/i);
  expect(answer).toContain('"code":"REQUEST_TIMEOUT"');
});

test('closes the connection of a slow body whose request was answered before', async () => {
  const early = (fastify: FastifyInstance) => {
    fastify.register(async (scope) => {
      scope.removeAllContentTypeParsers();
      scope.addContentTypeParser('*', (_request, _payload, done) => done(null));
      scope.post('/api/early', async () => ({ early: true }));
    });
  };
  const app = build(publicUrl, early, undefined, { timeouts: { ...noTimeouts, body: 50 } });
  const answer = await sendSlowly(app, beginning.replace('user/login', 'early'));
  expect(answer).toMatch(/^HTTP\/1\.1 200 /);
  expect((await app.fastify.inject('/health/live')).statusCode).toBe(200);
});

test('answers a request without a body, however long that takes', async () => {
  const slow = (fastify: FastifyInstance) =>
    fastify.get('/api/slow', async () => {
      await new Promise((resolve) => setTimeout(resolve, 200));
      return { slow: true };
    });
  const app = build(publicUrl, slow, undefined, { timeouts: { ...noTimeouts, body: 50 } });
  const answer = await sendSlowly(app, 'GET /api/slow HTTP/1.1\r\nhost: shop\r\nconnection: close\r\n\r\n');
  expect(answer).toMatch(/^HTTP\/1\.1 200 /);
});

test.each([
  ['headers that never end', 'GET / HTTP/1.1\r\nhost: s', { headers: 50 }, /^HTTP\/1\.1 408 /],
  ['no byte at all', '', { headers: 50 }, /^(?:HTTP\/1\.1 408 |$)/],
  ['silence', '', { idleSocket: 50 }, /^$/],
  [
    'an idle connection',
    'GET /health/live HTTP/1.1\r\nhost: s\r\n\r\n',
    { keepAlive: 50 },
    /^HTTP\/1\.1 200 /,
  ],
])('closes a connection after %s', async (_what, bytes, timeouts, answer) => {
  const app = build(publicUrl, undefined, undefined, { timeouts: { ...noTimeouts, ...timeouts } });
  expect(await sendSlowly(app, bytes)).toMatch(answer);
});

test('answers 429 to a network or account with too many requests of any kind, but not to health checks and metrics', async () => {
  const rateLimits = {
    ...createRateLimits(null),
    request: tokenBucketLimiter({ name: 'request', attempts: 4, perMs: 4_000_000 }),
    requestOfAccount: tokenBucketLimiter({ name: 'requestOfAccount', attempts: 2, perMs: 4_000_000 }),
  };
  const { fastify } = build(publicUrl, undefined, undefined, { rateLimits });
  const { accessToken } = await openSession(db, await addShopper(db));
  const headers = { authorization: `Bearer ${accessToken}` };
  const get = (url: string, remoteAddress = '203.0.113.1') => fastify.inject({ url, remoteAddress, headers });
  const calls = ['/api/user/user-details', '/api/address/get', '/api/cart/get'];
  const statuses = [];
  for (const url of calls) statuses.push((await get(url)).statusCode);
  expect(statuses).toEqual([200, 200, 429]);
  // Another address of the network.
  const free = { remoteAddress: '203.0.113.1', url: '/api/category/get' };
  expect((await fastify.inject(free)).statusCode).toBe(200);
  const refused = await fastify.inject({ ...free, url: '/api/openapi.json' });
  expect([refused.statusCode, refused.headers['retry-after']]).toEqual([429, '1000']);
  const monitoring = { ...free, headers: { authorization: `Bearer ${metricsToken}` } };
  for (const url of ['/health/live', '/health/ready', '/metrics'])
    expect((await fastify.inject({ ...monitoring, url })).statusCode).toBe(200);
  expect((await fastify.inject({ ...free, remoteAddress: '203.0.114.1' })).statusCode).toBe(200);
});
