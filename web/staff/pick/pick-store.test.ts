import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { failure, type MockedRequest, mockFetch, openTab, success } from '#tests/fixtures/browser-fakes.ts';
import { pickingOrder } from '#tests/fixtures/picking-order.ts';

const order = pickingOrder('one', { orderId: 'ORD-1' });

beforeEach(() => {
  vi.useFakeTimers({ now: Date.parse('2026-11-28T10:05:00Z') });
  openTab();
  vi.stubGlobal('navigator', {});
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

/** A shop with the order. It records what is picked, and cannot be reached while `isOffline`. */
function openShop() {
  const shop = { isOffline: false, own: [order], waiting: [] as object[], refusal: null as string | null };
  const requests = mockFetch(({ path, body }: MockedRequest) => {
    if (shop.isOffline) return 'offline';
    if (path === '/api/pick/orders') return success({ own: shop.own, waiting: shop.waiting });
    if (shop.refusal !== null) return failure(409, shop.refusal, { details: { by: 'Dev' } });
    const { position, found } = body as { position: number; found: number };
    const [before = order] = shop.own;
    const lines = before.lines.map((each) => (each.position === position ? { ...each, found } : each));
    shop.own = [{ ...before, lines }];
    return success(shop.own[0]);
  });
  const sent = () =>
    requests.flatMap(({ path, body }) =>
      path === '/api/pick/line' ? [(body as { position: number }).position] : [],
    );
  return { shop, sent };
}

async function open() {
  const store = await import('./pick-store.ts');
  const { toShownOrders } = await import('./picks.ts');
  store.startPicking('meera');
  await vi.advanceTimersByTimeAsync(0);
  const state = store.usePicks.getState;
  const lineAt = (position: number) => {
    const shown = toShownOrders(state().orders, state().actions, state(), Date.now())[0]?.lines[position];
    if (shown === undefined) throw new Error('The order is missing.');
    return shown;
  };
  return { ...store, state, lineAt };
}

test('picks without a connection count at once, are stored, and are sent in order by a later page', async () => {
  const { shop, sent } = openShop();
  const storage = localStorage;
  const before = await open();
  shop.isOffline = true;
  before.recordFound(before.lineAt(0), { found: 2 });
  before.recordFound(before.lineAt(1), { found: 1 });
  await vi.advanceTimersByTimeAsync(0);
  expect([before.lineAt(0).state, before.lineAt(1).found]).toEqual(['done', 1]);
  expect(before.state()).toMatchObject({ isOffline: true, notices: [] });
  openTab(storage);
  const after = await open();
  expect(after.lineAt(1).found).toBe(1);
  expect(after.state().actions).toHaveLength(2);
  shop.isOffline = false;
  await vi.advanceTimersByTimeAsync(20_000);
  expect(after.state()).toMatchObject({ actions: [], isOffline: false });
  expect(sent().slice(-2)).toEqual([0, 1]);
  expect(after.lineAt(1).found).toBe(1);
});

test('a pick that the server refuses opens its line again, and the next one is sent', async () => {
  const { shop } = openShop();
  const store = await open();
  shop.refusal = 'STOCK_SHORT';
  store.recordFound(store.lineAt(0), { found: 0 });
  await vi.advanceTimersByTimeAsync(0);
  expect(store.lineAt(0).state).toBe('open');
  expect(store.state().notices).toEqual(['Product 0 was not recorded: STOCK_SHORT']);
});

test('an order that another picker has taken over is dropped with what was not sent, and the picker is told once', async () => {
  const { shop } = openShop();
  const store = await open();
  shop.isOffline = true;
  store.recordFound(store.lineAt(0), { found: 2 });
  store.recordFound(store.lineAt(1), { found: 2 });
  await vi.advanceTimersByTimeAsync(0);
  Object.assign(shop, { isOffline: false, own: [], refusal: 'ORDER_TAKEN' });
  await vi.advanceTimersByTimeAsync(20_000);
  expect(store.state()).toMatchObject({
    orders: [],
    actions: [],
    notices: ['Dev has taken over ORD-1. 2 picks were not sent and do not count.'],
  });
});
