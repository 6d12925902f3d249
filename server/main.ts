import { join } from 'node:path';
import { drawPicture } from '#demo/artwork/draw-picture.ts';
import { loadDemoCatalogue } from '#demo/load.ts';
import { createTokenSigner } from '#server/features/accounts/sessions/access-token.ts';
import {
  followRevokedSessions,
  RevokedSessions,
} from '#server/features/accounts/sessions/revoked-sessions.ts';
import { ensureFirstAdmin, type FirstAdmin } from '#server/features/accounts/staff/staff.service.ts';
import {
  CatalogueCache,
  listenForCatalogueChanges,
} from '#server/features/catalogue/cache/catalogue-cache.ts';
import { importJobs } from '#server/features/catalogue/import/apply-import.service.ts';
import {
  startZeroResultFlush,
  ZeroResultSearches,
} from '#server/features/catalogue/search/zero-result-searches.ts';
import { emailJobs } from '#server/features/notifications/email-delivery.ts';
import type { ShopIdentity } from '#server/features/notifications/email-layout.ts';
import { listenForOrderEvents, OrderEvents } from '#server/features/orders/events/order-events.ts';
import { orderEmailJobs } from '#server/features/orders/lifecycle/order-emails.service.ts';
import { paymentJobs } from '#server/features/orders/payments/payment-jobs.ts';
import { createRateLimits } from '#server/http/rate-limits.ts';
import type { EmailProvider } from '#server/providers/email/email-provider.ts';
import { outboxEmailProvider } from '#server/providers/email/outbox-email.ts';
import { smtpEmailProvider } from '#server/providers/email/smtp-email.ts';
import { openImageStorage } from '#server/providers/image-storage/open-image-storage.ts';
import { apiRoutes, buildApp } from './app.ts';
import { type Config, ConfigurationError, readConfig } from './config.ts';
import type { Context } from './context.ts';
import { connect, type Database } from './database/connect.ts';
import { startEmbedded } from './database/embedded.ts';
import { migrate } from './database/migrate.ts';
import { requireSuitable } from './database/suitable.ts';
import { toAppError } from './http/errors.ts';
import { mountPages } from './http/pages.ts';
import { startJobQueue } from './jobs/job-queue.ts';
import { openLog } from './log.ts';
import { lockDataDirectory } from './process-lock.ts';
import { createPaymentProvider } from './providers/payment/open-payments.ts';
import { createSecrets } from './secrets.ts';

// Wrong user or password, unknown database, no right to create tables.
const refusal = /^(?:28...|3D000|42501)$/;

const config = await readConfig().catch(explainAndExit);
const closers: (() => Promise<void>)[] = [];
let isStopping = false;
const stopTimeoutMs = 30_000;
// SIGHUP: the terminal was closed.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => void stop(0));
// The launcher was killed.
process.once('disconnect', () => void stop(0));

const log = openLog(config.LOG_LEVEL);
process.on('uncaughtException', closeAfter);
process.on('unhandledRejection', closeAfter);

try {
  await open(config);
} catch (error) {
  if (!isStopping) process.stderr.write(`The shop could not open: ${reasonOf(error, config)}\n`);
  await stop(1);
}

async function open(settings: Config): Promise<void> {
  const pool = await openDatabase(settings);
  await requireSuitable(pool);
  await migrate(pool);
  const secrets = createSecrets(settings.AUTH_SECRET);
  const context: Context = {
    db: pool,
    log,
    now: () => new Date(),
    timeZone: settings.SHOP_TIME_ZONE,
    tokens: createTokenSigner(settings.AUTH_SECRET),
    revokedSessions: new RevokedSessions(),
    orderEvents: new OrderEvents(),
    secrets,
    images: await openImageStorage(settings, log),
    payments: createPaymentProvider(settings, secrets),
    shop: identityOf(settings),
    seller: { address: settings.SHOP_ADDRESS, gstin: settings.SHOP_GSTIN ?? null },
    drawPicture,
    catalogueCache: new CatalogueCache(),
    limits: createRateLimits(settings.RATE_LIMITS, pool),
    zeroResultSearches: new ZeroResultSearches(),
  };
  if (settings.DEMO_CATALOGUE) await loadDemoCatalogue(pool);
  const admin = await ensureFirstAdmin(context, {
    email: settings.ADMIN_EMAIL,
    ...(settings.ADMIN_PASSWORD !== undefined && { password: settings.ADMIN_PASSWORD }),
  });
  // Printed before listening: if that fails, the only copy of the password must not be lost.
  if (admin !== null) introduce(admin);
  const following = await listenForCatalogueChanges(pool, context.catalogueCache, log);
  closers.push(() => following.stop());
  const followingSessions = await followRevokedSessions(pool, context.revokedSessions, log);
  closers.push(() => followingSessions.stop());
  const followingOrders = await listenForOrderEvents(pool, context.orderEvents);
  closers.push(() => followingOrders.stop());
  const delivery = { context, transport: openMail(settings), shop: identityOf(settings) };
  // Workers of their own: a mail server that does not answer delays no refund and no expiry.
  const emailWorkers = await startJobQueue(pool, log, {
    ...emailJobs(delivery),
    ...orderEmailJobs(pool, delivery),
  });
  closers.push(() => emailWorkers.stop());
  const workers = await startJobQueue(
    pool,
    log,
    { ...importJobs(context), ...paymentJobs(context) },
    { 'recover-payments': '* * * * *' },
  );
  closers.push(() => workers.stop());
  const zeroResultFlush = startZeroResultFlush(context);
  closers.push(() => zeroResultFlush.stop());
  if (settings.PAYMENTS === 'sandbox')
    log.info('Payments are tried only, with test cards: no money moves. PAYMENTS=stripe takes real ones.');
  if (!settings.RATE_LIMITS)
    log.warn('RATE_LIMITS is off: anybody may try passwords without end. For load tests only.');
  const app = buildApp(context, settings.PUBLIC_URL, settings.TRUSTED_PROXIES);
  await mountPages(app, { context, apiRoutes, config: settings });
  closers.push(() => app.close());
  await app.fastify.listen({ port: settings.PORT, host: settings.HOST });
  process.stdout.write(`\n  ${settings.SHOP_NAME} is open at ${settings.PUBLIC_URL}\n`);
  process.stdout.write('\n');
}

