import { readFile, rm } from 'node:fs/promises';
import { connect } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { endpoints } from '#contract/api.ts';
import { listingPath, productPath } from '#contract/base/slug.ts';
import type { Running } from '#tests/fixtures/processes.ts';
import { importFile, logIn } from './import.ts';
import { callRequest, getRequest, percentile, readAnswer } from './load.ts';
import { dropCaches } from './misses.ts';
import { buy, measurePurchases, newTally } from './purchase.ts';
import { ask, sampleProducts } from './reads.ts';
import { measureSearches, toSearches } from './search.ts';
import { createProductPicker, openClient, openShoppers } from './shoppers.ts';

/** Imported besides the 5,460 products of the demo catalogue. */
export const growthSizes = [5000, 50_000, 250_000];
/** A shop of the smallest size is measured with the demo catalogue only, which has about as many products. */
const [smallestSize] = growthSizes;
const sampleSize = 300;
const homeWarmUps = 30;
const homeRounds = 40;
// Each yields about two searches.
const searchedProducts = 7000;
// Enough for all purchases of a measurement.
const boughtProducts = 5000;
const brandCount = 4000;
const shopperCount = 60;
const ordersPerSecond = 10;
// Each purchase saves an address, and a shopper may have 50.
const purchasesPerShopper = 50;

interface GrowthOptions {
  credentials: { email: string; password: string };
  /** Starts a shop on a data directory of this name. */
  start(name: string): Promise<Running & { dataDirectory: string }>;
}

/** Prints each figure when it is known, because a run takes some minutes. */
class Figures extends Map<string, number> {
  override set(name: string, value: number): this {
    process.stderr.write(`  ${name.padEnd(34)}${value.toFixed(2).padStart(10)}\n`);
    return super.set(name, value);
  }
}

interface ProductFile {
  kind: 'new' | 'prices';
  size: number;
  text: string;
}

/**
 * Imports products into shops of these sizes while shoppers buy, and prints how imports, start, reads and purchases depend on
 * the size.
 */
export async function printGrowth(
  { credentials, start }: GrowthOptions,
  sizes: readonly number[] = growthSizes,
): Promise<void> {
  const results: Figures[] = [];
  for (const size of sizes) {
    const figures = new Figures();
    let shop = await start(`growth-${size}`);
    const importNew = async () => importWhileBuying(shop.url, credentials, newProducts, figures);
    let newProducts: ProductFile = { kind: 'new', size, text: '' };
    try {
      newProducts = { ...newProducts, text: await fileOf(shop.url, size) };
      if (size !== smallestSize) await importNew();
      await shop.stop();
      const startedAt = performance.now();
      shop = await start(`growth-${size}`);
      figures.set('start s', (performance.now() - startedAt) / 1000);
      await measureShop(shop, credentials, figures);
      if (size === smallestSize) await importNew();
      const newPrices = { ...newProducts, kind: 'prices', text: withNewPrices(newProducts.text) } as const;
      await importWhileBuying(shop.url, credentials, newPrices, figures);
    } finally {
      await shop.stop();
      await rm(shop.dataDirectory, { recursive: true, force: true });
    }
    results.push(figures);
  }
  print(results);
}

function print(results: readonly Figures[]): void {
  const row = (name: string, cells: readonly string[]) =>
    process.stdout.write(`  ${name.padEnd(30)}${cells.map((cell) => cell.padStart(12)).join('')}\n`);
  process.stdout.write(
    '\nGrowth: first answers to one client in ms, with products imported besides the demo catalogue\n',
  );
  row('products', [...results.map((figures) => (figures.get('products') ?? 0).toFixed(0)), 'last/first']);
  for (const name of results.at(-1)?.keys() ?? []) {
    if (name === 'products') continue;
    const values = results.map((figures) => figures.get(name));
    const [first, last] = [values[0], values.at(-1)];
    row(name, [
      ...values.map((value) => (value === undefined ? '' : value.toFixed(value < 100 ? 2 : 0))),
      first === undefined || last === undefined ? '' : (last / first).toFixed(2),
    ]);
  }
}

