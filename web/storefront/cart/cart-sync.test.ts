import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { ProductCardData } from '#web/storefront/product-card-data.ts';
import type { StoredLine } from './cart-line.ts';
import type { CartBackend } from './cart-reducer.ts';
import { type CartFailure, toDisplayedLines } from './cart-reducer.ts';
import { type CartNotification, createCartSync } from './cart-sync.ts';

const productIds = ['atta', 'besan', 'chana'];

/** What happens to one request. */
interface Fate {
  kind: 'delivered' | 'request lost' | 'response lost';
  requestMs: number;
  responseMs: number;
}

const prompt: Fate = { kind: 'delivered', requestMs: 5, responseMs: 5 };
const failures: Record<'rejected' | 'offline', CartFailure> = {
  rejected: { message: 'Couldn’t save it.', remainingStock: null },
  // The tap is repeated later instead of being given up.
  offline: { message: 'Couldn’t connect.', remainingStock: null, isOffline: true },
};

function productOf(id: string, stock: number): ProductCardData {
  return { _id: id, name: id, image: '', unit: '1 kg', stock, price: 10, discount: 0, hue: 100 };
}

/** A fake clock. */
function fakeClock() {
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

/** A backend with limited stock, behind a network that delays, reorders and loses requests. */
function unreliableBackend(
  fates: readonly Fate[],
  stock: number,
  { wait }: Pick<ReturnType<typeof fakeClock>, 'wait'>,
  failure: CartFailure = failures.rejected,
) {
  const cart = new Map<string, number>();
  const inFlight = new Map<string, number>();
  const seen = { maximumInFlight: 0 };
  let isReliable = false;
  let requests = 0;

  function travel<Value>(work: () => Value, whenLost: (kind: Fate['kind']) => Value): Promise<Value> {
    const fate = isReliable ? prompt : (fates[requests++ % fates.length] ?? prompt);
    return new Promise((resolve) => {
      wait(fate.requestMs, () => {
        const value = fate.kind === 'request lost' ? whenLost(fate.kind) : work();
        const answer = fate.kind === 'response lost' ? whenLost(fate.kind) : value;
        wait(fate.responseMs, () => resolve(answer));
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
        () => failure,
      ),
    async set(product, stored, quantity) {
      const id = product._id;
      inFlight.set(id, (inFlight.get(id) ?? 0) + 1);
      seen.maximumInFlight = Math.max(seen.maximumInFlight, inFlight.get(id) ?? 0);
      const answer = await travel<Awaited<ReturnType<CartBackend['set']>>>(
        () => {
          if (quantity > stock) return { line: stored, failure: { message: 'Short', remainingStock: stock } };
          if (quantity === 0) cart.delete(id);
          else cart.set(id, quantity);
          return { line: quantity === 0 ? null : lineOf(id, quantity), failure: null };
        },
        () => ({ line: stored, failure }),
      );
      inFlight.set(id, (inFlight.get(id) ?? 1) - 1);
      return answer;
    },
  };
  return {
    backend,
    cart,
    seen,
    makeReliable() {
      isReliable = true;
    },
  };
}

const delayMs = fc.integer({ min: 0, max: 400 });
const deliveredFates = fc.record({
  kind: fc.constant<Fate['kind']>('delivered'),
  requestMs: delayMs,
  responseMs: delayMs,
});
const anyFates = fc.record({
  kind: fc.constantFrom<Fate['kind'][]>('delivered', 'delivered', 'request lost', 'response lost'),
  requestMs: delayMs,
  responseMs: delayMs,
});
const tapSequences = fc.array(
  fc.record({
    product: fc.constantFrom(...productIds),
    quantity: fc.integer({ min: 0, max: 6 }),
    isRefresh: fc.constantFrom(false, false, false, true),
    pauseMs: fc.oneof(fc.constant(0), fc.integer({ min: 0, max: 500 })),
  }),
  { minLength: 1, maxLength: 25 },
);
const initialCarts = fc.dictionary(fc.constantFrom(...productIds), fc.integer({ min: 1, max: 5 }));
const runs = { numRuns: 400 };

function toSortedObject(cart: Iterable<[string, number]>) {
  return Object.fromEntries([...cart].sort(([a], [b]) => a.localeCompare(b)));
}

function renderedQuantities(sync: ReturnType<typeof createCartSync>) {
  return toSortedObject(
    toDisplayedLines(sync.getState()).map(({ product, quantity }) => [product._id, quantity]),
  );
}

describe('cart sync with random taps', () => {
  it('renders what the server has in the end, whatever is delayed, reordered or lost', async () => {
    await fc.assert(
      fc.asyncProperty(
        tapSequences,
        fc.array(anyFates, { minLength: 1 }),
        initialCarts,
        fc.integer({ min: 0, max: 6 }),
        fc.boolean(),
        fc.constantFrom(failures.rejected, failures.offline),
        async (taps, fates, initialCart, stock, isLoadedFirst, failure) => {
          const time = fakeClock();
          const server = unreliableBackend(fates, stock, time, failure);
          for (const [id, quantity] of Object.entries(initialCart)) server.cart.set(id, quantity);
          const sync = createCartSync({
            backend: server.backend,
            initialLines: [],
            isLoaded: false,
            wait: time.wait,
            onChange() {},
            notify() {},
          });
          sync.refresh();
          if (isLoadedFirst) await time.pause(2_000);
          for (const tap of taps) {
            if (tap.isRefresh) sync.refresh();
            // A card may show an outdated stock.
            else sync.setQuantity(productOf(tap.product, 6), tap.quantity);
            await time.pause(tap.pauseMs);
          }
          await time.pause(3_000);
          server.makeReliable();
          await time.finish();
          expect(renderedQuantities(sync)).toEqual(toSortedObject(server.cart));
          expect(server.seen.maximumInFlight).toBeLessThanOrEqual(1);
        },
      ),
      runs,
    );
  });

  it('always renders the last tap and never restores a removed line when no request fails', async () => {
    await fc.assert(
      fc.asyncProperty(
        tapSequences,
        fc.array(deliveredFates, { minLength: 1 }),
        initialCarts,
        async (taps, fates, initialCart) => {
          const time = fakeClock();
          const server = unreliableBackend(fates, 6, time);
          for (const [id, quantity] of Object.entries(initialCart)) server.cart.set(id, quantity);
          const pending = new Map<string, number>();
          const notifications: CartNotification[] = [];
          const sync = createCartSync({
            backend: server.backend,
            initialLines: [],
            isLoaded: false,
            wait: time.wait,
            onChange() {
              const shown = renderedQuantities(sync);
              for (const [id, quantity] of pending) expect(shown[id] ?? 0).toBe(quantity);
            },
            notify: (one) => notifications.push(one),
          });
          sync.refresh();
          await time.finish();
          for (const tap of taps) {
            if (tap.isRefresh) sync.refresh();
            else {
              pending.set(tap.product, tap.quantity);
              sync.setQuantity(productOf(tap.product, 6), tap.quantity);
            }
            await time.pause(tap.pauseMs);
          }
          await time.finish();
          const expected = new Map(Object.entries(initialCart));
          for (const [id, quantity] of pending)
            quantity === 0 ? expected.delete(id) : expected.set(id, quantity);
          expect(toSortedObject(server.cart)).toEqual(toSortedObject(expected));
          expect(notifications.filter(({ type }) => type === 'failed' || type === 'limitedToStock')).toEqual(
            [],
          );
        },
      ),
      runs,
    );
  });
});

describe('cart sync', () => {
  /** A cart whose requests the test responds to, in any order. */
  function createControlledSync(lines: StoredLine[], isLoaded: boolean) {
    const time = fakeClock();
    const requests: {
      quantity: number;
      respond: (value: Awaited<ReturnType<CartBackend['set']>>) => void;
    }[] = [];
    const lists: ((answer: readonly StoredLine[] | CartFailure) => void)[] = [];
    const notifications: CartNotification[] = [];
    const backend: CartBackend = {
      list: () => new Promise((resolve) => lists.push(resolve)),
      set: (_product, _stored, quantity) => new Promise((respond) => requests.push({ quantity, respond })),
    };
    const sync = createCartSync({
      backend,
      initialLines: lines,
      isLoaded,
      wait: time.wait,
      onChange() {},
      notify: (one) => notifications.push(one),
    });
    return { time, requests, lists, notifications, sync };
  }

  const atta = productOf('atta', 6);
  const lineOf = (quantity: number): StoredLine => ({
    lineId: 'line',
    product: atta,
    quantity,
    seenPricePaise: 1000,
  });

  it('sends only the last quantity of the taps during a request', async () => {
    const { time, requests, sync } = createControlledSync([], true);
    for (const quantity of [1, 2, 3, 4]) sync.setQuantity(atta, quantity);
    expect(requests.map(({ quantity }) => quantity)).toEqual([1]);
    requests[0]?.respond({ line: lineOf(1), failure: null });
    await time.finish();
    await time.finish();
    expect(requests.map(({ quantity }) => quantity)).toEqual([1, 4]);
    expect(renderedQuantities(sync)).toEqual({ atta: 4 });
  });

  it('sends a newer quantity without a notification when the request for an older one fails', async () => {
    const { time, requests, notifications, sync } = createControlledSync([lineOf(1)], true);
    sync.setQuantity(atta, 2);
    sync.setQuantity(atta, 3);
    requests[0]?.respond({ line: lineOf(1), failure: failures.rejected });
    await time.pause(0);
    await time.finish();
    expect(requests.map(({ quantity }) => quantity)).toEqual([2, 3]);
    expect(renderedQuantities(sync)).toEqual({ atta: 3 });
    expect(notifications).toEqual([]);
  });

  it('restores the stored quantity and notifies when the last request fails', async () => {
    const { time, requests, notifications, sync } = createControlledSync([lineOf(1)], true);
    sync.setQuantity(atta, 0);
    expect(renderedQuantities(sync)).toEqual({});
    requests[0]?.respond({ line: lineOf(1), failure: failures.rejected });
    await time.finish();
    expect(renderedQuantities(sync)).toEqual({ atta: 1 });
    expect(notifications).toEqual([{ type: 'failed', message: failures.rejected.message }]);
  });

  it('keeps a quantity that could not be sent, and sends it once the cart can be listed', async () => {
    const { time, requests, lists, notifications, sync } = createControlledSync([lineOf(1)], true);
    sync.setQuantity(atta, 2);
    requests[0]?.respond({ line: lineOf(1), failure: failures.offline });
    await time.pause(500);
    sync.setQuantity(atta, 4);
    await time.pause(500);
    expect([requests.length, renderedQuantities(sync), notifications]).toEqual([1, { atta: 4 }, []]);
    sync.refresh();
    // The first request was executed although its response was lost.
    lists[0]?.([lineOf(2)]);
    await time.pause(500);
    expect(requests.map(({ quantity }) => quantity)).toEqual([2, 4]);
  });

  it('keeps what was tapped before the first list, which fails without a connection, beside the stored cart', async () => {
    const besan = productOf('besan', 6);
    const { time, requests, lists, notifications, sync } = createControlledSync([], false);
    sync.refresh();
    sync.setQuantity(besan, 1);
    lists[0]?.(failures.offline);
    await time.pause(500);
    expect([renderedQuantities(sync), notifications]).toEqual([{ besan: 1 }, []]);
    sync.restore([{ product: atta, stored: lineOf(2), pending: null }]);
    expect(renderedQuantities(sync)).toEqual({ atta: 2, besan: 1 });
    sync.refresh();
    lists[1]?.([lineOf(2)]);
    await time.pause(500);
    expect(requests.map(({ quantity }) => quantity)).toEqual([1]);
    expect(renderedQuantities(sync)).toEqual({ atta: 2, besan: 1 });
  });

  it('gives up what was tapped before the first list, and notifies, when the list is refused', async () => {
    const { time, lists, notifications, sync } = createControlledSync([], false);
    sync.refresh();
    sync.setQuantity(atta, 1);
    lists[0]?.(failures.rejected);
    await time.pause(500);
    expect(renderedQuantities(sync)).toEqual({});
    expect(notifications).toEqual([{ type: 'failed', message: failures.rejected.message }]);
  });

  it('sends what an earlier visit could not save as absolute quantities, and nothing that is saved', async () => {
    const besan = productOf('besan', 6);
    const besanLine = { ...lineOf(2), product: besan };
    const { time, requests, lists, sync } = createControlledSync([], false);
    sync.refresh();
    sync.restore([
      { product: atta, stored: lineOf(1), pending: 3 },
      { product: besan, stored: besanLine, pending: null },
    ]);
    expect(renderedQuantities(sync)).toEqual({ atta: 3, besan: 2 });
    // It was saved although the response was lost.
    lists[0]?.([lineOf(3)]);
    await time.pause(500);
    expect([requests.length, renderedQuantities(sync)]).toEqual([0, { atta: 3 }]);
    sync.restore([{ product: besan, stored: null, pending: 1 }]);
    await time.pause(500);
    expect(requests.map(({ quantity }) => quantity)).toEqual([1]);
  });

  it('clamps to the remaining stock and notifies', async () => {
    const { time, requests, notifications, sync } = createControlledSync([lineOf(1)], true);
    sync.setQuantity(atta, 5);
    requests[0]?.respond({ line: lineOf(1), failure: { message: 'Short', remainingStock: 3 } });
    await time.finish();
    await time.finish();
    expect(requests.map(({ quantity }) => quantity)).toEqual([5, 3]);
    expect(renderedQuantities(sync)).toEqual({ atta: 3 });
    expect(notifications).toEqual([{ type: 'limitedToStock', remainingStock: 3 }]);
  });

  it('sends no more than the maximum per order for a burst of taps', async () => {
    const { time, requests, sync } = createControlledSync([], true);
    const rationed = { ...atta, maximum: 2 };
    for (const quantity of [1, 2, 3, 4]) sync.setQuantity(rationed, quantity);
    requests[0]?.respond({ line: { ...lineOf(1), product: rationed }, failure: null });
    await time.finish();
    await time.finish();
    expect(renderedQuantities(sync)).toEqual({ atta: 2 });
    expect(Math.max(...requests.map(({ quantity }) => quantity))).toBe(2);
  });

  it('clamps to a maximum that the page did not know and notifies', async () => {
    const { time, requests, notifications, sync } = createControlledSync([lineOf(1)], true);
    sync.setQuantity(atta, 5);
    const failure = { message: 'At most 2', remainingStock: 2, isMaximumPerOrder: true as const };
    requests[0]?.respond({ line: lineOf(1), failure });
    await time.finish();
    await time.finish();
    expect(requests.map(({ quantity }) => quantity)).toEqual([5, 2]);
    expect(notifications).toEqual([{ type: 'limitedToStock', remainingStock: 2, isMaximumPerOrder: true }]);
    sync.setQuantity(atta, 9);
    expect(renderedQuantities(sync)).toEqual({ atta: 2 });
  });

  it('shows a notice for a line above a maximum that was lowered', () => {
    const line = { ...lineOf(3), product: { ...atta, maximum: 2 } };
    const { sync } = createControlledSync([line], true);
    const [entry] = toDisplayedLines(sync.getState());
    expect(entry?.notices).toEqual([{ kind: 'STOCK_SHORT', left: 2, isMaximumPerOrder: true }]);
  });

  it('keeps a sold-out line with a notice', async () => {
    const { time, requests, notifications, sync } = createControlledSync([lineOf(2)], true);
    sync.setQuantity(atta, 3);
    requests[0]?.respond({ line: lineOf(2), failure: { message: 'Short', remainingStock: 0 } });
    await time.finish();
    const [entry] = toDisplayedLines(sync.getState());
    expect(entry).toMatchObject({ quantity: 2, notices: [{ kind: 'OUT_OF_STOCK' }] });
    expect(notifications).toEqual([{ type: 'limitedToStock', remainingStock: 0 }]);
  });

  it('holds quantities back until the first list and adds the difference of the list', async () => {
    const { time, requests, lists, sync } = createControlledSync([lineOf(2)], false);
    sync.refresh();
    sync.setQuantity(atta, 3);
    expect([requests.length, renderedQuantities(sync)]).toEqual([0, { atta: 3 }]);
    // The account has one more than the guest has seen.
    lists[0]?.([lineOf(3)]);
    await time.finish();
    await time.finish();
    expect(requests.map(({ quantity }) => quantity)).toEqual([4]);
  });

  it('does not restore a removed line from an older list response', async () => {
    const { time, requests, lists, sync } = createControlledSync([lineOf(2)], true);
    sync.refresh();
    sync.setQuantity(atta, 0);
    requests[0]?.respond({ line: null, failure: null });
    await time.finish();
    lists[0]?.([lineOf(2)]);
    await time.finish();
    await time.finish();
    expect(renderedQuantities(sync)).toEqual({});
  });
});
