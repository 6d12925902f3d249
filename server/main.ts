import { join } from 'node:path';
import { drawPicture } from '#catalogue/artist/draw-picture.ts';
import { loadCatalogue } from '#catalogue/load.ts';
import { buildApp, servedCalls } from './app.ts';
import { followCatalogue } from './catalogue-changes.ts';
import { CatalogueReads } from './catalogue-reads.ts';
import { type Config, ConfigurationError, readConfig } from './config.ts';
import type { Context } from './context.ts';
import { connect, type Pool } from './database/connect.ts';
import { startEmbedded } from './database/embedded.ts';
import { migrate } from './database/migrate.ts';
import { requireSuitable } from './database/suitable.ts';
import { deliverLetters } from './features/mail/deliver-letters.ts';
import type { ShopIdentity } from './features/mail/wording.ts';
import { queueOrderLetters } from './features/order/order-letters.service.ts';
import { followOrders } from './features/order-events/follow-orders.ts';
import { OrderNews } from './features/order-events/order-news.ts';
import { sweepPayments, workOnPayments } from './features/payment/payment-jobs.ts';
import { applyImports } from './features/product-import/apply-import.service.ts';
import { keepWritingMisses } from './features/search/search-misses.service.ts';
import { SearchMisses } from './features/search/search-misses.ts';
import { tokenSigner } from './features/session/access-token.ts';
import { EndedSessions } from './features/session/ended-sessions.ts';
import { followSessions } from './features/session/follow-sessions.ts';
import { openLimits } from './features/session/limits.ts';
import { ensureFirstAdmin, type FirstAdmin } from './features/user/first-admin.ts';
import { appErrorOf } from './http/errors.ts';
import { openJobQueue } from './jobs/job-queue.ts';
import { startSweep } from './jobs/sweep.ts';
import { openLog } from './log.ts';
import { mountPages } from './pages.ts';
import { openImageStore } from './providers/image-store/open-image-store.ts';
import type { MailTransport } from './providers/mail/mail-transport.ts';
import { outboxMail } from './providers/mail/outbox-mail.ts';
import { smtpMail } from './providers/mail/smtp-mail.ts';
import { openPayments } from './providers/payment/open-payments.ts';
import { openSecrets } from './secrets.ts';
import { claimDataDirectory } from './single-process.ts';

// Wrong user or password, no such database, no right to make tables in it.
const refusal = /^(?:28...|3D000|42501)$/;

const config = await readConfig().catch(explainAndExit);
const closers: (() => Promise<void>)[] = [];
let isStopping = false;
const stopTimeoutMs = 30_000;
// SIGHUP: the terminal was closed.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => void stop(0));
// The launcher was killed: whoever stops it wants the shop to stop.
process.once('disconnect', () => void stop(0));