/** Creates products, or changes the prices of those that were created, at an unchanged rate of orders. */
async function importWhileBuying(
  url: string,
  credentials: GrowthOptions['credentials'],
  { kind, size, text }: ProductFile,
  figures: Figures,
): Promise<void> {
  const [shoppers, products] = [
    await openShoppers(url, shopperCount),
    await sampleProducts(url, boughtProducts),
  ];
  const pick = await createProductPicker(url, products);
  const tally = newTally();
  let isImporting = true;
  const buying = (async () => {
    const running: Promise<void>[] = [];
    const free = [...shoppers];
    while (isImporting && running.length < shopperCount * purchasesPerShopper) {
      // None is free while all wait for an answer.
      const shopper = free.shift();
      if (shopper !== undefined) running.push(buy(shopper, pick, tally).then(() => void free.push(shopper)));
      await wait(1000 / ordersPerSecond);
    }
    await Promise.all(running);
  })();
  const { checkSeconds, applySeconds } = await importFile(await logIn(url, credentials), text, size);
  // The search index of the server reads the products.
  const appliedAt = performance.now();
  await ask(url, 'searchProducts', { search: 'milk' });
  const searchSeconds = (performance.now() - appliedAt) / 1000;
  isImporting = false;
  await buying;
  for (const shopper of shoppers) shopper.close();
  const name = kind === 'new' ? 'import' : 'new prices';
  figures.set(`${name}: check s`, checkSeconds);
  figures.set(`${name}: apply s`, applySeconds);
  figures.set(`${name}: until found s`, checkSeconds + applySeconds + searchSeconds);
  // An order that is rejected because a price has changed has waited as well.
  const placing = [...tally.placing, ...tally.rejecting].sort((a, b) => a - b);
  figures.set(`${name}: orders`, placing.length);
  figures.set(`${name}: rejected orders`, tally.failures);
  figures.set(`${name}: order p50`, percentile(placing, 0.5));
  figures.set(`${name}: order p99`, percentile(placing, 0.99));
  figures.set(`${name}: order max`, placing.at(-1) ?? 0);
}

/** A file of products that have the words of demo products, in their categories, of other brands. */
async function fileOf(url: string, size: number): Promise<string> {
  const products = await sampleProducts(url, size);
  const cell = (text: string) => `"${text.replaceAll('"', '""')}"`;
  const names = (lists: readonly { name: string }[]) => cell(lists.map(({ name }) => name).join(' | '));
  const lines = ['name,description,unit,price,discount,stock,categories,sub_categories,details'];
  const taken = new Set(products.map(({ name }) => name));
  for (let index = 0; index < size; index += 1) {
    const like = products[index % products.length];
    if (like === undefined) throw new Error('The shop has no products.');
    const words = like.name.split(' ').slice(1).join(' ').slice(0, 100);
    let number = index;
    while (taken.has(`${brandOf(number)} ${words}`)) number += 1;
    const brand = brandOf(number);
    const name = `${brand} ${words}`;
    taken.add(name);
    const cells = [cell(name), cell(like.description), cell(like.unit)];
    const numbers = [like.price, like.discount, 20];
    lines.push(
      [...cells, ...numbers, names(like.category), names(like.subCategory), `Brand: ${brand}`].join(','),
    );
  }
  return `${lines.join('\n')}\n`;
}

/** The names of a file of products, each with another price. */
function withNewPrices(file: string): string {
  const [, ...rows] = file.trimEnd().split('\n');
  const line = /^("(?:[^"]|"")*"),.*,(\d+(?:\.\d+)?),[\d.]+,20,/;
  const changed = rows.map((row) => {
    const [, name = '', price = ''] = line.exec(row) ?? [];
    return `${name},${Number(price) + 1}`;
  });
  return `name,price\n${changed.join('\n')}\n`;
}

/** A pronounceable name. */
function brandOf(number: number): string {
  const syllables = ['ka', 'ro', 'mi', 'ta', 'shu', 'ne', 'gol', 'vi', 'dra', 'ben'];
  const digits = [...String((number % brandCount) + 1000)].map((digit) => syllables[Number(digit)] ?? '');
  const name = digits.join('');
  return name.slice(0, 1).toUpperCase() + name.slice(1);
}

