import pg from 'pg';
import { raw } from 'sql-template-tag';
import type { DeliveryPromise } from '#contract/delivery/promised-minutes.ts';
import { connect, type Database } from '#server/database/connect.ts';
import { migrate } from '#server/database/migrate.ts';
import { fixPromise, measurePromise, type PromiseFigures, toFixedMinutes } from './figures.ts';
import { Schedule } from './schedule.ts';
import { startShop } from './shop.ts';
import { type DayResult, simulateDay } from './simulate-day.ts';
import { createStore, type Store } from './store.ts';

export interface Comparison {
  orders: number;
  pickers: number;
  riders: number;
  seeds: readonly number[];
  print(text: string): void;
}

const products = 300;
/** Days before the others, from which the promise is learned. */
const learnedDays = 2;
/** The seeds of these days are others than those of the compared ones. */
const learnedSeed = 1_000_000;
const firstPromise: Omit<DeliveryPromise, 'pickers'> = {
  ...{ baseMinutes: 20, minutesPerOrder: 0, maximumMinutes: 120 },
};
/** What an order takes a picker, rounded. */
const minutesPerOrder = 3.5;

/** The promises that are compared, on the same orders. */
interface Promises {
  /** The same minutes at all times, and those of the place. */
  fixed: DeliveryPromise;
  /** With minutes for each order that waits, too. */
  queue: DeliveryPromise;
}

/**
 * Simulates the day of each seed with the learned promise, after the same days before it, and compares it with what
 * fixed promises would have said of the same orders. False if something does not add up.
 */
export async function compareSeeds(serverUrl: string, comparison: Comparison): Promise<boolean> {
  const { orders, pickers, riders, seeds, print } = comparison;
  const databases = openDatabases(serverUrl);
  try {
    const store = await databases.use('history', async (db) => {
      await migrate(db);
      const shop = await startShop(db, new Schedule(new Date('2027-02-28T12:00:00Z')).now);
      const shoppers = Math.max(10, Math.ceil(orders / 2));
      return createStore(shop, { products, shoppers, pickers, riders }).finally(() => shop.close());
    });
    const promises = await databases.use('history', (db) => learnDays(db, comparison, store));
    const { fixed, queue } = promises;
    print(
      `Nine of ten orders of the days before arrive within ${fixed.baseMinutes} minutes and those of the place, or within ${queue.baseMinutes} with ${minutesPerOrder} for each order that waits.`,
    );
    const promise: DeliveryPromise = { ...fixed, baseMinutes: 5, kind: 'LEARNED', late: { creditAmt: 20 } };
    const days: Figures[] = [];
    let isRight = true;
    for (const seed of seeds) {
      const plan = { orders, seed, promise, day: learnedDays };
      const result = await databases.copy('history', 'day', (db) => simulateDay(db, store, plan));
      const figures = toFigures(result, promises);
      print(describeDay(plan, result, figures));
      days.push(figures);
      isRight &&= result.differences.length === 0;
    }
    print(describeAll(days));
    return isRight;
  } finally {
    await databases.close();
  }
}

/** Simulates the days that are learned from; returns the fixed promises of an owner who has read their reports. */
async function learnDays(
  db: Database,
  { orders, pickers, print }: Comparison,
  store: Store,
): Promise<Promises> {
  const promise = { ...firstPromise, pickers };
  const delivered: DayResult['delivered'] = [];
  for (let day = 0; day < learnedDays; day += 1) {
    const result = await simulateDay(db, store, { orders, seed: learnedSeed + day, promise, day });
    for (const difference of result.differences) print(difference);
    delivered.push(...result.delivered);
  }
  return {
    fixed: fixPromise(delivered, promise),
    queue: fixPromise(delivered, { ...promise, minutesPerOrder }),
  };
}

type Figures = Record<'learned' | 'fixed' | 'queue', PromiseFigures>;

