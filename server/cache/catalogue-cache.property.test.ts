import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type CacheEntry, CatalogueCache } from './catalogue-cache.ts';

// A catalogue of counters. Changes are committed first and announced later, in order, while slow reads run; each read
// sees the database as it was when it queried it.
const products = ['a', 'b', 'c'] as const;
type Product = (typeof products)[number];

/** Products shown by each cache key. */
const keys: readonly (readonly Product[])[] = [['a'], ['b'], ['a', 'b'], ['a', 'b', 'c']];

interface Change {
  product: Product;
  /** Out of stock or back in stock, which also changes the order of lists. */
  crossesZero: boolean;
}

/** Number of changes of each kind. */
type Counts = Readonly<Record<Product | 'crossings', number>>;

const noChanges: Counts = { a: 0, b: 0, c: 0, crossings: 0 };

function after(counts: Counts, { product, crossesZero }: Change): Counts {
  return {
    ...counts,
    [product]: counts[product] + 1,
    crossings: counts.crossings + (crossesZero ? 1 : 0),
  };
}

interface Entry extends CacheEntry {
  /** The counters at the time of the query. */
  seen: Counts;
}

/** The cache with its database. */
class CacheModel {
  readonly catalogueCache = new CatalogueCache();
  // Room for two entries, so that some are evicted.
  readonly #cache = this.catalogueCache.createCache<Entry>({ maximumBytes: 2, containsStock: true });
  readonly #running: (() => void)[] = [];
  readonly #unannounced: Change[] = [];
  readonly checks: Promise<void>[] = [];
  #committed = noChanges;
  #announced = noChanges;
  #lastAnnounced: Change | undefined;

  commit(change: Change): void {
    this.#committed = after(this.#committed, change);
    this.#unannounced.push(change);
  }

  announceNext(): void {
    const change = this.#unannounced.shift();
    if (change === undefined) return;
    this.#invalidate(change);
    this.#announced = after(this.#announced, change);
    this.#lastAnnounced = change;
  }

  /** Announces a change twice: the process that made it also receives the notification. */
  announceAgain(): void {
    if (this.#lastAnnounced !== undefined) this.#invalidate(this.#lastAnnounced);
  }

  #invalidate({ product, crossesZero }: Change): void {
    this.catalogueCache.invalidate(crossesZero ? [`product:${product}`, 'search'] : [`stock:${product}`]);
  }

  read(key: number, queriesEarly: boolean): void {
    const shown = keys[key] ?? [];
    const announced = this.#announced;
    const reading = this.#cache.getOrCompute(String(key), () => this.#compute(shown, queriesEarly));
    this.checks.push(
      reading.then(({ seen }) => {
        for (const kind of [...shown, 'crossings'] as const) {
          expect(seen[kind]).toBeGreaterThanOrEqual(announced[kind]);
        }
      }),
    );
  }

  #compute(shown: readonly Product[], queriesEarly: boolean): Promise<Entry> {
    const tags = new Set([
      'search',
      ...shown.flatMap((product) => [`product:${product}`, `stock:${product}`]),
    ]);
    const query = () => ({ seen: this.#committed, tags, bytes: 1 });
    const early = queriesEarly ? query() : null;
    return new Promise((resolve) => this.#running.push(() => resolve(early ?? query())));
  }

  async finishOne(pick: number): Promise<void> {
    const [finish] = this.#running.splice(pick % Math.max(1, this.#running.length), 1);
    finish?.();
    // Lets the waiting reads continue.
    await new Promise((resolve) => setImmediate(resolve));
  }

  async finishAll(): Promise<void> {
    while (this.#running.length > 0) await this.finishOne(0);
    await Promise.all(this.checks);
  }
}

type Step = (model: CacheModel) => void | Promise<void>;

const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.tuple(fc.nat(keys.length - 1), fc.boolean()).map(
      ([key, queriesEarly]) =>
        (model: CacheModel) =>
          model.read(key, queriesEarly),
    ),
  },
  { weight: 4, arbitrary: fc.nat(9).map((pick) => (model: CacheModel) => model.finishOne(pick)) },
  {
    weight: 2,
    arbitrary: fc
      .record({ product: fc.constantFrom(...products), crossesZero: fc.boolean() })
      .map((change) => (model: CacheModel) => model.commit(change)),
  },
  { weight: 2, arbitrary: fc.constant((model: CacheModel) => model.announceNext()) },
  { weight: 1, arbitrary: fc.constant((model: CacheModel) => model.announceAgain()) },
);

test('never returns an entry older than a change announced before the read', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 50 }), async (steps) => {
      const model = new CacheModel();
      for (const run of steps) await run(model);
      await model.finishAll();
    }),
    { numRuns: 2000 },
  );
});
