import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { endpoints } from '#contract/api.ts';
import { listingPath, productPath } from '#contract/rules/slug.ts';
import { percentile, post, readAnswer } from './load.ts';
import { buy, newTally } from './purchase.ts';
import { allProducts, ask, listingRequests, searchWords } from './reads.ts';
import { type Client, createProductPicker, openClient, openShoppers, type Pick } from './shoppers.ts';

const clients = 16;
const warmUpSeconds = 2;
const seconds = 6;
const runs = 3;
const ordersPerSecond = 20;
const buyersAtOnce = 8;
// Each purchase saves an address, and a shopper may have 50.
const purchasesPerShopper = 50;
const shopperCount = 160;

/** One request of a browsing client, ready to be sent. */
interface BrowsingRequest {
  isHome: boolean;
  bytes: Buffer;
}

interface LoadOptions {
  name: string;
  isEdited?: boolean;
  orders?: 'none' | 'steady' | 'unlimited';
}

interface LoadResult {
  readsPerSecond: number;
  readP99Ms: number;
  homeP99Ms: number;
  ordersPerSecond: number;
  orderP99Ms: number;
  failures: number;
}

const loads: readonly LoadOptions[] = [
  { name: 'browsing only' },
  { name: 'and a price edit a second', isEdited: true },
  { name: `and ${ordersPerSecond} orders a second`, orders: 'steady' },
  { name: 'and both', isEdited: true, orders: 'steady' },
  { name: `and ${buyersAtOnce} shoppers buying`, orders: 'unlimited' },
];

/** Everything that the loads share. */
interface Shop {
  url: string;
  requests: readonly BrowsingRequest[];
  admin: Client;
  shoppers: Client[];
  pick: Pick;
}

/**
 * Measures 16 browsing clients alone and together with price edits and orders, as medians of three runs, and how soon
 * the rate recovers after a category was renamed.
 */
export async function printMixedLoads(
  url: string,
  credentials: { email: string; password: string },
): Promise<void> {
  const visitor = openClient(url);
  const { data } = await visitor.mustSend('loginUser', credentials);
  visitor.close();
  const shop: Shop = {
    url,
    requests: await browsingRequests(url),
    admin: openClient(url, data.accesstoken),
    shoppers: await openShoppers(url, shopperCount),
    pick: await createProductPicker(url),
  };
  process.stdout.write(
    `\n${clients} clients browse pages, listings, details and searches; medians of ${runs}\n`,
  );
  row(['', 'reads/s', 'of browsing', 'p99 ms', 'home p99 ms', 'orders/s', 'order p99 ms', 'failures']);
  try {
    let browsing = 0;
    for (const load of loads) {
      const result = await medianOf(runs, () => runLoad(shop, load));
      if (browsing === 0) browsing = result.readsPerSecond;
      row([
        load.name,
        result.readsPerSecond.toFixed(0),
        (result.readsPerSecond / browsing).toFixed(2),
        result.readP99Ms.toFixed(0),
        result.homeP99Ms.toFixed(0),
        result.ordersPerSecond.toFixed(0),
        result.orderP99Ms.toFixed(0),
        result.failures.toFixed(0),
      ]);
    }
    await printRecovery(shop);
  } finally {
    shop.admin.close();
    for (const shopper of shop.shoppers) shopper.close();
  }
}

function row(cells: readonly string[]): void {
  const [first = '', ...rest] = cells;
  process.stdout.write(`  ${first.padEnd(28)}${rest.map((cell) => cell.padStart(14)).join('')}\n`);
}

