import sql from 'sql-template-tag';
import { z } from 'zod';
import { orderUpdatesPath } from '#contract/orders/order-updates.ts';
import { Database } from '#server/database/connect.ts';
import { percentile, summarize } from './load.ts';
import { buy, newTally } from './purchase.ts';
import { type Client, createProductPicker, openAccount, openClient, openShoppers } from './shoppers.ts';

const phones = 30;
const shoppersAtOnce = 4;
const seconds = 15;
/** A person takes longer for a line. */
const restMs = 200;

interface Phone {
  client: Client;
  stream: Stream;
}

/** When a stream of changes last heard of each order. */
interface Stream {
  heardAt: Map<string, number>;
  close(): void;
}

/**
 * Thirty phones of pickers take, pick and pack the orders of shoppers while all of them and the board follow the
 * changes. Prints how soon each change reaches the last of the 31 streams, and whether one was lost.
 */
export async function printLive(shopUrl: string, databaseUrl: string): Promise<void> {
  const staff = await openPhones(shopUrl, databaseUrl);
  const shoppers = await openShoppers(shopUrl, shoppersAtOnce);
  try {
    const pick = await createProductPicker(shopUrl);
    const bought = newTally();
    const changes: { order: string; sentAt: number }[] = [];
    const recorded: number[] = [];
    const endsAt = performance.now() + seconds * 1000;
    await Promise.all([
      ...shoppers.map(async (shopper) => {
        while (performance.now() < endsAt) await buy(shopper, pick, bought);
      }),
      ...staff.map(({ client }) => work(client, { endsAt, recorded, changes })),
    ]);
    // The last changes are announced within a tenth of a second, and arrive.
    await rest(2000);
    const delays = changes.flatMap(({ order, sentAt }) =>
      staff.map(({ stream }) => (stream.heardAt.get(order) ?? Number.POSITIVE_INFINITY) - sentAt),
    );
    const lost = delays.filter((ms) => !Number.isFinite(ms)).length;
    const sorted = delays.filter(Number.isFinite).toSorted((one, other) => one - other);
    const lines = summarize('lines', recorded, seconds);
    process.stdout.write(
      `\n${phones} phones of pickers and the board follow the orders of ${shoppersAtOnce} shoppers, ${seconds} s\n` +
        `  ${bought.placing.length} orders placed, ${changes.length} packed, ${recorded.length} lines picked\n` +
        `  a line recorded: p50 ${lines.p50Ms.toFixed(0)} ms, p99 ${lines.p99Ms.toFixed(0)} ms\n` +
        `  packed, until each of the ${staff.length} streams knows: p50 ${percentile(sorted, 0.5).toFixed(0)} ms, p99 ${percentile(sorted, 0.99).toFixed(0)} ms, last ${percentile(sorted, 1).toFixed(0)} ms, lost ${lost}\n`,
    );
  } finally {
    for (const { client, stream } of staff) {
      stream.close();
      client.close();
    }
    for (const shopper of shoppers) shopper.close();
  }
}

const rest = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

/** Accounts with the role of a picker, and one more for the board. */
async function openPhones(shopUrl: string, databaseUrl: string): Promise<Phone[]> {
  const db = new Database({ connectionString: databaseUrl, max: 1 });
  try {
    const opened: Phone[] = [];
    for (let count = 0; count <= phones; count += 1) {
      const token = await openAccount(shopUrl);
      const client = openClient(shopUrl, token);
      const { data } = await client.mustSend('getUserDetails', {});
      await db.query(
        sql`insert into staff_role (account_id, store_id, role) values (${data._id}, 'main', 'picker')`,
      );
      opened.push({ client, stream: await openStream(shopUrl, token) });
    }
    return opened;
  } finally {
    await db.close();
  }
}

/** A heartbeat has no id. */
const changeData = z.object({ _id: z.string().nullable().default(null) });

async function openStream(shopUrl: string, token: string): Promise<Stream> {
  const closing = new AbortController();
  const response = await fetch(`${shopUrl}${orderUpdatesPath}?board=1`, {
    headers: { authorization: `Bearer ${token}` },
    signal: closing.signal,
  });
  if (!response.ok || response.body === null) throw new Error(`The stream answered ${response.status}.`);
  const heardAt = new Map<string, number>();
  const read = async (body: ReadableStream<Uint8Array>) => {
    const decoder = new TextDecoder();
    let text = '';
    for await (const chunk of body) {
      text += decoder.decode(chunk, { stream: true });
      const lines = text.split('\n');
      text = lines.pop() ?? '';
      for (const line of lines) {
        if (!line.startsWith('data: {')) continue;
        const { _id } = changeData.parse(JSON.parse(line.slice('data: '.length)));
        if (_id !== null) heardAt.set(_id, performance.now());
      }
    }
  };
  void read(response.body).catch(() => undefined);
  return { heardAt, close: () => closing.abort() };
}

/** Picks orders one after the other. */
async function work(
  client: Client,
  {
    endsAt,
    recorded,
    changes,
  }: { endsAt: number; recorded: number[]; changes: { order: string; sentAt: number }[] },
): Promise<void> {
  while (performance.now() < endsAt) {
    const { data } = await client.mustSend('listPicking', {});
    const free = data.waiting.filter(({ takenBy }) => takenBy === null);
    const chosen = free[Math.floor(Math.random() * free.length)];
    await rest(restMs);
    if (chosen === undefined) continue;
    const taken = await client.send('takeOrder', { _id: chosen._id });
    // Another phone was faster.
    if (taken.answer === null) continue;
    const { _id, version, lines } = taken.answer.data;
    for (const { position, quantity } of lines) {
      await rest(restMs);
      const line = { _id, version, position, found: quantity, at: new Date().toISOString() };
      recorded.push((await client.send('recordPickedLine', line)).ms);
    }
    const sentAt = performance.now();
    await client.mustSend('packOrder', { _id, version, bags: 1, at: new Date().toISOString() });
    changes.push({ order: _id, sentAt });
  }
}
