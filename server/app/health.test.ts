import { networkInterfaces } from 'node:os';
import sql from 'sql-template-tag';
import { expect, test, vi } from 'vitest';
import { connect, type Database } from '#server/database/connect.ts';
import { queueEmail } from '#server/notifications/notifications.service.ts';
import { testContext } from '#tests/fixtures/context.ts';
import { openTestDatabase } from '#tests/fixtures/database.ts';
import { freePort } from '#tests/fixtures/processes.ts';
import { buildApp } from './app.ts';
import { listenForMetrics } from './health.ts';

const database = await openTestDatabase();

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

const metricsToken = 'a token that only the monitoring knows';
const asMonitoring = { url: '/metrics', headers: { authorization: `Bearer ${metricsToken}` } };

/** The states by `/health/ready`, `/health/database` and the metrics. */
async function readStates(db: Database) {
  const { fastify } = buildApp(testContext(db), 'http://localhost:3000', { metricsToken });
  const [ready, available, metrics] = await Promise.all([
    fastify.inject('/health/ready'),
    fastify.inject('/health/database'),
    fastify.inject(asMonitoring),
  ]);
  await fastify.close();
  expect(available.headers['cache-control']).toBe('no-store');
  expect(available.headers['retry-after']).toBe(available.statusCode === 200 ? undefined : '2');
  const gauge = /^tokri_database_available (\d)$/m.exec(metrics.body)?.[1];
  return [ready.statusCode, available.statusCode, gauge];
}

test('says apart whether the process is ready and whether the database takes changes', async () => {
  expect(await readStates(database.db)).toEqual([200, 200, '1']);
  const url = new URL(database.url);
  url.searchParams.set('options', '-c default_transaction_read_only=on');
  const readOnly = connect(url.href, { maxConnections: 1 });
  expect(await readStates(readOnly)).toEqual([200, 503, '0']);
  await readOnly.close();
  const away = connect('postgres://127.0.0.1:1/nothing', { maxConnections: 1 });
  expect(await readStates(away)).toEqual([200, 503, '0']);
  await away.close();
});

test('refuses the metrics without the token, also to local clients, which may be a proxy', async () => {
  const { fastify } = buildApp(testContext(database.db), 'http://localhost:3000', { metricsToken });
  for (const authorization of [undefined, '', metricsToken, 'Bearer', 'Bearer ', `Bearer ${metricsToken}x`]) {
    const { statusCode, body } = await fastify.inject({
      url: '/metrics',
      remoteAddress: '127.0.0.1',
      headers: authorization === undefined ? {} : { authorization },
    });
    expect([statusCode, JSON.parse(body).code], authorization).toEqual([401, 'UNAUTHENTICATED']);
  }
  expect((await fastify.inject(asMonitoring)).statusCode).toBe(200);
  await fastify.close();
});

test('serves the metrics on a port of the loopback interface only, if they have their own', async () => {
  const { fastify, metrics } = buildApp(testContext(database.db), 'http://localhost:3000');
  const port = await freePort();
  const listening = await listenForMetrics(metrics, { port, token: null });
  expect((await fastify.inject('/metrics')).statusCode).toBe(404);
  const answer = await fetch(`http://127.0.0.1:${port}/metrics`);
  expect([answer.status, await answer.text()]).toEqual([
    200,
    expect.stringContaining('tokri_http_requests_total'),
  ]);
  expect((await fetch(`http://127.0.0.1:${port}/api/category/get`)).status).toBe(404);
  const others = Object.values(networkInterfaces()).flatMap((addresses) => addresses ?? []);
  for (const { address } of others.filter(({ internal, family }) => !internal && family === 'IPv4'))
    await expect(fetch(`http://${address}:${port}/metrics`)).rejects.toThrow('fetch failed');
  await listening.stop();
  await fastify.close();
});

test('asks the database once a second, however often it is asked', async () => {
  const one = vi.fn(() => Promise.reject(new Error('away')));
  const { fastify } = buildApp(
    {
      ...testContext(database.db),
      db: { one, query: () => Promise.resolve([]) },
    },
    'http://localhost:3000',
  );
  const clock = vi.spyOn(performance, 'now').mockReturnValue(5000);
  for (const now of [5000, 5999, 6000, 6500]) {
    clock.mockReturnValue(now);
    await Promise.all([fastify.inject('/health/database'), fastify.inject('/health/database')]);
  }
  clock.mockRestore();
  expect(one).toHaveBeenCalledTimes(2);
  await fastify.close();
});

test('counts requests by route, without parameters', async () => {
  const { fastify } = buildApp(testContext(database.db), 'http://localhost:3000', { metricsToken });
  await fastify.inject('/api/category/get?q=secret');
  await fastify.inject({ method: 'HEAD', url: '/api/category/get' });
  await fastify.inject('/nothing/like/secret');
  await fastify.inject({ method: 'POST', url: '/api/user/login', payload: { email: 'secret' } });
  const { headers, body } = await fastify.inject(asMonitoring);
  expect(headers['content-type']).toMatch(/^text\/plain/);
  expect(body).toContain('tokri_http_requests_total{method="GET",route="/api/category/get",status="200"} 1');
  expect(body).toContain('tokri_http_requests_total{method="HEAD",route="/api/category/get",status="200"} 1');
  expect(body).toContain('tokri_http_request_seconds_count{route="/api/category/get"} 2');
  expect(body).toContain('tokri_http_requests_total{method="GET",route="none",status="404"} 1');
  expect(body).toContain('tokri_http_requests_total{method="POST",route="/api/user/login",status="400"} 1');
  expect(body).toMatch(/^process_resident_memory_bytes \d/m);
  expect(body).not.toContain('secret');
  for (const line of body.split('\n').filter((each) => each !== ''))
    expect(line).toMatch(/^(?:# (?:HELP|TYPE) \w+ .+|\w+(?:\{.*\})? \S+)$/);
  await fastify.close();
});

test('counts emails that wait and that were given up, and leaves them out without the database', async () => {
  const context = testContext(database.db, { now: () => new Date(Date.now() + 3_600_000) });
  const { fastify } = buildApp(context, 'http://localhost:3000', { metricsToken });
  const values = async () => (await fastify.inject(asMonitoring)).body.match(/^tokri_email.*$/gm);
  expect(await values()).toEqual([
    'tokri_emails{state="waiting"} 0',
    'tokri_emails{state="given-up"} 0',
    'tokri_email_oldest_seconds 0',
  ]);
  for (const to of ['asha@example.com', 'ravi@example.com'])
    await queueEmail(testContext(database.db), { kind: 'reset-refused', to, name: '' });
  await database.db.query(sql`
    select graphile_worker.permanently_fail_jobs(array[max(id)], 'rejected') from graphile_worker.jobs`);
  expect(await values()).toEqual([
    'tokri_emails{state="waiting"} 1',
    'tokri_emails{state="given-up"} 1',
    expect.stringMatching(/^tokri_email_oldest_seconds 36\d\d\./),
  ]);
  await fastify.close();

  const away = connect('postgres://127.0.0.1:1/nothing', { maxConnections: 1 });
  const alone = buildApp(testContext(away), 'http://localhost:3000', { metricsToken });
  const { statusCode, body } = await alone.fastify.inject(asMonitoring);
  expect([statusCode, body.match(/^tokri_email.*$/gm)]).toEqual([200, null]);
  await alone.fastify.close();
  await away.close();
});
