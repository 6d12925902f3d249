import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findRunningPostgres } from '#server/database/postgres-files.ts';
import { openInspector } from '#tests/fixtures/inspector.ts';
import { freePort, type Running, startProcess, startShop } from '#tests/fixtures/processes.ts';
import serverProcess from '../launch/server-process.json' with { type: 'json' };
import { measureDirectPurchases } from './direct-purchase.ts';
import { growthSizes, printGrowth } from './growth.ts';
import { printImport } from './import.ts';
import { printLivePages } from './live-pages.ts';
import { type Measurement, measure, measureBytes, report } from './load.ts';
import { printMemory } from './memory.ts';
import { printMisses } from './misses.ts';
import { printMixedLoads } from './mixed.ts';
import { printPageFlood } from './page-flood.ts';
import { phonePages, printPhone } from './phone.ts';
import { printPictures } from './pictures.ts';
import { printProcesses } from './processes.ts';
import { printProfiles } from './profile.ts';
import { measurePurchases } from './purchase.ts';
import { printRace } from './race.ts';
import { measureReads } from './reads.ts';
import { printSearch } from './search.ts';

const seconds = 8;
const clients = 16;
const admin = { email: 'admin@example.com', password: 'coriander at dawn' };

const growthOptions = {
  credentials: admin,
  start: async (name: string) => {
    const directory = join(dataDirectory, name);
    return { ...(await start(directory)), dataDirectory: directory };
  },
};
const dataDirectory = await mkdtemp(join(tmpdir(), 'tokri-bench-'));
const inspectPort = await freePort();
const shop = await start(dataDirectory, { NODE_OPTIONS: `--inspect-port=127.0.0.1:${inspectPort}` });
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
    home: printHome,
    async purchases() {
      const purchases = await measurePurchases(shop.url);
      const direct = await measureDirectPurchases(await databaseUrl());
      report('Purchases, 8 shoppers at once', purchases, direct);
    },
    mixed: () => printMixedLoads(shop.url, admin),
    misses: async () => printMisses(shop.url, await databaseUrl(), admin),
    'page-flood': () => printPageFlood(shop.url),
    memory: () => printMemory(shop, admin),
    race: () => printRace(shop.url),
    async live() {
      const inspector = await openInspector(shop, inspectPort);
      await printLivePages(shop.url, admin, inspector);
      inspector.close();
    },
    import: () => printImport(shop.url, admin),
    processes: () => printProcesses(admin),
    async profile() {
      const inspector = await openInspector(shop, inspectPort);
      await printProfiles(shop.url, admin, inspector);
      inspector.close();
    },
    phone: () => printPhone(shop.url, phonePages),
    ...Object.fromEntries(phonePages.map((page) => [`phone-${page}`, () => printPhone(shop.url, [page])])),
    pictures: () => printPictures((name) => start(join(dataDirectory, name))),
    growth: () => printGrowth(growthOptions),
    ...Object.fromEntries(
      growthSizes.map((size) => [`growth-${size}`, () => printGrowth(growthOptions, [size])]),
    ),
  };
  const all = Object.keys(parts).filter((name) => !/^(?:growth|phone)-/.test(name));
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

/** Of the database of the shop, by the socket that the shop uses. */
async function databaseUrl(): Promise<string> {
  const url = await findRunningPostgres(dataDirectory);
  if (url === null) throw new Error('The database of the shop does not run.');
  return `${url}?host=${encodeURIComponent(join(dataDirectory, 'postgres'))}`;
}

async function start(directory: string, environment: Record<string, string> = {}): Promise<Running> {
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
  return startShop({ ...settings, ...serverProcess.environment, ...environment }, serverProcess.arguments);
}

/** A Fastify process that answers a constant: the yardstick of this machine. */
async function withBare<Result>(bytes: number, work: (url: string) => Promise<Result>): Promise<Result> {
  const bare = await startProcess(['bench/bare.ts', String(bytes)], {}, /^READY (http:\S+)/);
  try {
    return await work(bare.url);
  } finally {
    await bare.stop();
  }
}

async function bareJson(): Promise<Measurement> {
  return withBare(0, (url) => measure({ name: 'bare Fastify JSON', url: `${url}/json`, clients, seconds }));
}

async function printHome(): Promise<void> {
  const headers = { 'accept-encoding': 'br' };
  const home = await (await fetch(shop.url, { headers })).arrayBuffer();
  const head = await fetch(shop.url, { method: 'HEAD', headers });
  // fetch() decodes the body, so the compressed size is read from the header.
  const bytes = Number(head.headers.get('content-length') ?? home.byteLength);
  const bare = await withBare(bytes, (url) =>
    measureBytes({ name: 'bare Fastify string', url: `${url}/string`, clients, seconds }),
  );
  const warm = await measureBytes({
    name: 'home page, warm, brotli',
    url: `${shop.url}/`,
    clients,
    seconds,
    headers,
  });
  report(`Home page, ${bytes} bytes compressed`, [warm], bare);
}
