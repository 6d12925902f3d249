import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { endpoints } from '#contract/api.ts';
import { listingPath, productPath } from '#contract/base/slug.ts';
import { percentile, post, readAnswer } from './load.ts';
import { buy, newTally } from './purchase.ts';
import { allProducts, ask, listingRequests, searchWords } from './reads.ts';
import { type Client, createProductPicker, openClient, openShoppers, type Pick } from './shoppers.ts';

export const clients = 16;
const warmUpSeconds = 2;
const seconds = 6;
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

export interface LoadOptions {
  name: string;
  isEdited?: boolean;
  orders?: 'none' | 'steady' | 'unlimited';
}

export interface LoadResult {
  readsPerSecond: number;
  readP99Ms: number;
  homeP99Ms: number;
  ordersPerSecond: number;
  orderP99Ms: number;
  failures: number;
}

export const loads: readonly LoadOptions[] = [
  { name: 'browsing only' },
  { name: 'and a price edit a second', isEdited: true },
  { name: `and ${ordersPerSecond} orders a second`, orders: 'steady' },
  { name: 'and both', isEdited: true, orders: 'steady' },
  { name: `and ${buyersAtOnce} shoppers buying`, orders: 'unlimited' },
];

/** Everything that the loads share. */
export interface MixedShop {
  url: string;
  requests: readonly BrowsingRequest[];
  admin: Client;
  shoppers: Client[];
  pick: Pick;
}

/** Logs in the admin, registers the shoppers and collects the requests of the browsing clients. */
export async function openMixedShop(
  url: string,
  credentials: { email: string; password: string },
): Promise<MixedShop> {
  const visitor = openClient(url);
  const { data } = await visitor.mustSend('loginUser', credentials);
  visitor.close();
  return {
    url,
    requests: await browsingRequests(url),
    admin: openClient(url, data.accesstoken),
    shoppers: await openShoppers(url, shopperCount),
    pick: await createProductPicker(url),
  };
}

export function closeMixedShop({ admin, shoppers }: MixedShop): void {
  admin.close();
  for (const shopper of shoppers) shopper.close();
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

export async function runLoad(
  shop: MixedShop,
  { isEdited = false, orders = 'none' }: LoadOptions,
): Promise<LoadResult> {
  await runFor(warmUpSeconds, shop, { isEdited, orders });
  return runFor(seconds, shop, { isEdited, orders });
}

async function runFor(
  forSeconds: number,
  shop: MixedShop,
  { isEdited, orders }: Required<Omit<LoadOptions, 'name'>>,
): Promise<LoadResult> {
  const endsAt = performance.now() + forSeconds * 1000;
  const tally = newTally();
  const [reads] = await Promise.all([
    browse(shop, endsAt),
    isEdited ? editPrices(shop, endsAt) : null,
    orders === 'steady' ? placeSteadily(shop, endsAt, tally) : null,
    orders === 'unlimited' ? buyUnlimited(shop, endsAt, tally) : null,
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
export async function browse({ url, requests }: MixedShop, endsAt: number): Promise<Read[]> {
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
async function editPrices({ url, admin }: MixedShop, endsAt: number): Promise<void> {
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
function nextShopper({ shoppers }: MixedShop): Client {
  const shopper = shoppers.shift();
  if (shopper === undefined) throw new Error('All shoppers are busy or have used their addresses.');
  return shopper;
}

const purchases = new WeakMap<Client, number>();

async function buyOnce(shop: MixedShop, tally: ReturnType<typeof newTally>): Promise<void> {
  const shopper = nextShopper(shop);
  await buy(shopper, shop.pick, tally);
  const bought = (purchases.get(shopper) ?? 0) + 1;
  purchases.set(shopper, bought);
  if (bought < purchasesPerShopper) shop.shoppers.push(shopper);
  else shopper.close();
}

/** Starts purchases at a fixed rate, whether or not earlier ones have ended. */
async function placeSteadily(
  shop: MixedShop,
  endsAt: number,
  tally: ReturnType<typeof newTally>,
): Promise<void> {
  const running: Promise<void>[] = [];
  while (performance.now() < endsAt) {
    running.push(buyOnce(shop, tally));
    await wait(1000 / ordersPerSecond);
  }
  await Promise.all(running);
}

/** Eight shoppers buy as fast as they can. */
export async function buyUnlimited(
  shop: MixedShop,
  endsAt: number,
  tally: ReturnType<typeof newTally>,
): Promise<void> {
  const buyOn = async () => {
    while (performance.now() < endsAt) await buyOnce(shop, tally);
  };
  await Promise.all(Array.from({ length: buyersAtOnce }, buyOn));
}
