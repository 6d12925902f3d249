import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { CardProduct } from '#web/storefront/product-card/card-product.ts';
import type { StoredLine } from './cart-line.ts';
import { type CartFailure, toCartEntries } from './cart-reducer.ts';
import { type CartBackend, type CartNotification, createCartSync } from './cart-sync.ts';

const productIds = ['atta', 'besan', 'chana'];

/** How the network treats one request. */
interface Fate {
  kind: 'fine' | 'lost on the way' | 'answer lost';
  thereMilliseconds: number;
  backMilliseconds: number;
}

const fine: Fate = { kind: 'fine', thereMilliseconds: 5, backMilliseconds: 5 };
const noConnection: CartFailure = { message: 'The shop cannot be reached.', left: null };

function productOf(id: string, stock: number): CardProduct {
  return { _id: id, name: id, image: '', unit: '1 kg', stock, price: 10, discount: 0, hue: 100 };
}

/** Time that stands still until it is told to go on. */
function stoppedTime() {
  const waiting: { at: number; order: number; run: () => void }[] = [];
  let now = 0;
  let order = 0;
  async function runUntil(end: number) {
    for (;;) {
      waiting.sort((a, b) => a.at - b.at || a.order - b.order);
      const next = waiting[0];
      if (next === undefined || next.at > end) break;
      waiting.shift();
      now = next.at;
      next.run();
      for (let turn = 0; turn < 8; turn++) await null;
    }
    now = Math.max(now, Math.min(end, Number.MAX_SAFE_INTEGER));
  }
  const wait = (milliseconds: number, run: () => void) => {
    waiting.push({ at: now + milliseconds, order: order++, run });
  };
  return {
    wait,
    pause: (milliseconds: number) => runUntil(now + milliseconds),
    finish: () => runUntil(Number.POSITIVE_INFINITY),
  };
}

/** A shop with stock, behind a network that delays, reorders and loses. */
function shopBehind(
  fates: readonly Fate[],
  stock: number,
  { wait }: Pick<ReturnType<typeof stoppedTime>, 'wait'>,
) {
  const cart = new Map<string, number>();
  const underWay = new Map<string, number>();
  const seen = { mostUnderWay: 0 };
  let isHealed = false;
  let requests = 0;

  function travel<Value>(work: () => Value, whenLost: (kind: Fate['kind']) => Value): Promise<Value> {
    const fate = isHealed ? fine : (fates[requests++ % fates.length] ?? fine);
    return new Promise((resolve) => {
      wait(fate.thereMilliseconds, () => {
        const value = fate.kind === 'lost on the way' ? whenLost(fate.kind) : work();
        const answer = fate.kind === 'answer lost' ? whenLost(fate.kind) : value;
        wait(fate.backMilliseconds, () => resolve(answer));
      });
    });
  }

  const lineOf = (id: string, quantity: number): StoredLine => ({
    lineId: `line-${id}`,
    product: productOf(id, stock),
    quantity,
    seenPricePaise: 1000,
  });

  const backend: CartBackend = {
    list: () =>
      travel<readonly StoredLine[] | CartFailure>(
        () => [...cart].map(([id, quantity]) => lineOf(id, quantity)),
        () => noConnection,
      ),
    async set(product, stored, quantity) {
      const id = product._id;
      underWay.set(id, (underWay.get(id) ?? 0) + 1);
      seen.mostUnderWay = Math.max(seen.mostUnderWay, underWay.get(id) ?? 0);
      const answer = await travel<Awaited<ReturnType<CartBackend['set']>>>(
        () => {
          if (quantity > stock) return { line: stored, failure: { message: 'Short', left: stock } };
          if (quantity === 0) cart.delete(id);
          else cart.set(id, quantity);
          return { line: quantity === 0 ? null : lineOf(id, quantity), failure: null };
        },
        () => ({ line: stored, failure: noConnection }),
      );
      underWay.set(id, (underWay.get(id) ?? 1) - 1);
      return answer;
    },
  };
  return {
    backend,
    cart,
    seen,
    heal() {
      isHealed = true;
    },
  };
}

