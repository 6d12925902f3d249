import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { toGstStateCode } from '#contract/base/gstin.ts';
import { initialStoreSettings } from '#contract/store/store-settings.ts';
import { openDemoCatalogue } from '#demo/demo-catalogue.ts';
import { CatalogueCache, listenForCatalogueChanges } from '#server/cache/catalogue-cache.ts';
import { deliveryRequestJobs } from '#server/delivery/delivery-request.service.ts';
import { learnedPromiseJobs } from '#server/delivery/learned-promise.service.ts';
import { createOpenOrderLimits, createRateLimits } from '#server/http/rate-limits.ts';
import { customerDigestJobs } from '#server/identity/customer-digest.service.ts';
import { imageJobs } from '#server/images/image.service.ts';
import { lowStockJobs } from '#server/inventory/inventory.service.ts';
import { stockCheckJobs } from '#server/inventory/stock-changes.service.ts';
import { emailJobs } from '#server/notifications/email-delivery.ts';
import { openPushSender } from '#server/notifications/push.service.ts';
import { orderEmailJobs, startOrderMessageQueue } from '#server/orders/order-email-jobs.ts';
import { orderPushJobs } from '#server/orders/order-pushes.ts';
import {
  listenForOrderUpdates,
  OrderUpdates,
  startOrderAnnouncements,
} from '#server/orders/order-updates.ts';
import { paymentJobs } from '#server/payments/payment-jobs.ts';
import { questionPushJobs } from '#server/picking/question-pushes.ts';
import { importJobs } from '#server/product-import/apply-import.service.ts';
import { ProductCache } from '#server/products/product-cache.ts';
import { lateOrderPushJobs } from '#server/promise/late-order-pushes.ts';
import { lateOrderJobs } from '#server/promise/late-orders.service.ts';
import type { EmailProvider } from '#server/providers/email/email-provider.ts';
import { outboxEmailProvider } from '#server/providers/email/email-provider.ts';
import { smtpEmailProvider } from '#server/providers/email/smtp-email.ts';
import { createImageStorage } from '#server/providers/image-storage/create-image-storage.ts';
import { meilisearchEngine } from '#server/providers/search-engine/meilisearch.ts';
import type { SearchEngine } from '#server/providers/search-engine/search-engine.ts';
import { riderDataJobs } from '#server/riders/rider-position.service.ts';
import { ProductSearch } from '#server/search/product-search.ts';
import { recordSearchEngine, searchEngineJobs } from '#server/search/search.service.ts';
import { startSearchCountFlush } from '#server/search/search-counts.service.ts';
import { SearchCounts } from '#server/search/search-counts.ts';
import { accessControl } from '#server/sessions/access-control.ts';
import { createTokenSigner } from '#server/sessions/access-token.ts';
import { listenForRevokedSessions, RevokedSessions } from '#server/sessions/revoked-sessions.ts';
import { securityLogJobs, startSecurityLog } from '#server/sessions/security-log.service.ts';
import { SecurityLog } from '#server/sessions/security-log.ts';
import { shiftJobs } from '#server/staff/shift.service.ts';
import { ensureFirstAdmin, type FirstAdmin } from '#server/staff/staff.service.ts';
import { ensureFirstSettings, readShopIdentity } from '#server/store/store-identity.service.ts';
import { type App, apiRoutes, buildApp } from './app/app.ts';
import { listenForMetrics, unhandledRejections } from './app/health.ts';
import { mountPages } from './app/pages.ts';
import type { StarterCatalogue } from './app/starter-catalogue.ts';
import { createLog } from './base/log.ts';
import { lockDataDirectory } from './base/process-lock.ts';
import { createCryptography } from './base/secrets.ts';
import { AvailableReader } from './cache/available-reader.ts';
import { type Config, ConfigurationError, findExternalDatabase, readConfig } from './config.ts';
import { type DatabaseAccess, openDatabaseAsApp, toDatabaseAccess } from './database/app-role.ts';
import { connect, type Database } from './database/connect.ts';
import { isUnavailable } from './database/database-errors.ts';
import { startEmbedded } from './database/embedded.ts';
import { ReplicaReader } from './database/read-replica.ts';
import type { Context, Shop } from './http/context.ts';
import { startJobQueue } from './jobs/job-queue.ts';
import { createPaymentProvider } from './providers/payment/create-payment-provider.ts';