function openMail(settings: Config): EmailProvider {
  const { SMTP_URL: url, MAIL_FROM: from, DATA_DIR } = settings;
  return url === undefined
    ? outboxEmailProvider({ folder: join(DATA_DIR, 'outbox'), from, log })
    : smtpEmailProvider({ url, from });
}

function identityOf({ SHOP_NAME: name, PUBLIC_URL: url, CONTACT_EMAIL: contactEmail }: Config): ShopIdentity {
  return { name, url, contactEmail };
}

function introduce({ email, password }: FirstAdmin): void {
  process.stdout.write(`\n  Admin: ${email}${password === undefined ? '' : `  password: ${password}`}\n`);
}

async function openDatabase(settings: Config): Promise<Database> {
  let url = settings.DATABASE_URL;
  if (url === undefined) {
    const release = await lockDataDirectory(settings.DATA_DIR, settings.PUBLIC_URL);
    closers.push(release);
    const starting = startEmbedded(settings.DATA_DIR, { log });
    // Also if the process is stopped before the database has started; a failed start is reported below.
    closers.push(() => starting.then((embedded) => embedded.stop()).catch(() => {}));
    const embedded = await starting;
    void embedded.ended.then(() => {
      if (isStopping) return;
      log.fatal('The embedded database exited. The shop stops.');
      return stop(1);
    });
    url = embedded.url;
  }
  const pool = connect(url);
  closers.push(() => pool.close());
  return pool;
}

function closeAfter(mistake: unknown): void {
  log.fatal({ err: mistake }, 'Unexpected error. The shop stops.');
  void stop(1);
}

/** Closes in reverse order of opening: requests, jobs, then the database. */
async function stop(code: number): Promise<void> {
  if (isStopping) return;
  isStopping = true;
  setTimeout(() => {
    process.stderr.write('Stopping takes too long. The process exits.\n');
    process.exit(1);
  }, stopTimeoutMs);
  for (const close of closers.reverse()) {
    await close().catch((error: unknown) => process.stderr.write(`While stopping: ${String(error)}\n`));
  }
  process.exit(code);
}

function reasonOf(error: unknown, { HOST, PORT, DATA_DIR, DATABASE_URL }: Config): string {
  if (!(error instanceof Error)) return String(error);
  const { code, syscall, path } = factsOf(error);
  if (syscall === 'listen') {
    if (code === 'EADDRINUSE') return `port ${PORT} of ${HOST} is in use. Set PORT to another one.`;
    if (code === 'EACCES') return `this account may not open port ${PORT}. Set PORT to 1024 or more.`;
    if (code === 'EADDRNOTAVAIL') return `this machine has no address ${HOST}. Set HOST to one that it has.`;
  }
  if (syscall === 'getaddrinfo' && error.message.endsWith(` ${HOST}`))
    return `no address is known by the name ${HOST}. Set HOST to one that this machine has.`;
  if (code === 'ENOSPC') return `the disk is full: nothing more can be written under ${DATA_DIR}.`;
  if (code === 'EACCES' || code === 'EPERM' || code === 'EROFS')
    return `this account may not use ${path ?? DATA_DIR}. Open the shop as its owner, or set DATA_DIR to another folder.`;
  if (DATABASE_URL !== undefined) {
    // Not the whole URL: it contains the password.
    const { host } = new URL(DATABASE_URL);
    if (toAppError(error).code === 'UNAVAILABLE')
      return `the database at ${host} does not answer (${error.message || String(code)}).`;
    if (refusal.test(code ?? ''))
      return `the database at ${host} refuses: ${error.message}. Look at DATABASE_URL, and whose the database is.`;
  }
  return error.message;
}

function factsOf(error: NodeJS.ErrnoException): Pick<NodeJS.ErrnoException, 'code' | 'syscall' | 'path'> {
  return error;
}

function explainAndExit(error: unknown): never {
  if (!(error instanceof ConfigurationError)) throw error;
  process.stderr.write('Invalid configuration:\n');
  for (const line of error.lines) process.stderr.write(`  ${line}\n`);
  process.exit(1);
}
