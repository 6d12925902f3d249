import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import pg from 'pg';
import { startEmbedded } from '#server/database/embedded.ts';
import type { Running } from '#tests/fixtures/processes.ts';
import { percentile } from './load.ts';
import { buy, newTally, type Tally } from './purchase.ts';
import { type Client, createProductPicker, openAccount, openClient, type Pick } from './shoppers.ts';

const counts = [1, 2, 4];
const rounds = 3;
const buyers = 64;
// Of each process: it compiles its functions first.
const warmUpPurchases = 300;
// Each purchase saves an address, and a shopper may have 50.
const purchases = { rush: 1600, steady: 400 };
// A process sends 20 emails a second, so that one sends those of all purchases.
const steadyRate = 16;
/** For the emails of the last purchases. */
const afterMs = 2000;
// As `getconf CLK_TCK` says on Linux.
const ticksPerSecond = 100;

/** Starts a shop process on this database. */
type StartProcess = (settings: Record<string, string>) => Promise<Running>;

interface Result {
  shopMs: number;
  postgresMs: number;
  perSecond: number;
  p99Ms: number;
  failures: number;
}

/** A purchase and its email at a steady rate, and purchases as fast as 64 buyers can, whose emails wait. */
type Load = keyof typeof purchases;

/**
 * Measures purchases of 64 buyers at 1, 2 and 4 processes on one database, in turns: processor time per purchase of all
 * shop processes and of PostgreSQL, as medians of three rounds. On Linux only.
 */
export async function printProcesses(directory: string, start: StartProcess): Promise<void> {
  const database = await startEmbedded(directory);
  const client = new pg.Client(database.url);
  try {
    await client.connect();
    const settings = {
      DATABASE_URL: database.url,
      DATA_DIR: directory,
      AUTH_SECRET: 'a secret for this measurement alone',
    };
    const bench = { client, directory, start: () => start(settings) };
    const tokens = await prepareShop(bench);
    const results = { steady: new Map<number, Result[]>(), rush: new Map<number, Result[]>() };
    for (let round = 0; round < rounds; round += 1)
      for (const count of counts)
        for (const { load, ...result } of await measureRound(bench, count, tokens))
          results[load].set(count, [...(results[load].get(count) ?? []), result]);
    report(`${steadyRate} purchases a second with their emails`, results.steady);
    report(`Purchases of ${buyers} buyers, whose emails wait`, results.rush);
  } finally {
    await client.end();
    await database.stop();
  }
}

interface Bench {
  client: pg.Client;
  directory: string;
  start: () => Promise<Running>;
}

/** Loads the demo catalogue and returns the tokens of the buyers. Later starts draw no pictures. */
async function prepareShop({ client, start }: Bench): Promise<string[]> {
  const shop = await start();
  try {
    await client.query(`
      update image set drawing = null;
      create function delay_job() returns trigger language plpgsql as $$
        begin new.run_at := now() + interval '1 day'; return new; end $$;
      create trigger email_waits before insert on graphile_worker._private_jobs
        for each row when (new.key like 'order-email-%') execute function delay_job()`);
    const tokens: string[] = [];
    for (let index = 0; index < buyers; index += 1) tokens.push(await openAccount(shop.url));
    return tokens;
  } finally {
    await shop.stop();
  }
}

async function measureRound(
  { client, directory, start }: Bench,
  count: number,
  tokens: readonly string[],
): Promise<(Result & { load: Load })[]> {
  const shops: Running[] = [];
  const clients: Client[] = [];
  const letEmailsWait = (isWaiting: boolean) =>
    client.query(`
      delete from address; delete from graphile_worker._private_jobs;
      alter table graphile_worker._private_jobs ${isWaiting ? 'enable' : 'disable'} trigger email_waits`);
  const measure = async (load: Load, buyAll: (count: number) => Promise<Tally>) => {
    const number = purchases[load];
    const before = await readTimes(shops, directory);
    const tally = await buyAll(number);
    const after = await readTimes(shops, directory);
    const sorted = tally.placing.toSorted((a, b) => a - b);
    return {
      load,
      shopMs: (after.shop - before.shop) / number,
      postgresMs: (after.postgres - before.postgres) / number,
      perSecond: tally.placing.length / tally.seconds,
      p99Ms: percentile(sorted, 0.99),
      failures: tally.failures,
    };
  };
  try {
    for (let index = 0; index < count; index += 1) shops.push(await start());
    const urls = shops.map(({ url }) => url);
    for (const [index, token] of tokens.entries()) clients.push(openClient(urls[index % count] ?? '', token));
    const pick = await createProductPicker(urls[0] ?? '');
    await letEmailsWait(true);
    await buyTogether(clients, warmUpPurchases * count, pick);
    await wait(afterMs);
    await letEmailsWait(false);
    const steady = await measure('steady', (number) => buySteadily(clients, number, pick));
    await letEmailsWait(true);
    const rush = await measure('rush', (number) => buyTogether(clients, number, pick));
    return [steady, rush];
  } finally {
    for (const each of clients) each.close();
    await Promise.all(shops.map((shop) => shop.stop()));
  }
}