// SQLSTATE: wrong user or password, unknown database, no permission to create tables or roles.
const databaseAccessError = /^(?:28...|3D000|42501)$/;

const config = await readConfig().catch(exitWithConfigurationError);
/** Called in reverse order when the process stops. */
const shutdownHooks: (() => Promise<void>)[] = [];
let isStopping = false;
const stopTimeoutMs = 30_000;
const retryMs = 1000;
// So that the log says why the server does not open.
const waitingLogMs = 5000;
// A replica that does not answer delays a page by this time, once.
const replicaTimeoutMs = 1000;
// SIGHUP: the terminal was closed.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => void stop(0));
// The launcher was killed.
process.once('disconnect', () => void stop(0));

const log = createLog(config.LOG_LEVEL);
process.on('uncaughtException', stopAfterUnexpectedError);
// A rejection that nothing handles ends one piece of work, most likely of a library whose connection is lost: an
// outage of the database would end all processes at once. What waits for such work has a time limit: a job queue
// replaces workers that fetch nothing. An exception stops the process, because it leaves unknown state behind.
process.on('unhandledRejection', (error) => {
  unhandledRejections.inc();
  log.error({ err: error }, 'A promise was rejected and nothing handled it');
});

try {
  await start(config);
} catch (error) {
  if (!isStopping)
    process.stderr.write(`The server could not start: ${toStartErrorMessage(error, config)}\n`);
  await stop(1);
}