const log = openLog(config.LOG_LEVEL);
process.on('uncaughtException', closeAfter);
process.on('unhandledRejection', (error) => {
  // The driver holds no promise for the types that it asks each new connection for: when the database goes
  // away at that moment, nothing of ours has failed.
  if (appErrorOf(error).code === 'UNAVAILABLE')
    log.warn({ err: error }, 'A connection was lost while it opened');
  else closeAfter(error);
});

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
  const secrets = openSecrets(settings.AUTH_SECRET);
  const context: Context = {
    sql: pool,
    log,
    now: () => new Date(),
    timeZone: settings.SHOP_TIME_ZONE,
    tokens: tokenSigner(settings.AUTH_SECRET),
    endedSessions: new EndedSessions(),
    orderNews: new OrderNews(),
    secrets,
    images: await openImageStore(settings, log),
    payments: openPayments(settings, secrets),
    shop: identityOf(settings),
    seller: { address: settings.SHOP_ADDRESS, gstin: settings.SHOP_GSTIN ?? null },
    drawPicture,
    catalogueReads: new CatalogueReads(),
    limits: openLimits(settings.RATE_LIMITS, pool),
    searchMisses: new SearchMisses(),
  };
  if (settings.DEMO_CATALOGUE) await loadCatalogue(pool);
  const admin = await ensureFirstAdmin(context, {
    email: settings.ADMIN_EMAIL,
    ...(settings.ADMIN_PASSWORD !== undefined && { password: settings.ADMIN_PASSWORD }),
  });
  // Said at once: a shop that then cannot open, for its port is taken, would lose the only copy of the password.
  if (admin !== null) introduce(admin);
  const following = await followCatalogue(pool, context.catalogueReads, log);
  closers.push(() => following.stop());
  const followingSessions = await followSessions(pool, context.endedSessions, log);
  closers.push(() => followingSessions.stop());
  const followingOrders = await followOrders(pool, context.orderNews);
  closers.push(() => followingOrders.stop());
  const jobs = await openJobQueue(pool, log);
  closers.push(() => jobs.stop());
  await deliverLetters(jobs, { context, transport: openMail(settings), shop: identityOf(settings) });
  const orderLetters = await startSweep({
    pool,
    channel: 'order',
    log,
    work: () => queueOrderLetters(context),
  });
  closers.push(() => orderLetters.stop());
  const writingMisses = keepWritingMisses(context);
  closers.push(() => writingMisses.stop());
  await applyImports(jobs, context);
  await workOnPayments(jobs, context);
  const sweepingPayments = await sweepPayments(context, pool);
  closers.push(() => sweepingPayments.stop());
  if (settings.PAYMENTS === 'sandbox')
    log.info('Payments are tried only, with test cards: no money moves. PAYMENTS=stripe takes real ones.');
  if (!settings.RATE_LIMITS)
    log.warn('RATE_LIMITS is off: anybody may try passwords without end. For load tests only.');
  const app = buildApp(context, settings.PUBLIC_URL, settings.TRUSTED_PROXIES);
  await mountPages(app, { context, servedCalls, config: settings });
  closers.push(() => app.close());
  await app.fastify.listen({ port: settings.PORT, host: settings.HOST });
  process.stdout.write(`\n  ${settings.SHOP_NAME} is open at ${settings.PUBLIC_URL}\n`);
  process.stdout.write('\n');
}

function openMail(settings: Config): MailTransport {
  const { SMTP_URL: url, MAIL_FROM: from, DATA_DIR } = settings;
  return url === undefined
    ? outboxMail({ folder: join(DATA_DIR, 'outbox'), from, log })
    : smtpMail({ url, from });
}

function identityOf({ SHOP_NAME: name, PUBLIC_URL: url, CONTACT_EMAIL: contactEmail }: Config): ShopIdentity {
  return { name, url, contactEmail };
}

function introduce({ email, password }: FirstAdmin): void {
  process.stdout.write(`\n  Admin: ${email}${password === undefined ? '' : `  password: ${password}`}\n`);
}

async function openDatabase(settings: Config): Promise<Pool> {
  let url = settings.DATABASE_URL;
  if (url === undefined) {
    const release = await claimDataDirectory(settings.DATA_DIR, settings.PUBLIC_URL);
    closers.push(release);
    const starting = startEmbedded(settings.DATA_DIR, { log });
    // Also when we are asked to stop before it has started; how it failed is told by whoever awaits it below.
    closers.push(() => starting.then((embedded) => embedded.stop()).catch(() => {}));
    const embedded = await starting;
    void embedded.ended.then(() => {
      if (isStopping) return;
      log.fatal('The database has ended by itself. The shop closes, so that it can be started afresh.');
      return stop(1);
    });
    url = embedded.url;
  }
  const pool = connect(url);
  closers.push(() => pool.end({ timeout: 5 }));
  return pool;
}

function closeAfter(mistake: unknown): void {
  log.fatal({ err: mistake }, 'A mistake of our own. The shop closes, so that it can be started afresh.');
  void stop(1);
}

/** Closes in the reverse order of opening: no new request, the last answers, then the database. */
async function stop(code: number): Promise<void> {
  if (isStopping) return;
  isStopping = true;
  setTimeout(() => {
    process.stderr.write('Something does not end. The shop closes without it.\n');
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
    // Not the whole address: it holds the password.
    const { host } = new URL(DATABASE_URL);
    if (appErrorOf(error).code === 'UNAVAILABLE')
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
  process.stderr.write('The configuration cannot work:\n');
  for (const line of error.lines) process.stderr.write(`  ${line}\n`);
  process.exit(1);
}
