import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type CacheEntry, CatalogueCache } from './catalogue-cache.ts';

// A catalogue in which everything only counts up. Changes are committed first and told later, in their order,
// and any number of slow reads goes on meanwhile, each of a database as it was when the read looked at it.
const products = ['a', 'b', 'c'] as const;
type Product = (typeof products)[number];

/** What is asked: a product, or a list of several. */
const questions: readonly (readonly Product[])[] = [['a'], ['b'], ['a', 'b'], ['a', 'b', 'c']];

interface Change {
  product: Product;
  /** Sold out or back: more than the product itself looks different. */
  crossesZero: boolean;
}

/** How many changes of each kind have happened. */
type Counts = Readonly<Record<Product | 'crossings', number>>;

const nothingYet: Counts = { a: 0, b: 0, c: 0, crossings: 0 };

function after(counts: Counts, { product, crossesZero }: Change): Counts {
  return {
    ...counts,
    [product]: counts[product] + 1,
    crossings: counts.crossings + (crossesZero ? 1 : 0),
  };
}

interface Answer extends CacheEntry {
  /** What had happened when the database was looked at. */
  seen: Counts;
}

/** The shop in front of the shelf under test. */
class Shop {
  readonly reads = new CatalogueCache();
  // Room for two answers, so that some are pushed out.
  readonly #shelf = this.reads.openCache<Answer>(2);
  readonly #underway: (() => void)[] = [];
  readonly #untold: Change[] = [];
  readonly checks: Promise<void>[] = [];
  #committed = nothingYet;
  #told = nothingYet;
  #lastTold: Change | undefined;

  commit(change: Change): void {
    this.#committed = after(this.#committed, change);
    this.#untold.push(change);
  }

  tellNext(): void {
    const change = this.#untold.shift();
    if (change === undefined) return;
    this.#apply(change);
    this.#told = after(this.#told, change);
    this.#lastTold = change;
  }

  /** The same news a second time, as the database's notification brings it to the process that made the change. */
  tellAgain(): void {
    if (this.#lastTold !== undefined) this.#apply(this.#lastTold);
  }

  #apply({ product, crossesZero }: Change): void {
    this.reads.apply(crossesZero ? { kind: 'all' } : { kind: 'stock', productIds: [product] });
  }

  ask(question: number, looksEarly: boolean): void {
    const shown = questions[question] ?? [];
    const known = this.#told;
    const answered = this.#shelf.read(String(question), () => this.#compute(shown, looksEarly));
    this.checks.push(
      answered.then(({ seen }) => {
        for (const kind of [...shown, 'crossings'] as const) {
          expect(seen[kind]).toBeGreaterThanOrEqual(known[kind]);
        }
      }),
    );
  }

  #compute(shown: readonly Product[], looksEarly: boolean): Promise<Answer> {
    const look = () => ({ seen: this.#committed, productIds: new Set(shown), bytes: 1 });
    const early = looksEarly ? look() : null;
    return new Promise((resolve) => this.#underway.push(() => resolve(early ?? look())));
  }

  async finishOne(pick: number): Promise<void> {
    const [finish] = this.#underway.splice(pick % Math.max(1, this.#underway.length), 1);
    finish?.();
    // Until what waits for the answer has run.
    await new Promise((resolve) => setImmediate(resolve));
  }

  async finishAll(): Promise<void> {
    while (this.#underway.length > 0) await this.finishOne(0);
    await Promise.all(this.checks);
  }
}

type Step = (shop: Shop) => void | Promise<void>;

const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.tuple(fc.nat(questions.length - 1), fc.boolean()).map(
      ([question, looksEarly]) =>
        (shop: Shop) =>
          shop.ask(question, looksEarly),
    ),
  },
  { weight: 4, arbitrary: fc.nat(9).map((pick) => (shop: Shop) => shop.finishOne(pick)) },
  {
    weight: 2,
    arbitrary: fc
      .record({ product: fc.constantFrom(...products), crossesZero: fc.boolean() })
      .map((change) => (shop: Shop) => shop.commit(change)),
  },
  { weight: 2, arbitrary: fc.constant((shop: Shop) => shop.tellNext()) },
  { weight: 1, arbitrary: fc.constant((shop: Shop) => shop.tellAgain()) },
);

test('an answer is never older than any change that was told before it was asked for', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 50 }), async (steps) => {
      const shop = new Shop();
      for (const run of steps) await run(shop);
      await shop.finishAll();
    }),
    { numRuns: 2000 },
  );
});
