import { afterAll, beforeAll, expect, test } from 'vitest';
import { testContext } from '#tests/fixtures/context.ts';
import { createTestDatabase, type TestDatabase } from '#tests/fixtures/database.ts';
import { buildApp } from '../app.ts';
import { connect } from '../database/connect.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

test('is live and ready with a database', async () => {
  const { fastify } = buildApp(testContext(database.db), 'http://localhost:3000');
  const [live, ready] = await Promise.all([fastify.inject('/health/live'), fastify.inject('/health/ready')]);
  expect([live.statusCode, live.json()]).toEqual([200, { status: 'live' }]);
  expect([ready.statusCode, ready.json(), ready.headers['cache-control']]).toEqual([
    200,
    { status: 'ready' },
    'no-store',
  ]);
  await fastify.close();
});

test('is live but not ready without migrations', async () => {
  const url = new URL(database.url);
  url.pathname = '/postgres';
  const db = connect(url.href, { maxConnections: 1 });
  const { fastify } = buildApp(testContext(db), 'http://localhost:3000');
  const ready = await fastify.inject('/health/ready');
  expect([ready.statusCode, ready.json().code, ready.headers['retry-after']]).toEqual([
    503,
    'UNAVAILABLE',
    '2',
  ]);
  expect((await fastify.inject('/health/live')).statusCode).toBe(200);
  await fastify.close();
  await db.close();
});

test('counts requests by route, without parameters', async () => {
  const { fastify } = buildApp(testContext(database.db), 'http://localhost:3000');
  await fastify.inject('/api/category/get?q=secret');
  await fastify.inject('/nothing/like/secret');
  await fastify.inject({ method: 'POST', url: '/api/user/login', payload: { email: 'secret' } });
  const { headers, body } = await fastify.inject('/metrics');
  expect(headers['content-type']).toMatch(/^text\/plain/);
  expect(body).toContain('tokri_http_requests_total{method="GET",route="/api/category/get",status="200"} 1');
  expect(body).toContain('tokri_http_requests_total{method="GET",route="none",status="404"} 1');
  expect(body).toContain('tokri_http_requests_total{method="POST",route="/api/user/login",status="400"} 1');
  expect(body).toMatch(/^process_resident_memory_bytes \d/m);
  expect(body).not.toContain('secret');
  for (const line of body.split('\n').filter((each) => each !== ''))
    expect(line).toMatch(/^(?:# (?:HELP|TYPE) \w+ .+|\w+(?:\{.*\})? \S+)$/);
  await fastify.close();
});
