import { execFile } from 'node:child_process';
import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { promisify } from 'node:util';
import sql from 'sql-template-tag';
import { reportKinds } from '#contract/reports/reports.ts';
import { connect, type Database } from '#server/database/connect.ts';
import { countJobs, queueJob } from '#server/jobs/job-queue.ts';
import type { Running } from '#tests/fixtures/processes.ts';
import { percentile } from './load.ts';
import { addPastOrders } from './past-orders.ts';
import { buy, newTally } from './purchase.ts';
import { type Client, createProductPicker, openClient, openShoppers } from './shoppers.ts';

const shopperCount = 8;
const ordersPerShopper = 25;
const repetitions = 21;
const jobs = [
  'check-stock',
  'recover-payments',
  'remove-unused-images',
  'delete-security-events',
  'delete-delivery-requests',
  'delete-customer-digests',
  'report-low-stock',
] as const;
const workSteps = ['PACKING', 'OUT_FOR_DELIVERY', 'DELIVERED'] as const;

interface Shop extends Running {
  dataDirectory: string;
  databaseUrl: string;
  admin: { email: string; password: string };
}

type Read = () => Promise<{ status: number; ms: number }>;

/**
 * Prints how long shoppers and staff wait in a store with the orders of one day, and in the same store with the orders
 * of five years before it. Both are measured in turns, so that other work on the machine slows both.
 */
export async function printYears(few: Shop, many: Shop, orders: number): Promise<void> {
  const fewDb = connect(few.databaseUrl, { maxConnections: 2 });
  const db = connect(many.databaseUrl, { maxConnections: 2 });
  try {
    await placeOrders(few);
    await placeOrders(many);
    const startedAt = performance.now();
    await addPastOrders(db, orders);
    const seconds = (performance.now() - startedAt) / 1000;
    const { size, count } = await db.one<{ size: number; count: number }>(sql`
      select pg_database_size(current_database())::float8 / 1e9::float8 as size, (select count(*) from customer_order) as count`);
    process.stdout.write(
      `\nA store with ${count} orders (${size.toFixed(1)} GB, added in ${seconds.toFixed(0)} s) beside one with ${shopperCount * ordersPerShopper}\n`,
    );
    const [fewReads, manyReads] = [await openReads(few), await openReads(many)];
    for (const [name, read] of Object.entries(manyReads))
      report(name, await measureInTurns(name, fewReads[name] ?? read, read));
    for (const name of jobs)
      report(`job: ${name}`, [await measureJob(fewDb, name), await measureJob(db, name)]);
    report('backup without pictures', [await measureBackup(few), await measureBackup(many)]);
  } finally {
    await Promise.all([fewDb.close(), db.close()]);
  }
}

function report(name: string, [few, many]: readonly [number, number]): void {
  process.stdout.write(
    `${name.padEnd(34)}${few.toFixed(1).padStart(10)}${many.toFixed(1).padStart(12)}${(many / few).toFixed(2).padStart(8)}\n`,
  );
}

async function openStaff({ url, admin }: Shop): Promise<Client> {
  const client = openClient(url);
  const { data } = await client.mustSend('loginUser', admin);
  client.close();
  return openClient(url, data.accesstoken);
}

/** Delivers all but the last ones, which stay on the board. */
async function placeOrders(shop: Shop): Promise<void> {
  const pick = await createProductPicker(shop.url);
  const tally = newTally();
  for (const shopper of await openShoppers(shop.url, shopperCount))
    for (let count = 0; count < ordersPerShopper; count += 1) await buy(shopper, pick, tally);
  const staff = await openStaff(shop);
  for (const limit of [100, 80]) {
    const { data } = await staff.mustSend('listBoard', { status: 'OPEN', page: 1, limit });
    const ids = data.map(({ _id }) => _id);
    for (const to of workSteps)
      await staff.mustSend('changeOrders', { ids, to, allowUnpicked: true, allowUnpaid: false });
  }
}

