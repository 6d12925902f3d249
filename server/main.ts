import { join } from 'node:path';
import type { Logger } from 'pino';
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
import { tokenSigner } from './features/session/access-token.ts';
import { openLimits } from './features/session/limits.ts';
import { ensureFirstAdmin, type FirstAdmin } from './features/user/first-admin.ts';
import { openLog } from './log.ts';
import { mountPages } from './pages.ts';
import { folderImageStore } from './providers/image-store/folder-image-store.ts';
import { claimDataDirectory } from './single-process.ts';

const config = await readConfig().catch(explainAndExit);
const closers: (() => Promise<void>)[] = [];
let isStopping = false;
// SIGHUP: the terminal was closed.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => void stop(0));

try {
  await open(config);
} catch (error) {
  process.stderr.write(
    `The shop could not open: ${error instanceof Error ? error.message : String(error)}\n`,
  );
  await stop(1);
}

async function open(settings: Config): Promise<void> {
  const log = openLog(settings.LOG_LEVEL);
  const pool = await openDatabase(settings, log);
  await migrate(pool);
  const context: Context = {
    sql: pool,
    log,
    now: () => new Date(),
    tokens: tokenSigner(settings.AUTH_SECRET),
    images: folderImageStore(join(settings.DATA_DIR, 'images')),
    drawPicture,
    catalogueReads: new CatalogueReads(),
    limits: openLimits(settings.RATE_LIMITS),
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
  if (!settings.RATE_LIMITS)
    log.warn('RATE_LIMITS is off: anybody may try passwords without end. For load tests only.');
  const app = buildApp(context, settings.PUBLIC_URL);
  await mountPages(app, { context, servedCalls, config: settings });
  closers.push(() => app.fastify.close());
  await app.fastify.listen({ port: settings.PORT, host: settings.HOST });
  process.stdout.write(`\n  ${settings.SHOP_NAME} is open at ${settings.PUBLIC_URL}\n`);
  process.stdout.write('\n');
}

function introduce({ email, password }: FirstAdmin): void {
  process.stdout.write(`\n  Admin: ${email}${password === undefined ? '' : `  password: ${password}`}\n`);
}

async function openDatabase(settings: Config, log: Logger): Promise<Pool> {
  let url = settings.DATABASE_URL;
  if (url === undefined) {
    const release = await claimDataDirectory(settings.DATA_DIR, settings.PUBLIC_URL);
    closers.push(release);
    const embedded = await startEmbedded(settings.DATA_DIR, { log });
    closers.push(() => embedded.stop());
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

/** Closes in the reverse order of opening: no new request, the last answers, then the database. */
async function stop(code: number): Promise<void> {
  if (isStopping) return;
  isStopping = true;
  for (const close of closers.reverse()) {
    await close().catch((error: unknown) => process.stderr.write(`While stopping: ${String(error)}\n`));
  }
  process.exit(code);
}

function explainAndExit(error: unknown): never {
  if (!(error instanceof ConfigurationError)) throw error;
  process.stderr.write('The configuration cannot work:\n');
  for (const line of error.lines) process.stderr.write(`  ${line}\n`);
  process.exit(1);
}
