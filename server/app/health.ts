import { hash, timingSafeEqual } from 'node:crypto';
import Fastify, {
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
  type onResponseHookHandler,
} from 'fastify';
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import sql from 'sql-template-tag';
import { AppError } from '#contract/base/errors.ts';
import { isFulfilledBefore } from '#server/base/deadline.ts';
import { replicaReads } from '#server/database/read-replica.ts';
import type { Context } from '#server/http/context.ts';
import { databaseRetryAfterSeconds, registerErrorHandler, sendError } from '#server/http/errors.ts';
import { enteredOtps } from '#server/identity/password-reset.service.ts';
import { jobQueueSilence } from '#server/jobs/job-queue.ts';
import { getEmailBacklog } from '#server/notifications/notifications.service.ts';
import { countOperatorEvents } from '#server/sessions/security-log.service.ts';
import { droppedSecurityEvents, securityEvents } from '#server/sessions/security-log.ts';
import { policyReports } from './content-security-policy.ts';

export const unhandledRejections = new Counter({
  name: 'tokri_unhandled_rejections_total',
  help: 'Promises that were rejected without a handler: errors in the shop or its libraries.',
  registers: [],
});

// Anyone may ask, so the answer costs a query a second at most.
const databaseCacheMs = 1000;
// A monitoring service waits for so long at least.
const databaseTimeoutMs = 3000;

/** Shares the outcome of `work` among the calls that begin within `ms`. */
function cachedFor(ms: number, work: () => Promise<void>): () => Promise<void> {
  let last: { startedAt: number; outcome: Promise<void> } | null = null;
  return () => {
    const now = performance.now();
    if (last === null || now - last.startedAt >= ms) last = { startedAt: now, outcome: work() };
    return last.outcome;
  };
}

/** Throws unless the database answers and takes changes: a standby does not. */
async function requireWritable({ db }: Pick<Context, 'db'>): Promise<void> {
  const { is_read_only } = await db.one<{ is_read_only: boolean }>(sql`
    select current_setting('transaction_read_only')::boolean as is_read_only`);
  if (is_read_only) throw new AppError('UNAVAILABLE');
}

const neverStored = { 'cache-control': 'no-store' };

/**
 * Registers `/health/live`, `/health/ready`, `/health/database` and, for requests with the token, `/metrics`. Returns
 * the metrics. The address of a client allows nothing, because behind a proxy that does not forward it every client
 * seems to be local.
 */
export function registerHealth(
  app: FastifyInstance,
  context: Context,
  metricsToken: string | null,
): Registry {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  measureRequests(app, registry);
  app.get('/health/live', async (_request, reply) => reply.headers(neverStored).send({ status: 'live' }));

  // Not while the process stops, which `app.ts` answers. Without the database most reads are answered from memory.
  app.get('/health/ready', async (_request, reply) => reply.headers(neverStored).send({ status: 'ready' }));

  const checkDatabase = cachedFor(databaseCacheMs, () => requireWritable(context));
  const isAvailable = () =>
    isFulfilledBefore(checkDatabase(), performance.now() + databaseTimeoutMs).catch(() => false);
  app.get('/health/database', async (_request, reply) => {
    if (await isAvailable()) return reply.headers(neverStored).send({ status: 'available' });
    return sendError(reply, new AppError('UNAVAILABLE', { retryAfterSeconds: databaseRetryAfterSeconds }));
  });
  new Gauge({
    name: 'tokri_database_available',
    help: '1 if the database answers and takes changes, otherwise 0.',
    registers: [registry],
    async collect() {
      this.set((await isAvailable()) ? 1 : 0);
    },
  });

  registry.registerMetric(enteredOtps);
  registry.registerMetric(securityEvents);
  registry.registerMetric(droppedSecurityEvents);
  registry.registerMetric(replicaReads);
  registry.registerMetric(policyReports);
  registry.registerMetric(jobQueueSilence);
  registry.registerMetric(unhandledRejections);
  registerEmailMetrics(registry, context);
  registerOperatorMetrics(registry, context);
  if (metricsToken !== null) registerMetrics(app, registry, metricsToken);
  return registry;
}

/** Counts and times the requests of unknown routes and of those that are registered later. */
function measureRequests(app: FastifyInstance, registry: Registry): void {
  const counts = new Map<string, { labels: Record<'method' | 'route' | 'status', string>; count: number }>();
  new Counter({
    name: 'tokri_http_requests_total',
    help: 'Requests answered.',
    labelNames: ['method', 'route', 'status'],
    registers: [registry],
    collect() {
      this.reset();
      for (const { labels, count } of counts.values()) this.inc(labels, count);
    },
  });
  const durations = new Histogram({
    name: 'tokri_http_request_seconds',
    help: 'How long requests took.',
    labelNames: ['route'],
    buckets: [0.001, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 1, 5],
    registers: [registry],
  });
  const measure = (route: string, { method }: FastifyRequest, { statusCode, elapsedTime }: FastifyReply) => {
    const key = `${method} ${route} ${statusCode}`;
    const counted = counts.get(key);
    if (counted === undefined)
      counts.set(key, { labels: { method, route, status: String(statusCode) }, count: 1 });
    else counted.count += 1;
    durations.observe({ route }, elapsedTime / 1000);
  };
  // A hook for each route, because Fastify creates an object with all options of the route when a request reads its
  // address.
  app.addHook('onRoute', (options) => {
    const hook: onResponseHookHandler = (request, reply, done) => {
      measure(options.url, request, reply);
      done();
    };
    options.onResponse = [hook, ...[options.onResponse ?? []].flat()];
  });
  app.addHook('onResponse', (request, reply, done) => {
    if (request.is404) measure('none', request, reply);
    done();
  });
}

/** Serves `/metrics` on a separate port of the loopback interface, to everybody there unless a token is given. */
export async function listenForMetrics(
  registry: Registry,
  { port, token }: { port: number; token: string | null },
): Promise<{ stop(): Promise<void> }> {
  const app = Fastify();
  registerErrorHandler(app);
  registerMetrics(app, registry, token);
  await app.listen({ port, host: '127.0.0.1' });
  return { stop: () => app.close() };
}

function registerMetrics(app: FastifyInstance, registry: Registry, token: string | null): void {
  app.get('/metrics', async (request, reply) => {
    if (token !== null && !hasToken(request, token)) throw new AppError('UNAUTHENTICATED');
    return reply
      .headers(neverStored)
      .header('Content-Type', registry.contentType)
      .send(await registry.metrics());
  });
}

function hasToken({ headers }: FastifyRequest, token: string): boolean {
  const digest = (text: string) => hash('sha256', text, 'buffer');
  return timingSafeEqual(digest(headers.authorization ?? ''), digest(`Bearer ${token}`));
}

/** What is done on the command line is counted in the database when the metrics are read. */
function registerOperatorMetrics(registry: Registry, context: Context): void {
  new Gauge({
    name: 'tokri_operator_events',
    help: 'Events of the security log from the command line in the last hour, by kind.',
    labelNames: ['kind'],
    registers: [registry],
    async collect() {
      const events = await countOperatorEvents(context).catch(() => []);
      this.reset();
      for (const { kind, count } of events) this.set({ kind }, count);
    },
  });
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