async function measureShop(
  shop: Running,
  credentials: GrowthOptions['credentials'],
  figures: Figures,
): Promise<void> {
  const { url } = shop;
  const { host } = new URL(url);
  figures.set('products', (await ask(url, 'listProducts', { page: 1, limit: 1 })).totalCount);
  const products = await sampleProducts(url, sampleSize);
  const { data: subCategories } = await ask(url, 'listSubCategories', {});
  const listings = subCategories.flatMap((subCategory) =>
    subCategory.category.map((category) => ({ category, subCategory })),
  );
  const named = await sampleProducts(url, searchedProducts);
  const searches = toSearches(named.map(({ name }) => name));
  const loads: Record<string, Buffer[]> = {
    'listing page': listings.map(({ category, subCategory }) =>
      getRequest(host, listingPath(category, subCategory)),
    ),
    'product page': products.map((product) => getRequest(host, productPath(product))),
    'search page': searches
      .slice(0, sampleSize)
      .map((search) => getRequest(host, `/search?q=${encodeURIComponent(search)}`)),
    // The second page, which no page of the shop has shown.
    listing: listings.map(({ category, subCategory }) =>
      callRequest(host, endpoints.listProductsByCategoryAndSubCategory.path, {
        ...{ categoryId: category._id, subCategoryId: subCategory._id, page: 2, limit: 8 },
      }),
    ),
    product: (await sampleProducts(url, 2 * sampleSize))
      .filter(({ _id }) => products.every((product) => product._id !== _id))
      .map(({ _id }) => callRequest(host, endpoints.getProductDetails.path, { productId: _id })),
  };
  for (const [name, requests] of Object.entries(loads))
    await measureFirstAnswers(url, name, requests, figures);
  await measureHome(url, credentials, figures);
  const { single, rate } = await measureSearches(url, searches.slice(sampleSize));
  figures.set('search p50', single.p50Ms);
  figures.set('search p99', single.p99Ms);
  figures.set('searches/s, 16 clients', rate.requestsPerSecond);
  const [purchase, , , placing] = await measurePurchases(url, named);
  figures.set('purchases/s, 8 shoppers', purchase?.requestsPerSecond ?? 0);
  figures.set('order p99', placing?.p99Ms ?? 0);
  figures.set('memory of the server MB', await residentMegabytes(shop));
}

async function measureFirstAnswers(
  url: string,
  name: string,
  requests: readonly Buffer[],
  figures: Figures,
  prepare = async () => {},
): Promise<void> {
  const { hostname, port } = new URL(url);
  const socket = connect({ host: hostname, port: Number(port), noDelay: true });
  const durations: number[] = [];
  for (const request of requests) {
    await prepare();
    const startedAt = performance.now();
    socket.write(request);
    const status = await readAnswer(socket);
    if (status !== 200) throw new Error(`${name} answered ${status}.`);
    durations.push(performance.now() - startedAt);
  }
  socket.destroy();
  durations.sort((a, b) => a - b);
  figures.set(`${name} p50`, percentile(durations, 0.5));
  figures.set(`${name} p99`, percentile(durations, 0.99));
}

/** Measures the home page each time after a change that empties all caches. */
async function measureHome(
  url: string,
  credentials: GrowthOptions['credentials'],
  figures: Figures,
): Promise<void> {
  const visitor = openClient(url);
  const { data } = await visitor.mustSend('loginUser', credentials);
  visitor.close();
  const admin = openClient(url, data.accesstoken);
  const rounds = (count: number) => Array.from({ length: count }, () => getRequest(new URL(url).host, '/'));
  const drop = () => dropCaches(admin);
  await measureFirstAnswers(url, 'home page', rounds(homeWarmUps), new Figures(), drop);
  await measureFirstAnswers(url, 'home page', rounds(homeRounds), figures, drop);
  admin.close();
}

async function residentMegabytes({ process: child }: Running): Promise<number> {
  const status = await readFile(`/proc/${child.pid}/status`, 'utf8');
  return Number(/VmRSS:\s+(\d+)/.exec(status)?.[1] ?? 0) / 1024;
}
