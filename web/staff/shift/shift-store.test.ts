import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { Shift } from '#contract/staff/shift.ts';
import {
  failure,
  MemoryStorage,
  type MockedRequest,
  mockFetch,
  openTab,
  success,
} from '#tests/fixtures/browser-fakes.ts';

const showToast = vi.fn();
// There is no page to render toasts.
vi.mock('#web/ui/toast.ts', () => ({ showToast }));

const now = '2026-11-28T10:05:00.000Z';

beforeEach(() => {
  vi.useFakeTimers({ now: Date.parse(now) });
  vi.stubGlobal('navigator', {});
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

/** A shop that records shifts by their id, and cannot be reached while `isOffline`. */
function openShop() {
  const shop = {
    ...{ isOffline: false, losesAnswers: false, refuses: false },
    shifts: new Map<string, Shift & { isOpen: boolean }>(),
  };
  const open = () => {
    const shift = [...shop.shifts.values()].find(({ isOpen }) => isOpen);
    return shift === undefined ? null : { _id: shift._id, role: shift.role, startedAt: shift.startedAt };
  };
  const requests = mockFetch(({ path, body }: MockedRequest) => {
    if (shop.isOffline) return 'offline';
    if (path !== '/api/staff/shift') {
      if (shop.refuses) return failure(409, 'CONFLICT');
      const { _id, role = 'rider' } = body as { _id: string; role?: Shift['role'] };
      const isOpen = path === '/api/staff/clock-in';
      const before = shop.shifts.get(_id) ?? { _id, role, startedAt: now, isOpen };
      shop.shifts.set(_id, { ...before, isOpen: before.isOpen && isOpen });
    }
    return shop.losesAnswers ? 'offline' : success(open());
  });
  const sent = () =>
    requests.flatMap(({ method, path }) => (method === 'GET' ? [] : [path.split('/').pop()]));
  return { shop, sent, open };
}

/** The phone of a person, as a new page with what is stored. */
async function openPhone(userId = 'dev', storage: Storage = new MemoryStorage()) {
  openTab(storage);
  const store = await import('./shift-store.ts');
  store.startShifts(userId);
  await vi.advanceTimersByTimeAsync(0);
  const shift = () => store.toShift(store.useShifts.getState());
  /** The tab is closed without a further request. */
  const close = () => vi.clearAllTimers();
  return { ...store, storage, shift, close };
}

test('a shift that begins without a connection counts at once, and is sent once by a later page', async () => {
  const { shop, sent, open } = openShop();
  const before = await openPhone();
  expect(before.shift()).toBeNull();
  shop.isOffline = true;
  before.clockIn('rider');
  expect(before.shift()).toMatchObject({ role: 'rider', startedAt: now });
  await vi.advanceTimersByTimeAsync(0);
  before.close();
  const after = await openPhone('dev', before.storage);
  expect(after.shift()).toEqual(before.shift());
  const attempts = sent().length;
  shop.isOffline = false;
  await vi.advanceTimersByTimeAsync(20_000);
  expect(sent().slice(attempts)).toEqual(['clock-in']);
  expect(after.shift()).toEqual(open());
  expect(after.storage).toHaveLength(0);
});

test('a shift that begins and ends without a connection is sent in that order', async () => {
  const { shop, sent, open } = openShop();
  const phone = await openPhone();
  shop.isOffline = true;
  phone.clockIn('rider');
  const shift = phone.shift();
  if (shift !== null && shift !== undefined) phone.clockOut(shift);
  expect(phone.shift()).toBeNull();
  await vi.advanceTimersByTimeAsync(0);
  const attempts = sent().length;
  shop.isOffline = false;
  await vi.advanceTimersByTimeAsync(20_000);
  expect(sent().slice(attempts)).toEqual(['clock-in', 'clock-out']);
  expect(shop.shifts).toHaveLength(1);
  expect(open()).toBeNull();
});

test('a beginning whose answer was lost is repeated for the same shift', async () => {
  const { shop, sent } = openShop();
  const phone = await openPhone();
  shop.losesAnswers = true;
  phone.clockIn('rider');
  await vi.advanceTimersByTimeAsync(0);
  shop.losesAnswers = false;
  await vi.advanceTimersByTimeAsync(20_000);
  expect(sent()).toEqual(['clock-in', 'clock-in']);
  expect([...shop.shifts.keys()]).toEqual([phone.shift()?._id]);
});

test('a beginning that the shop rejects is dropped, and the person is told', async () => {
  const { shop } = openShop();
  const phone = await openPhone();
  shop.refuses = true;
  phone.clockIn('rider');
  await vi.advanceTimersByTimeAsync(0);
  expect(phone.shift()).toBeNull();
  expect(phone.storage).toHaveLength(0);
  expect(showToast.mock.calls).toEqual([['error', 'CONFLICT']]);
});

test('the next person on a phone neither sees nor sends the shift of the one before', async () => {
  const { shop, sent } = openShop();
  const before = await openPhone('dev');
  shop.isOffline = true;
  before.clockIn('rider');
  await vi.advanceTimersByTimeAsync(0);
  before.close();
  shop.isOffline = false;
  const attempts = sent().length;
  const next = await openPhone('meera', before.storage);
  await vi.advanceTimersByTimeAsync(20_000);
  expect(next.shift()).toBeNull();
  expect(sent()).toHaveLength(attempts);
  const back = await openPhone('dev', before.storage);
  expect(back.shift()).toMatchObject({ role: 'rider' });
  expect(sent().slice(attempts)).toEqual(['clock-in']);
});

test('what is stored in another form is ignored', async () => {
  const { sent } = openShop();
  for (const stored of ['{', '7', '[null, 7, {"kind": "in"}, {"kind": "in", "_id": "a", "role": "rider"}]']) {
    const storage = new MemoryStorage();
    storage.setItem('tokri.shift.dev', stored);
    const phone = await openPhone('dev', storage);
    expect(phone.shift()).toBeNull();
    phone.close();
  }
  expect(sent()).toEqual([]);
});
