import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort, startProcess, startShop } from '#tests/fixtures/processes.ts';
import { openHeap } from './heap.ts';
import { printImport } from './import.ts';
import { printLivePages } from './live-pages.ts';
import { measure, measureBytes, report } from './load.ts';
import { measurePurchases } from './purchase.ts';
import { printRace } from './race.ts';
import { measureReads } from './reads.ts';

const seconds = 8;
const clients = 16;
const admin = { email: 'admin@example.com', password: 'coriander at dawn' };

const dataDirectory = await mkdtemp(join(tmpdir(), 'tokri-bench-'));
const port = await freePort();
const inspectPort = await freePort();
const shop = await startShop({
  DATA_DIR: dataDirectory,
  PORT: String(port),
  PUBLIC_URL: `http://127.0.0.1:${port}`,
  RATE_LIMITS: 'off',
  LOG_LEVEL: 'error',
  NODE_ENV: 'production',
  ADMIN_EMAIL: admin.email,
  ADMIN_PASSWORD: admin.password,
  NODE_OPTIONS: `--inspect-port=127.0.0.1:${inspectPort}`,
});
try {
  const home = await (await fetch(shop.url, { headers: { 'accept-encoding': 'br' } })).arrayBuffer();
  const { headers } = await fetch(shop.url, { method: 'HEAD', headers: { 'accept-encoding': 'br' } });
  // fetch() decodes the body, so the compressed size is read from the header.
  const compressedBytes = Number(headers.get('content-length') ?? home.byteLength);
  const bare = await startProcess(['bench/bare.ts', String(compressedBytes)], {}, /^READY (http:\S+)/);
  try {
    const json = await measure({ name: 'bare Fastify JSON', url: `${bare.url}/json`, clients, seconds });
    report('Catalogue reads over REST, 16 clients, one process', await measureReads(shop.url, seconds), json);

    const string = await measureBytes({
      name: 'bare Fastify string',
      url: `${bare.url}/string`,
      clients,
      seconds,
    });
    const warm = await measureBytes({
      name: 'home page, warm, brotli',
      url: `${shop.url}/`,
      clients,
      seconds,
      headers: { 'accept-encoding': 'br' },
    });
    report(`Home page, ${compressedBytes} bytes compressed`, [warm], string);

    report('Purchases, 8 shoppers at once', await measurePurchases(shop.url), json);
    await printRace(shop.url);
    const heap = await openHeap(shop, inspectPort);
    await printLivePages(shop.url, admin, heap);
    heap.close();
    await printImport(shop.url, admin);
  } finally {
    await bare.stop();
  }
} finally {
  await shop.stop();
  await rm(dataDirectory, { recursive: true, force: true });
}