async function start(config: Config): Promise<void> {
  const pool = await whenAvailable(config, () => openDatabase(config));
  const cryptography = createCryptography(config.AUTH_SECRET, config.AUTH_SECRET_PREVIOUS);
  const shop: Shop = {
    url: config.PUBLIC_URL,
    readIdentity: (db) => readShopIdentity({ db, shop }),
  };
  await ensureFirstSettings({ db: pool }, toFirstSettings(config));
  const { primary, catalogueDb, catalogueCache } = openCatalogue(config, pool);
  const starterCatalogue: StarterCatalogue = openDemoCatalogue(pool, await createImageStorage(config, log));
  const context: Context = {
    db: pool,
    log,
    now: () => new Date(),
    timeZone: config.SHOP_TIME_ZONE,
    tokens: createTokenSigner(config.AUTH_SECRET, undefined, config.AUTH_SECRET_PREVIOUS),
    revokedSessions: new RevokedSessions(),
    securityLog: new SecurityLog({ log, cryptography }),
    orderUpdates: new OrderUpdates(),
    access: accessControl,
    cryptography,
    images: starterCatalogue.images,
    payments: await createPaymentProvider(config, cryptography),
    push: await openPushSender({ db: pool, cryptography, shop, log }, config.PUSH_TEST_ORIGIN),
    shop,
    catalogueDb,
    catalogueCache,
    productCache: new ProductCache(catalogueDb, catalogueCache),
    productSearch: new ProductSearch(catalogueDb, catalogueCache),
    rateLimits: createRateLimits(config.RATE_LIMITS ? pool : null),
    isSecondFactorRequired: config.STAFF_SECOND_FACTOR === 'required',
    openOrderLimits: createOpenOrderLimits(config.RATE_LIMITS, config.UNPAID_ORDER_UNITS),
    searchEngine: createSearchEngine(config),
    searchCounts: new SearchCounts(),
  };
  if (config.DEMO_CATALOGUE) await starterCatalogue.load();
  const admin = await ensureFirstAdmin(context, {
    email: config.ADMIN_EMAIL,
    ...(config.ADMIN_PASSWORD !== undefined && { password: config.ADMIN_PASSWORD }),
  });
  // Printed before listening: if that fails, the only copy of the password must not be lost.
  if (admin !== null) printAdminCredentials(admin);
  stopOnShutdown(await listenForCatalogueChanges(pool, context.catalogueCache, log, () => primary.doubt()));
  stopOnShutdown(await listenForRevokedSessions(pool, context.revokedSessions, log));
  stopOnShutdown(await listenForOrderUpdates(pool, context.orderUpdates));
  stopOnShutdown(startOrderAnnouncements(pool, log));
  stopOnShutdown(startOrderMessageQueue(context));
  const engine = config.MEILISEARCH_URL;
  await recordSearchEngine(
    context,
    context.searchEngine === null || engine === undefined ? null : { name: engine },
  );
  const emailProvider = createEmailProvider(config);
  // Without waiting: the store works without a mail server, and emails wait for it.
  emailProvider.verify().catch((error: unknown) => logMailServerError(error, config));
  const email = { context, emailProvider };
  // Emails have their own workers, so that an unresponsive mail server does not delay refunds and expiry.
  const emails = { ...emailJobs(email), ...orderEmailJobs(pool, email) };
  stopOnShutdown(await startJobQueue(pool, log, emails, { name: 'emails' }));
  // So do notifications: browsers name the addresses to which they go.
  stopOnShutdown(
    await startJobQueue(
      pool,
      log,
      { ...orderPushJobs(context), ...questionPushJobs(context) },
      { name: 'notifications' },
    ),
  );
  stopOnShutdown(
    await startJobQueue(
      pool,
      log,
      {
        ...importJobs(context),
        ...paymentJobs(context),
        ...securityLogJobs(context),
        ...imageJobs(context),
        ...lowStockJobs(context),
        ...stockCheckJobs(context),
        ...deliveryRequestJobs(context),
        ...customerDigestJobs(context),
        ...learnedPromiseJobs(context),
        ...lateOrderJobs(context),
        ...lateOrderPushJobs(context),
        ...shiftJobs(context),
        ...riderDataJobs(context),
        ...(context.searchEngine !== null && searchEngineJobs(context, context.searchEngine)),
      },
      {
        crontab: {
          'recover-payments': '* * * * *',
          'delete-security-events': '20 3 * * *',
          'remove-unused-images': '40 3 * * *',
          'report-low-stock': '0 * * * *',
          'check-stock': '50 3 * * *',
          'delete-delivery-requests': '10 4 * * *',
          'delete-customer-digests': '20 4 * * *',
          'learn-promise': '*/10 * * * *',
          'tell-late-orders': '* * * * *',
          'end-shifts': '*/10 * * * *',
          'delete-delivery-data': '15 * * * *',
        },
      },
    ),
  );
  stopOnShutdown(startSearchCountFlush(context));
  stopOnShutdown(startSecurityLog(context));
  if (config.PAYMENTS === 'sandbox')
    log.info(
      'Card payments are simulated: test cards only, no money moves. PAYMENTS=stripe or razorpay takes real payments.',
    );
  if (config.PAYMENTS === 'cash')
    log.info('No online payments. PAYMENTS=stripe or razorpay takes them, see docs/operating.md.');
  if (!config.RATE_LIMITS)
    log.warn(
      'RATE_LIMITS=off: password attempts and unpaid orders are not limited. Use this for load tests only.',
    );
  const { METRICS_PORT: metricsPort, METRICS_TOKEN: token } = config;
  const app = buildApp(context, config.PUBLIC_URL, {
    trustedProxies: config.TRUSTED_PROXIES,
    metricsToken: metricsPort === undefined ? token : null,
  });
  await mountPages(app, { context, apiRoutes, config });
  shutdownHooks.push(() => app.close(config.SHUTDOWN_DELAY_SECONDS * 1000));
  if (metricsPort !== undefined)
    stopOnShutdown(await listenForMetrics(app.metrics, { port: metricsPort, token }));
  await whenAvailable(config, () => warmUp(context, app));
  await app.fastify.listen({ port: config.PORT, host: config.HOST });
  stopOnShutdown(starterCatalogue.prepareImages(context));
  process.stdout.write(`\n  ${(await readShopIdentity(context)).name} is open at ${config.PUBLIC_URL}\n`);
  process.stdout.write('\n');
}