function toFigures({ delivered }: DayResult, { fixed, queue }: Promises): Figures {
  return {
    learned: measurePromise(delivered, ({ promisedMinutes }) => promisedMinutes),
    fixed: measurePromise(delivered, (order) => toFixedMinutes(fixed, order)),
    queue: measurePromise(delivered, (order) => toFixedMinutes(queue, order)),
  };
}

const percent = (share: number) => `${(100 * share).toFixed(1)} %`;
const part = (count: number, all: number) => percent(count / Math.max(1, all));

function describeDay(
  { orders, seed }: { orders: number; seed: number },
  result: DayResult,
  figures: Figures,
): string {
  const { tally, delivered, cashDifferenceAmt, differences } = result;
  const mean =
    delivered.reduce((sum, { arrivedMinutes }) => sum + arrivedMinutes, 0) / Math.max(1, delivered.length);
  const promise = (name: string, { onTimeShare, errorMinutes, promisedMinutes }: PromiseFigures) =>
    `  ${name.padEnd(22)}${percent(onTimeShare)} on time, error ${errorMinutes.toFixed(2)} min, promised ${promisedMinutes.toFixed(1)} min`;
  return [
    `\nSeed ${seed}: ${delivered.length} of ${orders} orders delivered after ${mean.toFixed(1)} min, ${tally.cancelledOrders} cancelled, ${tally.returnedOrders} brought back`,
    promise('learned promise', figures.learned),
    promise('fixed promise', figures.fixed),
    promise('fixed, with the queue', figures.queue),
    `  picking ${(tally.pickSeconds / Math.max(1, tally.lines)).toFixed(1)} s a line, fill rate ${part(tally.foundLines, tally.lines)}, substitutions accepted ${part(tally.replacedLines, tally.proposedLines)}, cash differences ₹${cashDifferenceAmt}`,
    ...(differences.length === 0
      ? ['  Stock, money and cash add up.']
      : differences.map((text) => `  ${text}`)),
  ].join('\n');
}

function describeAll(days: readonly Figures[]): string {
  const of = (kind: keyof Figures) => {
    const shares = days.map((day) => day[kind].onTimeShare);
    const error = days.reduce((sum, day) => sum + day[kind].errorMinutes, 0) / days.length;
    const share = shares.reduce((sum, each) => sum + each, 0) / days.length;
    return `  ${kind.padEnd(8)} ${percent(share)} on time, at least ${percent(Math.min(...shares))}, error ${error.toFixed(2)} min`;
  };
  const most = (kind: 'fixed' | 'queue') =>
    Math.max(...days.map((day) => day.learned.errorMinutes / day[kind].errorMinutes)).toFixed(2);
  return [
    `\n${days.length} days`,
    ...(['learned', 'fixed', 'queue'] as const).map(of),
    `  The error of the learned promise is at most ${most('fixed')} of that of the fixed one, ${most('queue')} with the queue.`,
  ].join('\n');
}

/** Databases of a server, by name. */
function openDatabases(serverUrl: string) {
  const admin = connect(serverUrl, { maxConnections: 1 });
  const created = new Set<string>();
  const quote = (name: string) => pg.escapeIdentifier(`simulated_${name}`);
  const drop = (name: string) => admin.query(raw(`drop database if exists ${quote(name)} with (force)`));
  const create = async (name: string, template: string) => {
    await drop(name);
    await admin.query(raw(`create database ${quote(name)} template ${template} strategy file_copy`));
    created.add(name);
  };
  const use = async <Result>(name: string, work: (db: Database) => Promise<Result>): Promise<Result> => {
    if (!created.has(name)) await create(name, 'template0');
    const url = new URL(serverUrl);
    url.pathname = `/simulated_${name}`;
    const db = connect(url.href, { maxConnections: 4 });
    return work(db).finally(() => db.close());
  };
  return {
    use,
    copy: async <Result>(
      from: string,
      to: string,
      work: (db: Database) => Promise<Result>,
    ): Promise<Result> => {
      await create(to, quote(from));
      return use(to, work);
    },
    async close() {
      for (const name of created) await drop(name);
      await admin.close();
    },
  };
}
