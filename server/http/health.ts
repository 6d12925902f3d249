import type { FastifyInstance } from 'fastify';
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import sql from 'sql-template-tag';
import { AppError } from '#contract/errors.ts';
import { enteredOtps } from '#server/features/accounts/password-reset/password-reset.service.ts';
import { getEmailBacklog } from '#server/features/notifications/notifications.service.ts';
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
  registerEmailMetrics(registry, context);
  app.addHook('onResponse', async (request, reply) => {
    const route = request.routeOptions.url ?? 'none';
    requests.inc({ method: request.method, route, status: reply.statusCode });
    durations.observe({ route }, reply.elapsedTime / 1000);
  });
  app.get('/metrics', async (_request, reply) =>
    reply.header('Content-Type', registry.contentType).send(await registry.metrics()),
  );
}

/** Emails are counted in the database when the metrics are read; without the database they are left out. */
function registerEmailMetrics(registry: Registry, context: Context): void {
  new Gauge({
    name: 'tokri_emails',
    help: 'Emails that wait for the mail server, and those given up in the last 7 days.',
    labelNames: ['state'],
    registers: [registry],
    async collect() {
      const backlog = await getEmailBacklog(context).catch(() => null);
      this.reset();
      if (backlog === null) return;
      this.set({ state: 'waiting' }, backlog.waiting);
      this.set({ state: 'given-up' }, backlog.givenUp);
    },
  });
  new Gauge({
    name: 'tokri_email_oldest_seconds',
    help: 'How long the oldest waiting email waits; 0 if none does.',
    registers: [registry],
    async collect() {
      const backlog = await getEmailBacklog(context).catch(() => null);
      const queuedAt = backlog?.oldestQueuedAt ?? context.now();
      if (backlog === null) this.remove();
      else this.set((context.now().getTime() - queuedAt.getTime()) / 1000);
    },
  });
}