/**
 * Repeats what fails because the database is away, such as during a failover. Anything else ends the start: a wrong
 * password or version, for example.
 */
async function whenAvailable<Result>(config: Config, work: () => Promise<Result>): Promise<Result> {
  for (let waitedMs = 0; ; waitedMs += retryMs) {
    try {
      return await work();
    } catch (error) {
      if (isStopping || config.DATABASE_URL === undefined || !isUnavailable(error)) throw error;
      if (waitedMs % waitingLogMs === 0) log.warn(`Waiting: ${toStartErrorMessage(error, config)}`);
    }
    await wait(retryMs);
  }
}

/** Reads what pages, lists and searches show, so that no shopper waits for it, also while the database is away. */
async function warmUp(context: Context, app: App): Promise<void> {
  const { productSearch, productCache, now } = context;
  await productSearch.update();
  await productCache.preload();
  await productSearch.rankSales(now());
  // With the navigation and the profile of the store, which all pages show.
  if (config.NODE_ENV === 'production') await app.fastify.inject('/');
}

function stopOnShutdown(service: { stop(): Promise<void> }): void {
  shutdownHooks.push(() => service.stop());
}

function createEmailProvider(config: Config): EmailProvider {
  const { SMTP_URL: url, DATA_DIR, NODE_ENV } = config;
  return url === undefined
    ? outboxEmailProvider({
        folder: join(DATA_DIR, 'outbox'),
        log,
        logsText: NODE_ENV === 'development',
      })
    : smtpEmailProvider({ url });
}

/** Names the host only: the URL contains the password. */
function logMailServerError(error: unknown, { SMTP_URL = '' }: Config): void {
  const reason = error instanceof Error ? error.message : String(error);
  log.warn(
    `The mail server ${new URL(SMTP_URL).host} accepts no emails, which wait: ${reason}. Check SMTP_URL.`,
  );
}

function createSearchEngine({
  SEARCH_ENGINE,
  MEILISEARCH_URL: url,
  MEILISEARCH_API_KEY: apiKey,
}: Config): SearchEngine | null {
  return SEARCH_ENGINE === 'built-in' || url === undefined ? null : meilisearchEngine({ url, apiKey });
}

/** What the configuration says of the store at its first start. */
function toFirstSettings(config: Config): Parameters<typeof ensureFirstSettings>[1] {
  const { identity, legal, notifications } = initialStoreSettings;
  const { SHOP_NAME: name, CONTACT_EMAIL: email, SHOP_GSTIN: gstin = '', MAIL_FROM: sender } = config;
  return {
    identity: {
      ...identity,
      name,
      tagline: config.SHOP_TAGLINE,
      email,
      address: config.SHOP_ADDRESS,
      ...config.SOCIAL_LINKS,
    },
    legal: { ...legal, gstin, stateCode: toGstStateCode(gstin) },
    notifications: {
      ...notifications,
      senderName: sender.name === name ? '' : sender.name,
      senderAddress: sender.address,
    },
  };
}

function printAdminCredentials({ email, password }: FirstAdmin): void {
  process.stdout.write(`\n  Admin: ${email}${password === undefined ? '' : `  password: ${password}`}\n`);
}

async function openDatabase(config: Config): Promise<Database> {
  const pool = await openDatabaseAsApp(findExternalDatabase(config) ?? (await startDatabase(config)));
  shutdownHooks.push(() => pool.close());
  return pool;
}

async function startDatabase(config: Config): Promise<DatabaseAccess> {
  const unlock = await lockDataDirectory(config.DATA_DIR, config.PUBLIC_URL);
  shutdownHooks.push(unlock);
  const embeddedStart = startEmbedded(config.DATA_DIR, { log });
  // Registered first, because a signal may arrive before the database has started. A failed start throws below.
  shutdownHooks.push(() => embeddedStart.then((embedded) => embedded.stop()).catch(() => {}));
  const embedded = await embeddedStart;
  void embedded.exited.then(() => {
    if (isStopping) return;
    log.fatal('The embedded database exited. The server stops.');
    return stop(1);
  });
  return toDatabaseAccess(embedded.url);
}

