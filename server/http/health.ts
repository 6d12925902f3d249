import type { FastifyInstance } from 'fastify';
import { Counter, collectDefaultMetrics, Histogram, Registry } from 'prom-client';
import sql from 'sql-template-tag';
import { AppError } from '#contract/errors.ts';
import { enteredOtps } from '#server/features/accounts/password-reset/password-reset.service.ts';
import type { Context } from '../context.ts';
import { sendError } from './errors.ts';

const neverStored = { 'cache-control': 'no-store' };

/** Registers `/health/live`, `/health/ready` and `/metrics`. */
export function registerHealth(app: FastifyInstance, context: Context): void {
  app.get('/health/live', async (_request, reply) => reply.headers(neverStored).send({ status: 'live' }));

  app.get('/health/ready', async (_request, reply) => {
    try {
      // Reads a table, so that a database without migrations is not ready.
      await context.db.query(sql`select 1 from product limit 1`);
      return reply.headers(neverStored).send({ status: 'ready' });
    } catch {
      return sendError(reply, new AppError('UNAVAILABLE', { retryAfterSeconds: 2 }));
    }
  });

  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  const requests = new Counter({
    name: 'tokri_http_requests_total',
    help: 'Requests answered.',
    labelNames: ['method', 'route', 'status'],
    registers: [registry],
  });
  const durations = new Histogram({
    name: 'tokri_http_request_seconds',
    help: 'How long requests took.',
    labelNames: ['route'],
    buckets: [0.001, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 1, 5],
    registers: [registry],
  });
  registry.registerMetric(enteredOtps);
  app.addHook('onResponse', async (request, reply) => {
    const route = request.routeOptions.url ?? 'none';
    requests.inc({ method: request.method, route, status: reply.statusCode });
    durations.observe({ route }, reply.elapsedTime / 1000);
  });
  app.get('/metrics', async (_request, reply) =>
    reply.header('Content-Type', registry.contentType).send(await registry.metrics()),
  );
}