/** What is measured, by its name. */
async function openReads(shop: Shop): Promise<Record<string, Read>> {
  const pick = await createProductPicker(shop.url);
  const [shopper] = await openShoppers(shop.url, 1);
  const staff = await openStaff(shop);
  if (shopper === undefined) throw new Error('There is no shopper.');
  await buy(shopper, pick, newTally());
  const { data: own } = await shopper.mustSend('listOrders', {});
  const { data: board } = await staff.mustSend('listBoard', { status: 'DELIVERED', page: 1, limit: 1 });
  const { data: customers } = await staff.mustSend('listCustomers', { filter: 'ALL', page: 1, limit: 1 });
  const [orderId, delivered, customerId] = [own[0]?._id ?? '', board[0], customers[0]?._id ?? ''];
  if (delivered === undefined) throw new Error('No order is delivered.');
  const [bought] = pick();
  const list = { page: 1, limit: 30 };
  return {
    'place an order': async () => {
      const tally = newTally();
      await buy(shopper, pick, tally);
      return { status: tally.failures === 0 ? 200 : 500, ms: tally.placing[0] ?? 0 };
    },
    'My Orders': () => shopper.send('listOrders', {}),
    'order of a shopper': () => shopper.send('getOrder', { _id: orderId }),
    'products bought before': () => shopper.send('listBoughtProducts', {}),
    board: () => staff.send('listBoard', { ...list, status: 'OPEN' }),
    'all orders': () => staff.send('listBoard', { ...list, status: 'ALL' }),
    'delivered orders': () => staff.send('listBoard', { ...list, status: 'DELIVERED' }),
    'refunds due': () => staff.send('listBoard', { ...list, status: 'OWED' }),
    'unpaid orders': () => staff.send('listBoard', { ...list, status: 'UNPAID' }),
    'order for the staff': () => staff.send('getBoardOrder', { _id: delivered._id }),
    'search by order number': () =>
      staff.send('listBoard', { ...list, status: 'ALL', search: delivered.orderId }),
    'search by name': () => staff.send('listBoard', { ...list, status: 'ALL', search: 'bench' }),
    'search by email address': () =>
      staff.send('listBoard', { ...list, status: 'ALL', search: delivered.shopper.email }),
    'search by mobile number': () =>
      staff.send('listBoard', { ...list, status: 'ALL', search: '9876543210' }),
    customers: () => staff.send('listCustomers', { filter: 'ALL', page: 1, limit: 20 }),
    'search of customers': () =>
      staff.send('listCustomers', { filter: 'ALL', search: 'bench', page: 1, limit: 20 }),
    'customer with orders': () => staff.send('listCustomerOrders', { _id: customerId, page: 1, limit: 10 }),
    dashboard: () => staff.send('getDashboard', {}),
    'counts of the menu': () => staff.send('getMenuCounts', {}),
    'day end': () => staff.send('getDaySheet', {}),
    'last days': () => staff.send('listDaySheets', {}),
    'receipts of the month': () => staff.send('getReceiptRegister', { by: 'day' }),
    'accounting of the month': () => staff.send('getAccountingMonth', {}),
    'changes of stock': () =>
      staff.send('listStockChanges', { productId: bought?._id ?? '', page: 1, limit: 30 }),
    ...Object.fromEntries(
      reportKinds.map((report) => [
        `report: ${report}`,
        () => staff.send('getReport', { report, range: 'this-month' }),
      ]),
    ),
  };
}

/** The medians of both in ms. */
async function measureInTurns(name: string, few: Read, many: Read): Promise<[number, number]> {
  const tookMs: [number[], number[]] = [[], []];
  for (let count = 0; count < repetitions; count += 1)
    for (const [index, read] of [few, many].entries()) {
      const { status, ms } = await read();
      // The time limit of a statement: there is no answer.
      if (status !== 200 && status !== 503) throw new Error(`${name} answered ${status}.`);
      tookMs[index]?.push(status === 200 ? ms : Number.POSITIVE_INFINITY);
    }
  return [median(tookMs[0]), median(tookMs[1])];
}

async function measureJob(db: Database, name: (typeof jobs)[number]): Promise<number> {
  const startedAt = performance.now();
  await queueJob(db, name, {}, { key: name });
  while ((await countJobs(db, name, { keySuffix: name })) > 0) await wait(5);
  return performance.now() - startedAt;
}

async function measureBackup({ dataDirectory }: Shop): Promise<number> {
  const folder = join(dataDirectory, 'backups');
  await mkdir(folder, { recursive: true });
  const startedAt = performance.now();
  await promisify(execFile)(
    process.execPath,
    ['server/command-line/backup.ts', 'backup', folder, '--without-images'],
    { env: { ...process.env, DATA_DIR: dataDirectory } },
  );
  const tookMs = performance.now() - startedAt;
  await rm(folder, { recursive: true });
  return tookMs;
}

function median(tookMs: readonly number[]): number {
  return percentile(
    tookMs.toSorted((a, b) => a - b),
    0.5,
  );
}