/** Reads at the replica, if there is one, and at the primary what the replica does not contain yet. */
function openCatalogue({ DATABASE_READ_URL: url }: Config, pool: Database) {
  const primary = new AvailableReader(pool);
  stopOnShutdown(primary);
  const replica =
    url === undefined
      ? null
      : new ReplicaReader(
          primary,
          connect(url, { applicationName: 'tokri reads', timeoutMs: replicaTimeoutMs, isReplica: true }),
          {
            mayMissChanges: () => catalogueCache.isSuspended,
            onOutdated: () => catalogueCache.countLastKnown(),
          },
        );
  const catalogueDb = replica === null ? primary : new AvailableReader(replica);
  const catalogueCache = new CatalogueCache(undefined, () => catalogueDb.isAway);
  if (replica !== null) {
    // Called for each change before its writer gets an answer, and when changes may have been missed.
    catalogueCache.onChange(() => replica.requireChanges());
    stopOnShutdown(replica);
  }
  stopOnShutdown(catalogueDb);
  return { primary, catalogueDb, catalogueCache };
}

function stopAfterUnexpectedError(error: unknown): void {
  log.fatal({ err: error }, 'Unexpected error. The server stops.');
  void stop(1);
}

/** Stops in reverse order of starting: requests, jobs, then the database. */
async function stop(code: number): Promise<void> {
  if (isStopping) return;
  isStopping = true;
  setTimeout(
    () => {
      process.stderr.write('Stopping takes too long. The process exits.\n');
      process.exit(1);
    },
    stopTimeoutMs + config.SHUTDOWN_DELAY_SECONDS * 1000,
  );
  for (const hook of shutdownHooks.reverse()) {
    await hook().catch((error: unknown) => process.stderr.write(`Shutdown failed: ${String(error)}\n`));
  }
  process.exit(code);
}

function toStartErrorMessage(
  error: unknown,
  { HOST, PORT, METRICS_PORT, DATA_DIR, DATABASE_URL }: Config,
): string {
  if (!(error instanceof Error)) return String(error);
  const { code, syscall, path }: NodeJS.ErrnoException = error;
  if (syscall === 'listen') {
    if ('port' in error && error.port === METRICS_PORT)
      return `the metrics cannot be served on port ${METRICS_PORT} (${code}). Set METRICS_PORT to another one.`;
    if (code === 'EADDRINUSE') return `port ${PORT} of ${HOST} is in use. Set PORT to another one.`;
    if (code === 'EACCES') return `this user may not listen on port ${PORT}. Set PORT to 1024 or more.`;
    if (code === 'EADDRNOTAVAIL') return `this machine has no address ${HOST}. Set HOST to one that it has.`;
  }
  if (syscall === 'getaddrinfo' && error.message.endsWith(` ${HOST}`))
    return `the host name ${HOST} cannot be resolved. Set HOST to an address of this machine.`;
  if (code === 'ENOSPC') return `the disk of ${DATA_DIR} is full.`;
  if (code === 'EACCES' || code === 'EPERM' || code === 'EROFS')
    return `permission denied for ${path ?? DATA_DIR}. Run the server as the owner, or set DATA_DIR to another folder.`;
  if (DATABASE_URL !== undefined) {
    // Not the whole URL: it contains the password.
    const { host } = new URL(DATABASE_URL);
    if (/\bssl\b|\btls\b|certificate/i.test(error.message))
      return `the connection to the database at ${host} cannot be encrypted: ${error.message}. Add sslrootcert=<file> with its certificate authority to the URL, or sslmode=disable in a private network.`;
    if (isUnavailable(error))
      return `the database at ${host} is not available (${error.message || String(code)}).`;
    if (databaseAccessError.test(code ?? ''))
      return `the database at ${host} rejected the connection: ${error.message}. Check DATABASE_URL and the permissions of its user.`;
  }
  return error.message;
}

function exitWithConfigurationError(error: unknown): never {
  if (!(error instanceof ConfigurationError)) throw error;
  process.stderr.write('Invalid configuration:\n');
  for (const line of error.lines) process.stderr.write(`  ${line}\n`);
  process.exit(1);
}
