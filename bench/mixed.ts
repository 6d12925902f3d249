import { setTimeout as wait } from 'node:timers/promises';
import { percentile } from './load.ts';
import {
  browse,
  clients,
  closeMixedShop,
  type LoadResult,
  loads,
  type MixedShop,
  openMixedShop,
  runLoad,
} from './mixed-loads.ts';

const runs = 3;

/**
 * Measures 16 browsing clients alone and together with price edits and orders, as medians of three runs, and how soon
 * the rate recovers after a category was renamed.
 */
export async function printMixedLoads(
  url: string,
  credentials: { email: string; password: string },
): Promise<void> {
  const shop = await openMixedShop(url, credentials);
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
    closeMixedShop(shop);
  }
}

function row(cells: readonly string[]): void {
  const [first = '', ...rest] = cells;
  process.stdout.write(`  ${first.padEnd(28)}${rest.map((cell) => cell.padStart(14)).join('')}\n`);
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

const recoverySeconds = 10;
const sliceMs = 100;
const recoveredShare = 0.7;

/** Renames a category while clients browse, and prints when the rate is again 0.7 of what it was. */
async function printRecovery(shop: MixedShop): Promise<void> {
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
