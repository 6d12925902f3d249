import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findRunningPostgres } from '#server/database/postgres-files.ts';
import { freePort, type Running, startProcess, startShop } from '#tests/fixtures/processes.ts';
import serverProcess from '../launch/server-process.json' with { type: 'json' };
import { measureDirectPurchases } from './direct-purchase.ts';
import { printFlood } from './flood.ts';
import { printImport } from './import.ts';
import { printLive } from './live.ts';
import { type Measurement, measure, report } from './load.ts';
import { printMixedLoads } from './mixed.ts';
import { phonePages, printPhone } from './phone.ts';
import { printPick } from './pick.ts';
import { printPictures } from './pictures.ts';
import { printProcesses } from './processes.ts';
import { printPromise } from './promise.ts';
import { measurePurchases } from './purchase.ts';
import { measureReads } from './reads.ts';
import { printSearch } from './search.ts';
import { printYears } from './years.ts';

const seconds = 8;
const clients = 16;
const admin = { email: 'admin@example.com', password: 'coriander at dawn' };

const dataDirectory = await mkdtemp(join(tmpdir(), 'tokri-bench-'));
const shop = await start(dataDirectory);
try {
  const parts: Record<string, () => Promise<void>> = {
    async reads() {
      const json = await bareJson();
      report(
        'Catalogue reads over REST, 16 clients, one process',
        await measureReads(shop.url, seconds),
        json,
      );
    },
    search: async () => printSearch(shop.url, await bareJson()),
    async purchases() {
      const purchases = await measurePurchases(shop.url);
      const direct = await measureDirectPurchases(await databaseUrl());
      report('Purchases, 8 shoppers at once', purchases, direct);
    },
    processes: () =>
      printProcesses(join(dataDirectory, 'processes'), (settings) => start(dataDirectory, settings)),
    mixed: () => printMixedLoads(shop.url, admin),
    flood: () => printFlood(() => start(join(dataDirectory, 'flood'), { RATE_LIMITS: 'on' })),
    promise: async () => printPromise({ shop, dataDirectory, databaseUrl: await databaseUrl(), admin }),
    live: async () => printLive(shop.url, await databaseUrl()),
    import: () => printImport(shop.url, admin),
    pick: async () => printPick(shop.url, await databaseUrl()),
    phone: () => printPhone(shop.url, phonePages),
    ...Object.fromEntries(phonePages.map((page) => [`phone-${page}`, () => printPhone(shop.url, [page])])),
    pictures: () => printPictures((name) => start(join(dataDirectory, name))),
    years: () => printOrdersOfYears(Number(process.env.ORDERS ?? 1_000_000)),
  };
  const all = Object.keys(parts).filter((name) => !name.startsWith('phone-') && name !== 'years');
  const wanted = process.argv.length > 2 ? process.argv.slice(2) : all;
  for (const name of wanted) {
    const part = parts[name];
    if (part === undefined) throw new Error(`Unknown part: ${name}. Parts: ${Object.keys(parts).join(', ')}`);
    await part();
  }
} finally {
  await shop.stop();
  await rm(dataDirectory, { recursive: true, force: true });
}

async function printOrdersOfYears(orders: number): Promise<void> {
  const open = async (directory: string) => {
    const store = await start(directory);
    return { ...store, dataDirectory: directory, databaseUrl: await databaseUrl(directory), admin };
  };
  const few = await open(join(dataDirectory, 'day'));
  try {
    const many = await open(join(dataDirectory, 'years'));
    await printYears(few, many, orders).finally(() => many.stop());
  } finally {
    await few.stop();
  }
}

/** Of the database of a shop, by the socket that the shop uses. */
async function databaseUrl(directory = dataDirectory): Promise<string> {
  const url = await findRunningPostgres(directory);
  if (url === null) throw new Error('The database of the shop does not run.');
  return `${url}?host=${encodeURIComponent(join(directory, 'postgres'))}`;
}

async function start(directory: string, changed: Record<string, string> = {}): Promise<Running> {
  const port = await freePort();
  const settings = {
    DATA_DIR: directory,
    PORT: String(port),
    PUBLIC_URL: `http://127.0.0.1:${port}`,
    RATE_LIMITS: 'off',
    LOG_LEVEL: 'error',
    NODE_ENV: 'production',
    NODE_COMPILE_CACHE: join('node_modules', '.cache', 'compiled'),
    ADMIN_EMAIL: admin.email,
    ADMIN_PASSWORD: admin.password,
  };
  return startShop({ ...settings, ...changed, ...serverProcess.environment }, serverProcess.arguments);
}

/** The rate of a Fastify process that answers a constant: the yardstick of this machine. */
async function bareJson(): Promise<Measurement> {
  const bare = await startProcess(['bench/bare.ts'], {}, /^READY (http:\S+)/);
  try {
    return await measure({ name: 'bare Fastify JSON', url: bare.url, clients, seconds });
  } finally {
    await bare.stop();
  }
}