/** All clients buy until so many purchases have been made. */
async function buyTogether(clients: readonly Client[], count: number, pick: Pick): Promise<Tally> {
  const tally = newTally();
  const startedAt = performance.now();
  let left = count;
  const buyOn = async (client: Client) => {
    while (left > 0) {
      left -= 1;
      await buy(client, pick, tally);
    }
  };
  await Promise.all(clients.map(buyOn));
  tally.seconds = (performance.now() - startedAt) / 1000;
  return tally;
}

async function buySteadily(clients: readonly Client[], count: number, pick: Pick): Promise<Tally> {
  const tally = newTally();
  const startedAt = performance.now();
  const free = [...clients];
  const running: Promise<void>[] = [];
  for (let index = 0; index < count; index += 1) {
    await wait(Math.max(0, startedAt + (index * 1000) / steadyRate - performance.now()));
    const client = free.shift();
    if (client === undefined) throw new Error(`The shop is slower than ${steadyRate} purchases a second.`);
    running.push(buy(client, pick, tally).then(() => void free.push(client)));
  }
  await Promise.all(running);
  tally.seconds = (performance.now() - startedAt) / 1000;
  await wait(afterMs);
  return tally;
}

/** Processor time (ms) of the shop processes and of all processes of PostgreSQL, also of those that have ended. */
export async function readTimes(
  shops: readonly Running[],
  directory: string,
): Promise<{ shop: number; postgres: number }> {
  const shop = await Promise.all(shops.map(async ({ process: { pid = 0 } }) => (await readStat(pid)).ms));
  const [line = ''] = (await readFile(join(directory, 'postgres', 'postmaster.pid'), 'utf8')).split('\n');
  const postmaster = Number(line);
  const { ms, endedMs } = await readStat(postmaster);
  const postgres = [ms + endedMs];
  for (const name of (await readdir('/proc')).filter((entry) => /^\d+$/.test(entry))) {
    // A process may have ended since.
    const stat = await readStat(Number(name)).catch(() => null);
    if (stat?.parent === postmaster) postgres.push(stat.ms);
  }
  return { shop: sum(shop), postgres: sum(postgres) };
}

/** See proc_pid_stat(5). */
async function readStat(pid: number): Promise<{ parent: number; ms: number; endedMs: number }> {
  const text = await readFile(`/proc/${pid}/stat`, 'utf8');
  // The name of the program, in brackets, may contain spaces.
  const fields = text
    .slice(text.lastIndexOf(')') + 2)
    .split(' ')
    .map(Number);
  const toMs = (index: number) => (((fields[index] ?? 0) + (fields[index + 1] ?? 0)) * 1000) / ticksPerSecond;
  return { parent: fields[1] ?? 0, ms: toMs(11), endedMs: toMs(13) };
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}

function report(heading: string, results: ReadonlyMap<number, readonly Result[]>): void {
  process.stdout.write(`\n${heading}: processor time, medians of ${rounds}\n`);
  row(['processes', 'shop ms', 'PostgreSQL ms', 'both', 'of one', 'per second', 'p99 ms', 'failures']);
  let one = 0;
  for (const [count, measured] of results) {
    const median = (value: (result: Result) => number) =>
      percentile(
        measured.map(value).sort((a, b) => a - b),
        0.5,
      );
    const both = median(({ shopMs, postgresMs }) => shopMs + postgresMs);
    if (one === 0) one = both;
    row([
      String(count),
      median(({ shopMs }) => shopMs).toFixed(2),
      median(({ postgresMs }) => postgresMs).toFixed(2),
      both.toFixed(2),
      (both / one).toFixed(2),
      median(({ perSecond }) => perSecond).toFixed(0),
      median(({ p99Ms }) => p99Ms).toFixed(0),
      String(Math.max(...measured.map(({ failures }) => failures))),
    ]);
  }
}

function row(cells: readonly string[]): void {
  process.stdout.write(`  ${cells.map((cell) => cell.padStart(14)).join('')}\n`);
}
