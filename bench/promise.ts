import sql from 'sql-template-tag';
import { indiaTimeZone as timeZone } from '#contract/base/zoned-time.ts';
import { type LearnedTimes, lineSizes, toLearnedMinutes } from '#contract/delivery/learned-promise.ts';
import { Database } from '#server/database/connect.ts';
import { readLearnedTimes } from '#server/delivery/learned-promise.service.ts';
import type { Running } from '#tests/fixtures/processes.ts';
import { percentile } from './load.ts';
import { readTimes } from './processes.ts';
import { buyFor } from './purchase.ts';
import { createProductPicker, deliveryAddress, openClient, openShoppers } from './shoppers.ts';

const kinds = ['FIXED', 'LEARNED'] as const;
const rounds = 6;
const secondsPerRound = 2;
const shopperCount = 220;
const pincodes = 100;

interface Bench {
  shop: Running;
  dataDirectory: string;
  databaseUrl: string;
  admin: { email: string; password: string };
}

/**
 * Buys in turns with the fixed and the learned promise, in a store that knows the rides to a hundred PIN codes, and
 * whose orders all wait. Prints the processor time of a purchase, one computation, and the reading of the queue, which
 * happens once a second.
 */
export async function printPromise({ shop, dataDirectory, databaseUrl, admin }: Bench): Promise<void> {
  const db = new Database({ connectionString: databaseUrl, max: 1 });
  const shoppers = await openShoppers(shop.url, shopperCount);
  const visitor = openClient(shop.url);
  const { data } = await visitor.mustSend('loginUser', admin);
  const owner = openClient(shop.url, data.accesstoken);
  try {
    await addStatistics(db);
    const pick = await createProductPicker(shop.url);
    const queue = [...shoppers];
    const times: Record<(typeof kinds)[number], number[]> = { FIXED: [], LEARNED: [] };
    await buyFor(secondsPerRound, queue, pick);
    for (let round = 0; round < rounds; round += 1)
      for (const kind of round % 2 === 0 ? kinds : kinds.toReversed()) {
        await choose(owner, kind);
        const before = await readTimes([shop], dataDirectory);
        const { placing } = await buyFor(secondsPerRound, queue, pick);
        const after = await readTimes([shop], dataDirectory);
        times[kind].push((after.shop + after.postgres - before.shop - before.postgres) / placing.length);
      }
    const [fixed, learned] = [median(times.FIXED), median(times.LEARNED)];
    const queueMs = await timeQueue(db);
    const present = await readLearnedTimes({ db, timeZone, now: () => new Date() });
    process.stdout.write(
      `\nPurchases with the fixed and the learned promise, in turns: processor time, medians of ${rounds}\n` +
        `  fixed ${fixed.toFixed(2)} ms, learned ${learned.toFixed(2)} ms, ratio ${(learned / fixed).toFixed(2)}\n` +
        `  one computation ${(timeComputation(present) * 1000).toFixed(1)} µs\n` +
        `  the queue of all these orders, once a second: ${queueMs.toFixed(1)} ms\n`,
    );
  } finally {
    for (const client of [...shoppers, visitor, owner]) client.close();
    await db.close();
  }
}

const median = (values: readonly number[]) =>
  percentile(
    values.toSorted((one, other) => one - other),
    0.5,
  );

async function choose(owner: ReturnType<typeof openClient>, kind: (typeof kinds)[number]): Promise<void> {
  const { data } = await owner.mustSend('getStoreSettings', {});
  const { version, settings } = data;
  const promise = { ...settings.promise, kind };
  await owner.mustSend('updateStoreSettings', { version, settings: { ...settings, promise } });
}

/** As much as a store can have learned. */
async function addStatistics(db: Database): Promise<void> {
  await db.query(sql`
    insert into promise_statistic (phase, part, hour, orders, median_seconds, p90_seconds)
    select phase, part, hour, 50, 300, 420 from (
      select phase, part from unnest(array['PICK', 'WORK']) as phase, unnest(${[...lineSizes]}::text[]) as part
      union all select 'WAIT', ''
      union all select 'RIDE', (411000 + n)::text from generate_series(1, ${pincodes}::integer) as n
    ) as parts, generate_series(-1, 23) as hour`);
}

/** The median in milliseconds, with the conversion of the statistics. */
async function timeQueue(db: Database): Promise<number> {
  const durations: number[] = [];
  for (let second = 0; second < 20; second += 1) {
    const now = new Date(Date.now() + second * 1000);
    const startedAt = performance.now();
    await readLearnedTimes({ db, timeZone, now: () => now });
    durations.push(performance.now() - startedAt);
  }
  return median(durations);
}

/** In milliseconds. */
function timeComputation(times: LearnedTimes): number {
  const count = 100_000;
  const order = { lines: 12, pincode: deliveryAddress.pincode, extraMinutes: 0 };
  const startedAt = performance.now();
  for (let each = 0; each < count; each += 1)
    toLearnedMinutes(times, order, { baseMinutes: 10, maximumMinutes: 60 }, { isScheduled: false });
  return (performance.now() - startedAt) / count;
}
