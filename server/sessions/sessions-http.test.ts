import type { InjectOptions } from 'fastify';
import { afterAll, expect, test } from 'vitest';
import { buildApp } from '#server/app/app.ts';
import { testPassword } from '#tests/fixtures/accounts.ts';
import { testContext } from '#tests/fixtures/context.ts';
import { openTestDatabase } from '#tests/fixtures/database.ts';

const { db } = await openTestDatabase();
const app = buildApp(testContext(db), 'http://localhost:3000').fastify;
afterAll(() => app.close());

async function send(request: InjectOptions, bearer?: string) {
  const headers = { ...request.headers, ...(bearer !== undefined && { authorization: `Bearer ${bearer}` }) };
  const response = await app.inject({ ...request, headers });
  return { status: response.statusCode, headers: response.headers, body: response.json() };
}

const post = (path: string, payload?: InjectOptions['payload'], bearer?: string) =>
  send({ method: 'POST', url: path, ...(payload !== undefined && { payload }) }, bearer);
const details = (bearer?: string) => send({ method: 'GET', url: '/api/user/user-details' }, bearer);

async function newShopper(email: string) {
  const form = { name: 'Asha', email, password: testPassword, confirmPassword: testPassword };
  expect((await post('/api/user/register', form)).status).toBe(201);
  const { body } = await post('/api/user/login', { email, password: testPassword });
  return { accessToken: body.data.accesstoken, refreshToken: body.data.refreshToken };
}

test('a shopper registers, logs in, reads the profile, refreshes and logs out', async () => {
  const email = 'asha@example.com';
  const form = { name: 'Asha', email, password: testPassword, confirmPassword: testPassword };
  const registered = await post('/api/user/register', form);
  expect([registered.status, registered.body]).toEqual([
    201,
    {
      success: true,
      error: false,
      message: expect.any(String),
      data: { _id: expect.any(String), name: 'Asha', email },
    },
  ]);
  const loggedIn = await post('/api/user/login', { email, password: testPassword });
  expect(loggedIn.headers['cache-control']).toBe('no-store');
  const { accesstoken, refreshToken } = loggedIn.body.data;
  const known = await details(accesstoken);
  expect([known.status, known.body.data.email]).toEqual([200, email]);
  const renewed = await post('/api/user/refresh-token', undefined, refreshToken);
  expect((await details(renewed.body.data.accessToken)).status).toBe(200);
  const left = await send({ method: 'GET', url: '/api/user/logout' }, renewed.body.data.accessToken);
  expect([left.status, left.body]).toEqual([
    200,
    { success: true, error: false, message: 'Logged out', data: null },
  ]);
  const late = await post('/api/user/refresh-token', undefined, renewed.body.data.refreshToken);
  expect([late.status, late.body.code, late.body.success, late.body.error]).toEqual([
    401,
    'BAD_REFRESH_TOKEN',
    false,
    true,
  ]);
});

test.each([
  ['no body', undefined, undefined],
  ['an empty object', {}, undefined],
  ['an empty body that claims to be JSON', '', 'application/json'],
])('a session is refreshed with %s as body', async (what, payload, type) => {
  const { refreshToken } = await newShopper(`${what.length}@example.com`);
  const renewed = await send(
    {
      method: 'POST',
      url: '/api/user/refresh-token',
      ...(payload !== undefined && { payload }),
      ...(type !== undefined && { headers: { 'content-type': type } }),
    },
    refreshToken,
  );
  expect([renewed.status, renewed.body.data]).toEqual([
    200,
    { accessToken: expect.any(String), refreshToken: expect.any(String) },
  ]);
});

test('a token in another form than the authorization header of a bearer is ignored', async () => {
  const { accessToken } = await newShopper('ravi@example.com');
  const schemes = [accessToken, `Basic ${accessToken}`, `Bearer`, `Bearer,${accessToken}`];
  for (const authorization of [...schemes, `Bearer ${accessToken} ${accessToken}`]) {
    const { status } = await send({ url: '/api/user/user-details', headers: { authorization } });
    expect(status, authorization).toBe(401);
  }
  const url = `/api/user/user-details?accesstoken=${accessToken}&token=${accessToken}`;
  const { status } = await send({ method: 'GET', url, headers: { cookie: `accesstoken=${accessToken}` } });
  expect(status).toBe(401);
});

test.each([
  ['nothing', ''],
  ['bytes that are no UTF-8', Buffer.from([0x22, 0xff, 0xfe, 0x22])],
])('a login or registration with %s gets a clear 4xx', async (_what, payload) => {
  for (const url of ['/api/user/login', '/api/user/register']) {
    const { status, body } = await send({
      method: 'POST',
      url,
      payload,
      headers: { 'content-type': 'application/json' },
    });
    expect([status, body.code, body.success]).toEqual([400, 'INVALID_INPUT', false]);
    expect(body.message).toEqual(expect.any(String));
  }
});
