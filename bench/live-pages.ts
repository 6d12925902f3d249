import { orderChangeEvent, orderEventsPath } from '#contract/orders/order-events.ts';
import { type EventClient, openEventStream } from '#tests/fixtures/event-client.ts';
import type { Inspector } from '#tests/fixtures/inspector.ts';
import { summarize } from './load.ts';
import { prepare } from './race.ts';
import { allProducts } from './reads.ts';
import { type Client, openAccount, openClient } from './shoppers.ts';

const pageCount = 500;
// The maximum of streams per account.
const pagesPerShopper = 20;
// The maximum of orders per call of the board.
const ordersPerChange = 100;
const limitMs = 1000;
const shelfLength = 50;

/** An order and the token of its shopper. */
interface Watched {
  orderId: string;
  open(): Promise<LivePage>;
}

interface LivePage {
  stream: EventClient;
  client: Client;
}

/**
 * Opens 500 order pages in one process and changes their orders on the board, 100 per call. Prints the time from the call until
 * each page received the event and had read the order, and the heap of the server.
 */
export async function printLivePages(
  shopUrl: string,
  admin: { email: string; password: string },
  inspector: Inspector,
): Promise<void> {
  const orders = await placeOrders(shopUrl);
  const door = openClient(shopUrl);
  const board = openClient(shopUrl, (await door.mustSend('loginUser', admin)).data.accesstoken);
  // A first run without measurement, so that compiled code and caches do not count as the cost of pages.
  await leave(await openAll(orders));
  const before = await inspector.readHeapBytes();
  const pages = await openAll(orders);
  const open = await inspector.readHeapBytes();
  const { told, read } = await pack(board, orders, pages);
  await leave(pages);
  const after = await inspector.readHeapBytes();
  board.close();
  door.close();

  process.stdout.write(`\n${pageCount} live order pages in one process, packed 100 at a click\n`);
  for (const [name, tookMs] of [
    ['told', told],
    ['told and read', read],
  ] as const) {
    const { p50Ms, p99Ms } = summarize(name, tookMs, 1);
    const [p50, p99, last] = [p50Ms, p99Ms, Math.max(...tookMs)].map((ms) => `${ms.toFixed(0)} ms`);
    const inTime = tookMs.filter((ms) => ms <= limitMs).length;
    process.stdout.write(
      `  ${name.padEnd(26)}p50 ${p50}, p99 ${p99}, last ${last}; ${inTime} within ${limitMs} ms\n`,
    );
  }
  const [was, is, willBe] = [before, open, after].map((bytes) => `${(bytes / 2 ** 20).toFixed(1)} MB`);
  process.stdout.write(
    `  heap                      ${was} before, ${is} with the pages open, ${willBe} after\n`,
  );
}

async function placeOrders(shopUrl: string): Promise<Watched[]> {
  const products = (await allProducts(shopUrl)).toSorted((a, b) => b.stock - a.stock);
  const orders: Watched[] = [];
  while (orders.length < pageCount) {
    const token = await openAccount(shopUrl);
    const client = openClient(shopUrl, token);
    for (let order = 0; order < pagesPerShopper; order += 1) {
      const product = products[orders.length % shelfLength];
      if (product === undefined) throw new Error('The shop has too few products.');
      const { answer, status } = await (await prepare(client, product, 1))();
      if (answer === null) throw new Error(`An order was answered with ${status}.`);
      const orderId = answer.data._id;
      orders.push({
        orderId,
        open: async () => ({
          stream: await openEventStream(`${shopUrl}${orderEventsPath}?_id=${orderId}`, token),
          client: openClient(shopUrl, token),
        }),
      });
    }
    client.close();
  }
  return orders;
}

async function openAll(orders: readonly Watched[]): Promise<LivePage[]> {
  const pages: LivePage[] = [];
  for (const { open } of orders) pages.push(await open());
  const refused = pages.find(({ stream }) => stream.status !== 200);
  if (refused !== undefined) throw new Error(`A stream was answered with ${refused.stream.status}.`);
  return pages;
}

async function leave(pages: readonly LivePage[]): Promise<void> {
  for (const { stream, client } of pages) {
    stream.leave();
    client.close();
  }
  await Promise.all(pages.map(({ stream }) => stream.ended));
}

/** Changes all orders; returns when each page received the event and had read the order, in ms from the call. */
async function pack(board: Client, orders: readonly Watched[], pages: readonly LivePage[]) {
  const clicks: number[] = [];
  const clickedAt = (index: number) => clicks[Math.floor(index / ordersPerChange)] ?? 0;
  const [told, read]: [number[], number[]] = [[], []];
  const watched = Promise.all(
    pages.map(async ({ stream, client }, index) => {
      const _id = orders[index]?.orderId ?? '';
      await stream.hear(`${orderChangeEvent} ${JSON.stringify({ _id })}`);
      told.push(performance.now() - clickedAt(index));
      const { data } = await client.mustSend('getOrder', { _id });
      if (data.status !== 'PACKING') throw new Error(`A page was told too early: ${data.status}.`);
      read.push(performance.now() - clickedAt(index));
    }),
  );
  const ids = orders.map(({ orderId }) => orderId);
  for (let first = 0; first < ids.length; first += ordersPerChange) {
    clicks.push(performance.now());
    const part = ids.slice(first, first + ordersPerChange);
    await board.mustSend('changeOrders', { ids: part, to: 'PACKING' });
  }
  await watched;
  return { told, read };
}
