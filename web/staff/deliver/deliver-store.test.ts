import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { Delivery } from '#contract/riders/delivery.ts';
import { failure, type MockedRequest, mockFetch, openTab, success } from '#tests/fixtures/browser-fakes.ts';
import { delivery } from '#tests/fixtures/delivery.ts';

const order = delivery('one', { orderId: 'ORD-1' });
const inCash = { payment: { kind: 'CASH', amount: 230, received: 500 }, photo: null } as const;

beforeEach(() => {
  vi.useFakeTimers({ now: Date.parse('2026-11-28T10:05:00Z') });
  openTab();
  vi.stubGlobal('navigator', {});
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

interface Refusal {
  status: number;
  code: string;
}

/** A shop with the order, which records what the rider does, and cannot be reached while `isOffline`. */
function openShop() {
  const shop = {
    ...{ isOffline: false, losesAnswers: false, own: [order], waiting: [] as object[] },
    refusals: {} as Partial<Record<string, Refusal>>,
  };
  const requests = mockFetch(({ path, body }: MockedRequest) => {
    if (shop.isOffline) return 'offline';
    if (path === '/api/deliver/orders')
      return success({ own: shop.own, waiting: shop.waiting, sharesPosition: false });
    if (path === '/api/deliver/cash')
      return success({ heldAmt: 0, entries: [], rider: { _id: 'dev', name: 'Dev' } });
    const refusal = shop.refusals[path];
    if (refusal !== undefined) return failure(refusal.status, refusal.code, { details: { by: 'Meera' } });
    const { at } = body as { at: string };
    const [before = order] = shop.own;
    const changes: Partial<Record<string, Partial<Delivery>>> = {
      '/api/deliver/leave': { leftAt: at, status: 'OUT_FOR_DELIVERY' },
      '/api/deliver/delivered': { deliveredAt: at, status: 'DELIVERED' },
    };
    const after = { ...before, ...changes[path] };
    shop.own = after.status === 'DELIVERED' ? [] : [after];
    if (shop.losesAnswers) return 'offline';
    return success(path === '/api/deliver/photo' ? null : after);
  });
  const sent = () =>
    requests.flatMap(({ method, path }) => (method === 'GET' ? [] : [path.replace('/api/deliver/', '')]));
  return { shop, sent };
}

async function open() {
  const store = await import('./deliver-store.ts');
  const { toShownDeliveries, toState } = await import('./deliveries.ts');
  store.startDelivering('dev', true);
  await vi.advanceTimersByTimeAsync(0);
  const state = store.useDeliveries.getState;
  const shown = () => toShownDeliveries(state().orders, state().actions).map((each) => toState(each));
  return { ...store, state, shown };
}

test('what is done without a connection counts at once, is stored, and is sent once in order by a later page', async () => {
  const { shop, sent } = openShop();
  const storage = localStorage;
  const before = await open();
  shop.isOffline = true;
  before.leaveWith([order]);
  await vi.advanceTimersByTimeAsync(0);
  expect(before.shown()).toEqual(['underway']);
  expect(await before.recordDelivered(order, { ...inCash, photo: 'cGljdHVyZQ==' })).toBeNull();
  expect(before.shown()).toEqual(['done']);
  await vi.advanceTimersByTimeAsync(0);
  vi.clearAllTimers();
  openTab(storage);
  const after = await open();
  expect(after.shown()).toEqual(['done']);
  expect(after.state()).toMatchObject({ isOffline: true, notices: [] });
  const attempts = sent().length;
  shop.isOffline = false;
  await vi.advanceTimersByTimeAsync(20_000);
  expect(sent().slice(attempts)).toEqual(['leave', 'photo', 'delivered']);
  expect(after.state()).toMatchObject({ actions: [], orders: [], isOffline: false, notices: [] });
});

test('a delivery whose answer was lost is sent again, and is not reported as lost', async () => {
  const { shop } = openShop();
  const store = await open();
  store.leaveWith([order]);
  await vi.advanceTimersByTimeAsync(0);
  shop.losesAnswers = true;
  expect(await store.recordDelivered(order, inCash)).toBeNull();
  await store.refreshDeliveries();
  expect(store.shown()).toEqual(['done']);
  shop.losesAnswers = false;
  await vi.advanceTimersByTimeAsync(20_000);
  expect(store.state()).toMatchObject({ actions: [], orders: [], notices: [] });
});

test('a wrong PIN is answered at the door, and the order stays underway', async () => {
  const { shop } = openShop();
  const store = await open();
  store.leaveWith([order]);
  for (const [status, code] of [
    [400, 'BAD_DELIVERY_PIN'],
    [429, 'TOO_MANY_REQUESTS'],
  ] as const) {
    shop.refusals = { '/api/deliver/delivered': { status, code } };
    expect(await store.recordDelivered(order, { ...inCash, pin: '1234' })).toMatchObject({ code });
    expect(store.shown()).toEqual(['underway']);
  }
  expect(store.state()).toMatchObject({ actions: [], notices: [] });
});

test('a wrong PIN that was typed without a connection is told later', async () => {
  const { shop } = openShop();
  const store = await open();
  store.leaveWith([order]);
  await vi.advanceTimersByTimeAsync(0);
  shop.isOffline = true;
  await store.recordDelivered(order, { ...inCash, pin: '1234' });
  shop.isOffline = false;
  shop.refusals = { '/api/deliver/delivered': { status: 400, code: 'BAD_DELIVERY_PIN' } };
  await vi.advanceTimersByTimeAsync(20_000);
  expect(store.shown()).toEqual(['underway']);
  expect(store.state().notices).toEqual(['ORD-1 was not recorded: BAD_DELIVERY_PIN']);
});

test('an order that the store has given to another rider is dropped with what was not sent, and the rider is told once', async () => {
  const { shop } = openShop();
  const store = await open();
  shop.isOffline = true;
  store.leaveWith([order]);
  store.recordFailed(order, { reason: 'REFUSED', outcome: 'RETRY' });
  await vi.advanceTimersByTimeAsync(0);
  const refusal = { status: 409, code: 'ORDER_TAKEN' };
  Object.assign(shop, { isOffline: false, own: [], refusals: { '/api/deliver/leave': refusal } });
  await vi.advanceTimersByTimeAsync(20_000);
  expect(store.state()).toMatchObject({
    orders: [],
    actions: [],
    notices: ['Meera now has ORD-1. What you did with it was not recorded. Tell the store.'],
  });
});

test('a delivery of an order that another rider has by now is not taken for delivered', async () => {
  const { shop } = openShop();
  const store = await open();
  store.leaveWith([order]);
  await vi.advanceTimersByTimeAsync(0);
  Object.assign(shop, {
    own: [],
    refusals: { '/api/deliver/delivered': { status: 409, code: 'ORDER_TAKEN' } },
  });
  expect(await store.recordDelivered(order, inCash)).toMatchObject({ code: 'ORDER_TAKEN' });
  expect(store.state().notices).toEqual([
    'Meera now has ORD-1. What you did with it was not recorded. Tell the store.',
  ]);
});
