import pino from 'pino';
import { expect, test } from 'vitest';
import { createRateLimits } from '#server/http/rate-limits.ts';
import { testContext } from '#tests/fixtures/context.ts';
import { openTestDatabase } from '#tests/fixtures/database.ts';
import { buildApp } from './app.ts';

const { db } = await openTestDatabase();

const path = '/api/report/csp';

function openApp() {
  const lines: Record<string, unknown>[] = [];
  const log = pino({ level: 'warn' }, { write: (line) => lines.push(JSON.parse(line)) });
  const context = testContext(db, { log, rateLimits: createRateLimits(db) });
  const metricsToken = 'a token for these tests';
  const { fastify } = buildApp(context, 'http://localhost:3000', { metricsToken });
  const send = (type: string, payload: string) =>
    fastify.inject({ method: 'POST', url: path, headers: { 'content-type': type }, payload });
  const counts = async () => {
    const headers = { authorization: `Bearer ${metricsToken}` };
    const { body } = await fastify.inject({ url: '/metrics', headers });
    return body.match(/^tokri_csp_reports_total\{.*$/gm) ?? [];
  };
  return { fastify, lines, send, counts };
}

const violation = {
  type: 'csp-violation',
  body: {
    effectiveDirective: 'script-src-elem',
    blockedURL: 'https://evil.example/x.js?secret=1',
    documentURL: 'https://shop.example/search?q=typed',
  },
};

test('logs and counts the reports of both kinds, without what a shopper typed', async () => {
  const { fastify, lines, send, counts } = openApp();
  const legacy = {
    'csp-report': { 'violated-directive': 'img-src', 'blocked-uri': 'inline', 'document-uri': '/' },
  };
  const invented = { ...violation, body: { ...violation.body, effectiveDirective: 'x"} 1\n' } };
  expect((await send('application/csp-report', JSON.stringify(legacy))).statusCode).toBe(204);
  const several = JSON.stringify([violation, { type: 'deprecation' }, invented, null, 7]);
  expect((await send('application/reports+json', several)).statusCode).toBe(204);
  expect(lines).toMatchObject([
    { event: 'csp-violation', directive: 'img-src', blocked: 'inline', page: '/' },
    {
      event: 'csp-violation',
      directive: 'script-src-elem',
      blocked: 'https://evil.example/x.js',
      page: 'https://shop.example/search',
    },
    { event: 'csp-violation', directive: 'other' },
  ]);
  expect(JSON.stringify(lines)).not.toMatch(/secret|typed/);
  expect(await counts()).toEqual([
    'tokri_csp_reports_total{directive="img-src"} 1',
    'tokri_csp_reports_total{directive="script-src-elem"} 1',
    'tokri_csp_reports_total{directive="other"} 1',
  ]);
  await fastify.close();
});

test('rejects large, broken and other bodies, and takes few reports of a list and a network', async () => {
  const { fastify, lines, send } = openApp();
  const many = JSON.stringify(Array(40).fill(violation));
  const outcomes = [
    await send('application/reports+json', 'x'.repeat(20_000)),
    await send('application/reports+json', '{'),
    await send('application/json', '{}'),
    await send('application/csp-report', '7'),
  ].map(({ statusCode }) => statusCode);
  expect(outcomes).toEqual([413, 400, 415, 204]);
  expect(lines).toEqual([]);
  expect((await send('application/reports+json', many)).statusCode).toBe(204);
  expect(lines).toHaveLength(10);
  const statuses = new Set<number>();
  for (let time = 0; time < 40; time += 1)
    statuses.add((await send('application/reports+json', '[]')).statusCode);
  expect([...statuses]).toEqual([204, 429]);
  await fastify.close();
});
