import { mkdtemp, rm } from 'node:fs/promises';
import { createConnection } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import autocannon from 'autocannon';
import { endpoints } from '#contract/api.ts';
import { hashText } from '#demo/artwork/seeded-random.ts';
import { loadDemoCatalogue } from '#demo/load.ts';
import { habits, renameCatalogue } from '#demo/other-habits.ts';
import { measureSearchSuccess, type SearchSuccess } from '#demo/search-judgements.ts';
import { CatalogueCache } from '#server/cache/catalogue-cache.ts';
import { connect } from '#server/database/connect.ts';
import { startEmbedded } from '#server/database/embedded.ts';
import { migrate } from '#server/database/migrate.ts';
import { ProductCache } from '#server/products/product-cache.ts';
import { ProductSearch } from '#server/search/product-search.ts';
import { callRequest, type Measurement, post, readAnswer, report, summarize, toMeasurement } from './load.ts';
import { allProducts, ask } from './reads.ts';

const clients = 16;
const measuredSearches = 8000;
const singleClientSearches = 1500;
const warmUpSearches = 1000;

/** Prints the relevance of the judged searches, and rate and latency of searches that no cache has seen. */
export async function printSearch(shopUrl: string, baseline: Measurement): Promise<void> {
  await printSuccess(shopUrl);
  for (const habit of habits) await printSuccessWithHabit(habit);
  const names = (await allProducts(shopUrl)).map(({ name }) => name);
  const { rate, single } = await measureSearches(shopUrl, toSearches(names));
  report('Distinct searches over REST, none cached, one process', [rate, single], baseline);
}

/** Sends each search once, so that no response comes from a cache: by 16 clients, then by one. */
export async function measureSearches(
  shopUrl: string,
  searches: readonly string[],
): Promise<{ rate: Measurement; single: Measurement }> {
  const left = [...searches];
  const take = (count: number) => {
    if (left.length < count) throw new Error('The catalogue yields too few distinct searches.');
    return left.splice(0, count);
  };
  await measureOnce('warm-up', shopUrl, 1, take(warmUpSearches));
  return {
    rate: await measureOnce('16 clients', shopUrl, clients, take(measuredSearches)),
    single: await measureSingle('1 client', shopUrl, take(singleClientSearches)),
  };
}

async function printSuccess(shopUrl: string): Promise<void> {
  process.stdout.write('\nJudged searches: an accepted product is first, or among the first five\n');
  const success = await measureSearchSuccess(
    async (search) => (await ask(shopUrl, 'searchProducts', { search, page: 1, limit: 5 })).data,
  );
  printShares(success);
}

/** Measures with a new database, in this process. */
async function printSuccessWithHabit(habit: (typeof habits)[number]): Promise<void> {
  const directory = await mkdtemp(join(tmpdir(), 'tokri-bench-'));
  const postgres = await startEmbedded(directory, { isDurable: false });
  try {
    const db = connect(postgres.url);
    await migrate(db);
    await loadDemoCatalogue(db, renameCatalogue(habit));
    const cache = new CatalogueCache();
    const [search, products] = [new ProductSearch(db, cache), new ProductCache(db, cache)];
    const success = await measureSearchSuccess(
      async (text) => products.listWithStock((await search.find({ search: text, page: 1, limit: 5 })).ids),
      false,
    );
    await db.close();
    process.stdout.write(`\nThe same searches in a catalogue with the habit '${habit}'\n`);
    printShares(success);
  } finally {
    await postgres.stop();
    await rm(directory, { recursive: true, force: true });
  }
}

function printShares(success: readonly SearchSuccess[]): void {
  for (const { kind, searches, successAt1, successAt5 } of success) {
    const shares = [successAt1, successAt5].map((share) => share.toFixed(3).padStart(8));
    process.stdout.write(`  ${kind.padEnd(12)}${String(searches).padStart(5)}${shares.join('')}\n`);
  }
}

/** As `measureOnce` by one client, with parts of milliseconds. */
async function measureSingle(
  name: string,
  shopUrl: string,
  searches: readonly string[],
): Promise<Measurement> {
  const { hostname, port, host } = new URL(shopUrl);
  const socket = createConnection({ host: hostname, port: Number(port), noDelay: true });
  const durations: number[] = [];
  const startedAt = performance.now();
  for (const search of searches) {
    const sentAt = performance.now();
    socket.write(callRequest(host, endpoints.searchProducts.path, { search, page: 1, limit: 12 }));
    const status = await readAnswer(socket);
    if (status !== 200) throw new Error(`A search answered ${status}.`);
    durations.push(performance.now() - sentAt);
  }
  socket.destroy();
  return summarize(name, durations, (performance.now() - startedAt) / 1000);
}

/** Sends each search once, so that no response comes from a cache. */
async function measureOnce(
  name: string,
  shopUrl: string,
  connections: number,
  searches: readonly string[],
): Promise<Measurement> {
  const { path } = endpoints.searchProducts;
  const perClient = Math.floor(searches.length / connections);
  let started = 0;
  const result = await autocannon({
    url: shopUrl,
    connections,
    amount: perClient * connections,
    setupClient: (client) => {
      const own = searches.slice(started * perClient, (started + 1) * perClient);
      started += 1;
      client.setRequests(own.map((search) => post(path, { search, page: 1, limit: 12 })));
    },
  });
  return { ...toMeasurement(name, result), requestsPerSecond: result.requests.total / result.duration };
}

/** Texts as shoppers type them, from product names: some words, the start of a word, or a misspelt word. */
export function toSearches(names: readonly string[]): string[] {
  const searches = new Set<string>();
  for (const name of names) {
    const words = name
      .toLowerCase()
      .replace(/\(.*\)/, '')
      .trim()
      .split(/\s+/);
    const last = words.at(-1) ?? '';
    const middle = Math.ceil(last.length / 2);
    searches.add(words.slice(0, 2).join(' '));
    searches.add(words.slice(-2).join(' '));
    searches.add(`${words[0]} ${last}`);
    searches.add(words.slice(1).join(' '));
    searches.add(words.join(' ').slice(0, -2));
    searches.add([...words.slice(1, -1), last.slice(0, middle) + last.slice(middle + 1)].join(' '));
  }
  // In an order that mixes products and kinds of searches, the same in each run.
  return [...searches].sort((a, b) => hashText(a) - hashText(b));
}