const delays = fc.integer({ min: 0, max: 400 });
const fineFates = fc.record({
  kind: fc.constant<Fate['kind']>('fine'),
  thereMilliseconds: delays,
  backMilliseconds: delays,
});
const anyFates = fc.record({
  kind: fc.constantFrom<Fate['kind'][]>('fine', 'fine', 'lost on the way', 'answer lost'),
  thereMilliseconds: delays,
  backMilliseconds: delays,
});
const deeds = fc.array(
  fc.record({
    product: fc.constantFrom(...productIds),
    quantity: fc.integer({ min: 0, max: 6 }),
    isRefresh: fc.constantFrom(false, false, false, true),
    pauseMilliseconds: fc.oneof(fc.constant(0), fc.integer({ min: 0, max: 500 })),
  }),
  { minLength: 1, maxLength: 25 },
);
const beginnings = fc.dictionary(fc.constantFrom(...productIds), fc.integer({ min: 1, max: 5 }));
const runs = { numRuns: 400 };

function quantitiesOf(cart: Iterable<[string, number]>) {
  return Object.fromEntries([...cart].sort(([a], [b]) => a.localeCompare(b)));
}

function screenOf(sync: ReturnType<typeof createCartSync>) {
  return quantitiesOf(toCartEntries(sync.getState()).map(({ product, quantity }) => [product._id, quantity]));
}

describe('a cart under random taps', () => {
  it('shows in the end what the shop keeps, whatever is delayed, reordered or lost', async () => {
    await fc.assert(
      fc.asyncProperty(
        deeds,
        fc.array(anyFates, { minLength: 1 }),
        beginnings,
        fc.integer({ min: 0, max: 6 }),
        fc.boolean(),
        async (taps, fates, beginning, stock, isReadFirst) => {
          const time = stoppedTime();
          const shop = shopBehind(fates, stock, time);
          for (const [id, quantity] of Object.entries(beginning)) shop.cart.set(id, quantity);
          const sync = createCartSync({
            backend: shop.backend,
            lines: [],
            isLoaded: false,
            wait: time.wait,
            changed() {},
            notify() {},
          });
          sync.refresh();
          if (isReadFirst) await time.pause(2_000);
          for (const tap of taps) {
            if (tap.isRefresh) sync.refresh();
            // A card may show a stock that is no longer there.
            else sync.want(productOf(tap.product, 6), tap.quantity);
            await time.pause(tap.pauseMilliseconds);
          }
          await time.pause(3_000);
          shop.heal();
          await time.finish();
          expect(screenOf(sync)).toEqual(quantitiesOf(shop.cart));
          expect(shop.seen.mostUnderWay).toBeLessThanOrEqual(1);
        },
      ),
      runs,
    );
  });

  it('keeps showing every tap and never brings back what was removed, while nothing fails', async () => {
    await fc.assert(
      fc.asyncProperty(
        deeds,
        fc.array(fineFates, { minLength: 1 }),
        beginnings,
        async (taps, fates, beginning) => {
          const time = stoppedTime();
          const shop = shopBehind(fates, 6, time);
          for (const [id, quantity] of Object.entries(beginning)) shop.cart.set(id, quantity);
          const wishes = new Map<string, number>();
          const news: CartNotification[] = [];
          const sync = createCartSync({
            backend: shop.backend,
            lines: [],
            isLoaded: false,
            wait: time.wait,
            changed() {
              const shown = screenOf(sync);
              for (const [id, wish] of wishes) expect(shown[id] ?? 0).toBe(wish);
            },
            notify: (one) => news.push(one),
          });
          sync.refresh();
          await time.finish();
          for (const tap of taps) {
            if (tap.isRefresh) sync.refresh();
            else {
              wishes.set(tap.product, tap.quantity);
              sync.want(productOf(tap.product, 6), tap.quantity);
            }
            await time.pause(tap.pauseMilliseconds);
          }
          await time.finish();
          const expected = new Map(Object.entries(beginning));
          for (const [id, wish] of wishes) wish === 0 ? expected.delete(id) : expected.set(id, wish);
          expect(quantitiesOf(shop.cart)).toEqual(quantitiesOf(expected));
          expect(news.filter(({ type }) => type === 'failed' || type === 'clamped')).toEqual([]);
        },
      ),
      runs,
    );
  });
});

