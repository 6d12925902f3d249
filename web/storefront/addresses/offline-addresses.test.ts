import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { ListedAddress } from '#contract/addresses/address.ts';
import { failure, mockFetch, openTab, success } from '#tests/fixtures/browser-fakes.ts';
import type { AddressValues } from './address-form.ts';

const showToast = vi.hoisted(() => vi.fn());
vi.mock('#web/ui/toast.ts', () => ({ showToast, dismissToast: vi.fn() }));

const form: AddressValues = {
  ...{
    address_line: '12 Lake Road',
    city: 'Pune',
    state: 'Maharashtra',
    pincode: '411001',
    country: 'India',
  },
  ...{ mobile: '9876543210', label: '', recipient_name: '', landmark: '', delivery_note: '', location: null },
  ...{ business_name: '', gstin: '' },
};

function listedAddress(id: string, line: string): ListedAddress {
  const times = { createdAt: '2026-01-01T00:00:00Z', lastUsedAt: null };
  return {
    ...form,
    ...times,
    _id: id,
    address_line: line,
    userId,
    status: true,
    isDefault: false,
    isPreselected: false,
  };
}

const userId = 'asha';
let isOnline = true;
let stored: ListedAddress[] = [];
let created = 0;
/** Paths that the server has answered. */
let answered: string[] = [];
let refused: string[] = [];
let saved: typeof import('./offline-addresses.ts');

function openShop(): void {
  mockFetch(({ path, body }) => {
    if (!isOnline) return 'offline';
    answered.push(path);
    if (refused.includes(path)) return failure(409, 'CONFLICT');
    const id = String(Reflect.get(Object(body), '_id'));
    if (path === '/api/address/get') return success(stored);
    if (path === '/api/address/create') {
      created += 1;
      const line = String(Reflect.get(Object(body), 'address_line'));
      const address = listedAddress(`server-${created}`, line);
      stored = [address, ...stored];
      return success(address);
    }
    if (path === '/api/address/disable') stored = stored.filter(({ _id }) => _id !== id);
    else if (path === '/api/address/update')
      stored = stored.map((one) => (one._id === id ? { ...one, ...Object(body) } : one));
    else stored = stored.map((one) => ({ ...one, isDefault: one._id === id }));
    return success(stored[0]);
  });
}

beforeEach(async () => {
  openTab();
  vi.stubGlobal('navigator', { onLine: true });
  [isOnline, created, answered, refused] = [true, 0, [], []];
  stored = [listedAddress('a', 'Old Mill 1'), listedAddress('b', 'Fort 2')];
  showToast.mockClear();
  openShop();
  saved = await import('./offline-addresses.ts');
});
afterEach(() => vi.unstubAllGlobals());

const lines = async () => (await saved.readAddresses(userId)).map(({ address_line }) => address_line);

/** Reads the addresses once, then loses the connection. */
async function goOffline(): Promise<void> {
  await saved.readAddresses(userId);
  isOnline = false;
  answered = [];
}

test('without a connection the addresses are those of the last answer with the changes since, which are marked', async () => {
  await goOffline();
  const added = saved.queueAddressChange(userId, { kind: 'save', id: 'new-1', form });
  saved.queueAddressChange(userId, { kind: 'save', id: 'a', form: { ...form, address_line: 'Old Mill 11' } });
  saved.queueAddressChange(userId, { kind: 'remove', id: 'b' });
  expect(added).toMatchObject({ _id: 'new-1', isUnsaved: true });
  const shown = await saved.readAddresses(userId);
  expect(shown.map(({ _id, isUnsaved }) => [_id, isUnsaved])).toEqual([
    ['new-1', true],
    ['a', true],
  ]);
});

test('with a connection the changes are sent in order, once, and the id of a new address leads to that of the server', async () => {
  await goOffline();
  saved.queueAddressChange(userId, { kind: 'save', id: 'new-1', form });
  saved.queueAddressChange(userId, { kind: 'default', id: 'new-1' });
  saved.queueAddressChange(userId, { kind: 'remove', id: 'b' });
  isOnline = true;
  expect(await lines()).toEqual(['12 Lake Road', 'Old Mill 1']);
  expect(answered.filter((path) => path !== '/api/address/get')).toEqual([
    '/api/address/create',
    expect.stringContaining('default'),
    '/api/address/disable',
  ]);
  expect(stored.find(({ isDefault }) => isDefault)?._id).toBe('server-1');
  const { savedAddressIdKey } = await import('#web/base/storage.ts');
  expect(localStorage.getItem(savedAddressIdKey('new-1'))).toBe('server-1');
  answered = [];
  expect((await saved.readAddresses(userId)).some(({ isUnsaved }) => isUnsaved)).toBe(false);
  expect(answered).toEqual(['/api/address/get']);
});

test('an address whose creation was answered to a closed tab is not created again', async () => {
  await goOffline();
  saved.queueAddressChange(userId, { kind: 'save', id: 'new-1', form });
  stored = [listedAddress('c', '12 Lake Road'), ...stored];
  isOnline = true;
  await saved.readAddresses(userId);
  expect(created).toBe(0);
  const { savedAddressIdKey } = await import('#web/base/storage.ts');
  expect(localStorage.getItem(savedAddressIdKey('new-1'))).toBe('c');
});

test('an address that the server refuses is dropped and named, and the changes after it are sent', async () => {
  await goOffline();
  saved.queueAddressChange(userId, { kind: 'save', id: 'new-1', form });
  saved.queueAddressChange(userId, { kind: 'remove', id: 'b' });
  isOnline = true;
  refused = ['/api/address/create'];
  expect(await lines()).toEqual(['Old Mill 1']);
  expect(showToast).toHaveBeenCalledExactlyOnceWith(
    'error',
    expect.stringContaining('12 Lake Road was not saved'),
  );
});

test('a new address that is removed before it was sent is never sent', async () => {
  await goOffline();
  saved.queueAddressChange(userId, { kind: 'save', id: 'new-1', form });
  saved.queueAddressChange(userId, { kind: 'remove', id: 'new-1' });
  isOnline = true;
  expect(await lines()).toEqual(['Old Mill 1', 'Fort 2']);
  expect(answered).toEqual(['/api/address/get']);
});

test('changes of another account, and stored data of another form, are ignored', async () => {
  await goOffline();
  saved.queueAddressChange(userId, { kind: 'remove', id: 'a' });
  await expect(saved.readAddresses('ravi')).rejects.toMatchObject({ code: 'OFFLINE' });
  for (const text of ['{', '[]', `{"userId":"${userId}","listed":[],"changes":[{"kind":"save","id":"a"}]}`]) {
    localStorage.setItem('tokri.own.addresses', text);
    await expect(saved.readAddresses(userId)).rejects.toMatchObject({ code: 'OFFLINE' });
  }
});