async function browsingRequests(url: string): Promise<BrowsingRequest[]> {
  const { host } = new URL(url);
  const get = (path: string): BrowsingRequest => ({
    isHome: path === '/',
    bytes: Buffer.from(`GET ${path} HTTP/1.1\r\nhost: ${host}\r\naccept-encoding: br\r\n\r\n`),
  });
  const call = ({ path, body = '' }: ReturnType<typeof post>): BrowsingRequest => ({
    isHome: false,
    bytes: Buffer.from(
      `POST ${path} HTTP/1.1\r\nhost: ${host}\r\ncontent-type: application/json\r\n` +
        `content-length: ${Buffer.byteLength(String(body))}\r\n\r\n${String(body)}`,
    ),
  });
  const products = (await allProducts(url)).filter((_product, index) => index % 20 === 0);
  const words = (await searchWords(url)).filter((_word, index) => index % 4 === 0);
  const { data: subCategories } = await ask(url, 'listSubCategories', {});
  const listings = subCategories.flatMap((subCategory) =>
    subCategory.category.map((category) => listingPath(category, subCategory)),
  );
  const requests = [
    ...listings.map(get),
    ...products.map((product) => get(productPath(product))),
    ...words.map((word) => get(`/search?q=${encodeURIComponent(word)}`)),
    ...(await listingRequests(url)).map(call),
    ...products.map(({ _id }) => call(post(endpoints.getProductDetails.path, { productId: _id }))),
    ...words.map((search) => call(post(endpoints.searchProducts.path, { search, page: 1 }))),
  ];
  // Every tenth request is for the home page; the order is mixed, but the same in each run.
  const mixed = requests.map((_request, index) => {
    const request = requests[Math.floor(((index * 0.618_034) % 1) * requests.length)] ?? get('/');
    return index % 10 === 0 ? [get('/'), request] : [request];
  });
  return mixed.flat();
}

async function runLoad(shop: Shop, { isEdited = false, orders = 'none' }: LoadOptions): Promise<LoadResult> {
  await runFor(warmUpSeconds, shop, { isEdited, orders });
  return runFor(seconds, shop, { isEdited, orders });
}

async function runFor(
  forSeconds: number,
  shop: Shop,
  { isEdited, orders }: Required<Omit<LoadOptions, 'name'>>,
): Promise<LoadResult> {
  const endsAt = performance.now() + forSeconds * 1000;
  const tally = newTally();
  const [reads] = await Promise.all([
    browse(shop, endsAt),
    isEdited ? editPrices(shop, endsAt) : null,
    orders === 'steady' ? placeSteadily(shop, endsAt, tally) : null,
    orders === 'unlimited' ? placeUnlimited(shop, endsAt, tally) : null,
  ]);
  const all = reads.map(({ ms }) => ms).sort((a, b) => a - b);
  const home = reads.filter(({ isHome }) => isHome).map(({ ms }) => ms);
  return {
    readsPerSecond: reads.length / forSeconds,
    readP99Ms: percentile(all, 0.99),
    homeP99Ms: percentile(
      home.sort((a, b) => a - b),
      0.99,
    ),
    ordersPerSecond: tally.whole.length / forSeconds,
    orderP99Ms: percentile(
      tally.whole.sort((a, b) => a - b),
      0.99,
    ),
    failures: tally.failures + reads.filter(({ status }) => status !== 200).length,
  };
}

interface Read {
  isHome: boolean;
  status: number;
  ms: number;
  endedAt: number;
}

/** Each client starts elsewhere in the list and sends one request at a time. */
async function browse({ url, requests }: Shop, endsAt: number): Promise<Read[]> {
  const { hostname, port } = new URL(url);
  if (hostname !== '127.0.0.1') throw new Error('Loads go to this machine only.');
  const reads: Read[] = [];
  const browseOn = async (socket: Socket, start: number) => {
    for (let index = start; performance.now() < endsAt; index += 1) {
      const request = requests[index % requests.length];
      if (request === undefined) throw new Error('There is nothing to browse.');
      const startedAt = performance.now();
      socket.write(request.bytes);
      const status = await readAnswer(socket);
      const endedAt = performance.now();
      reads.push({ isHome: request.isHome, status, ms: endedAt - startedAt, endedAt });
    }
    socket.destroy();
  };
  await Promise.all(
    Array.from({ length: clients }, async (_client, index) => {
      const socket = connect({ host: hostname, port: Number(port), noDelay: true });
      await once(socket, 'connect');
      await browseOn(socket, Math.floor((index / clients) * requests.length));
    }),
  );
  return reads;
}

let edits = 0;