describe('a cart', () => {
  /** A cart whose requests and readings are answered by hand, in whatever order. */
  function openByHand(lines: StoredLine[], isLoaded: boolean) {
    const time = stoppedTime();
    const requests: { quantity: number; answer: (value: Awaited<ReturnType<CartBackend['set']>>) => void }[] =
      [];
    const readings: ((lines: readonly StoredLine[]) => void)[] = [];
    const news: CartNotification[] = [];
    const backend: CartBackend = {
      list: () => new Promise((resolve) => readings.push(resolve)),
      set: (_product, _kept, quantity) => new Promise((answer) => requests.push({ quantity, answer })),
    };
    const sync = createCartSync({
      backend,
      lines,
      isLoaded,
      wait: time.wait,
      changed() {},
      notify: (one) => news.push(one),
    });
    return { time, requests, readings, news, sync };
  }

  const atta = productOf('atta', 6);
  const lineOf = (quantity: number): StoredLine => ({
    lineId: 'line',
    product: atta,
    quantity,
    seenPricePaise: 1000,
  });

  it('gathers the taps of a request under way and asks for the last wish only', async () => {
    const { time, requests, sync } = openByHand([], true);
    for (const quantity of [1, 2, 3, 4]) sync.want(atta, quantity);
    expect(requests.map(({ quantity }) => quantity)).toEqual([1]);
    requests[0]?.answer({ line: lineOf(1), failure: null });
    await time.finish();
    await time.finish();
    expect(requests.map(({ quantity }) => quantity)).toEqual([1, 4]);
    expect(screenOf(sync)).toEqual({ atta: 4 });
  });

  it('tries a newer wish by itself when the request for an older one fails, and says nothing', async () => {
    const { time, requests, news, sync } = openByHand([lineOf(1)], true);
    sync.want(atta, 2);
    sync.want(atta, 3);
    requests[0]?.answer({ line: lineOf(1), failure: noConnection });
    await time.pause(0);
    await time.finish();
    expect(requests.map(({ quantity }) => quantity)).toEqual([2, 3]);
    expect(screenOf(sync)).toEqual({ atta: 3 });
    expect(news).toEqual([]);
  });

  it('gives up its last wish when it fails, and says why', async () => {
    const { time, requests, news, sync } = openByHand([lineOf(1)], true);
    sync.want(atta, 0);
    expect(screenOf(sync)).toEqual({});
    requests[0]?.answer({ line: lineOf(1), failure: noConnection });
    await time.finish();
    expect(screenOf(sync)).toEqual({ atta: 1 });
    expect(news).toEqual([{ type: 'failed', message: noConnection.message }]);
  });

  it('clamps to what is left and says how many that is', async () => {
    const { time, requests, news, sync } = openByHand([lineOf(1)], true);
    sync.want(atta, 5);
    requests[0]?.answer({ line: lineOf(1), failure: { message: 'Short', left: 3 } });
    await time.finish();
    await time.finish();
    expect(requests.map(({ quantity }) => quantity)).toEqual([5, 3]);
    expect(screenOf(sync)).toEqual({ atta: 3 });
    expect(news).toEqual([{ type: 'clamped', left: 3 }]);
  });

  it('leaves a line that has sold out for the shopper to decide about', async () => {
    const { time, requests, news, sync } = openByHand([lineOf(2)], true);
    sync.want(atta, 3);
    requests[0]?.answer({ line: lineOf(2), failure: { message: 'Short', left: 0 } });
    await time.finish();
    const [entry] = toCartEntries(sync.getState());
    expect(entry).toMatchObject({ quantity: 2, notices: [{ kind: 'OUT_OF_STOCK' }] });
    expect(news).toEqual([{ type: 'clamped', left: 0 }]);
  });

  it('lets wishes wait until it was read, and adds what comes to light to them', async () => {
    const { time, requests, readings, sync } = openByHand([lineOf(2)], false);
    sync.refresh();
    sync.want(atta, 3);
    expect([requests.length, screenOf(sync)]).toEqual([0, { atta: 3 }]);
    // The account had one more of it than the guest has seen.
    readings[0]?.([lineOf(3)]);
    await time.finish();
    await time.finish();
    expect(requests.map(({ quantity }) => quantity)).toEqual([4]);
  });

  it('never puts back a line that was removed while an older list was on its way', async () => {
    const { time, requests, readings, sync } = openByHand([lineOf(2)], true);
    sync.refresh();
    sync.want(atta, 0);
    requests[0]?.answer({ line: null, failure: null });
    await time.finish();
    readings[0]?.([lineOf(2)]);
    await time.finish();
    await time.finish();
    expect(screenOf(sync)).toEqual({});
  });
});