/** Changes the price of another product once a second. */
async function editPrices({ url, admin }: Shop, endsAt: number): Promise<void> {
  const products = await allProducts(url);
  while (performance.now() < endsAt) {
    edits += 1;
    const product = products[(edits * 7919) % products.length];
    if (product === undefined) throw new Error('The shop has no products.');
    const [today] = (await admin.mustSend('listProductsById', { ids: [product._id] })).data;
    if (today === undefined) throw new Error('A product has vanished.');
    const price = today.price + (edits % 2 === 0 ? 1 : 2);
    await admin.mustSend('changeProducts', { changes: [{ _id: today._id, price }] });
    await wait(Math.min(1000, Math.max(0, endsAt - performance.now())));
  }
}

/** Takes a shopper who is not buying at the moment. */
function nextShopper({ shoppers }: Shop): Client {
  const shopper = shoppers.shift();
  if (shopper === undefined) throw new Error('All shoppers are busy or have used their addresses.');
  return shopper;
}

const purchases = new WeakMap<Client, number>();

async function buyOnce(shop: Shop, tally: ReturnType<typeof newTally>): Promise<void> {
  const shopper = nextShopper(shop);
  await buy(shopper, shop.pick, tally);
  const bought = (purchases.get(shopper) ?? 0) + 1;
  purchases.set(shopper, bought);
  if (bought < purchasesPerShopper) shop.shoppers.push(shopper);
  else shopper.close();
}

/** Starts purchases at a fixed rate, whether or not earlier ones have ended. */
async function placeSteadily(shop: Shop, endsAt: number, tally: ReturnType<typeof newTally>): Promise<void> {
  const running: Promise<void>[] = [];
  while (performance.now() < endsAt) {
    running.push(buyOnce(shop, tally));
    await wait(1000 / ordersPerSecond);
  }
  await Promise.all(running);
}

async function placeUnlimited(shop: Shop, endsAt: number, tally: ReturnType<typeof newTally>): Promise<void> {
  const buyOn = async () => {
    while (performance.now() < endsAt) await buyOnce(shop, tally);
  };
  await Promise.all(Array.from({ length: buyersAtOnce }, buyOn));
}

async function medianOf(times: number, run: () => Promise<LoadResult>): Promise<LoadResult> {
  const results: LoadResult[] = [];
  for (let time = 0; time < times; time += 1) results.push(await run());
  const median = (field: keyof LoadResult) =>
    percentile(
      results.map((result) => result[field]).sort((a, b) => a - b),
      0.5,
    );
  return {
    readsPerSecond: median('readsPerSecond'),
    readP99Ms: median('readP99Ms'),
    homeP99Ms: median('homeP99Ms'),
    ordersPerSecond: median('ordersPerSecond'),
    orderP99Ms: median('orderP99Ms'),
    failures: Math.max(...results.map(({ failures }) => failures)),
  };
}

const recoverySeconds = 6;
const sliceMs = 100;
const recoveredShare = 0.7;

/** Renames a category while clients browse, and prints when the rate is again 0.7 of what it was. */
async function printRecovery(shop: Shop): Promise<void> {
  const { data: categories } = await shop.admin.mustSend('listCategories', {});
  const [category] = categories;
  if (category === undefined) throw new Error('The shop has no categories.');
  const startedAt = performance.now();
  const browsing = browse(shop, startedAt + recoverySeconds * 1000);
  await wait((recoverySeconds * 1000) / 2);
  const renamedAt = performance.now();
  const { _id, image } = category;
  await shop.admin.mustSend('updateCategory', { _id, name: `${category.name} 2`, image });
  const reads = await browsing;
  await shop.admin.mustSend('updateCategory', { _id, name: category.name, image });
  const before = reads.filter(({ endedAt }) => endedAt < renamedAt).length / (renamedAt - startedAt);
  const rateAt = (from: number) =>
    reads.filter(({ endedAt }) => endedAt >= from && endedAt < from + sliceMs).length / sliceMs;
  let recoveredAt = renamedAt;
  const end = startedAt + recoverySeconds * 1000 - sliceMs;
  while (recoveredAt < end && rateAt(recoveredAt) < recoveredShare * before) recoveredAt += sliceMs / 2;
  const isRecovered = recoveredAt < end;
  process.stdout.write(
    `  A renamed category: ${isRecovered ? `${recoveredShare} of the rate after ${((recoveredAt - renamedAt) / 1000).toFixed(1)} s` : 'not recovered'}\n`,
  );
}
