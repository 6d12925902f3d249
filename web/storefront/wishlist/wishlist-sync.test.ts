import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { maximumWishes } from '#contract/base/limits.ts';
import { dispatchStorageEvent, failure, mockFetch, openTab, success } from '#tests/fixtures/browser-fakes.ts';

const showToast = vi.fn();
// There is no page to render toasts.
vi.mock('#web/ui/toast.ts', () => ({ showToast }));

const asha = {
  ...{ _id: 'asha', name: 'Asha', email: 'asha@tokri.local', avatar: '', mobile: '', status: 'Active' },
  ...{ verify_email: true, last_login_date: null, role: 'USER', second_factor: 'none' },
};

/** Mocks the API with one account and its wishlist, the last added first. */
function mockShop(server: { ids: string[]; isOffline?: boolean; rejects?: boolean; userId?: string }) {
  return mockFetch(({ path, body }) => {
    if (server.isOffline) return 'offline';
    if (path === '/api/user/login') return success({ accesstoken: 'access', refreshToken: 'refresh' });
    if (path === '/api/user/user-details') return success({ ...asha, _id: server.userId ?? 'asha' });
    if (path === '/api/wishlist/change') {
      if (server.rejects) return failure(400, 'INVALID_INPUT');
      const { add, remove } = body as { add: string[]; remove: string[] };
      const rest = server.ids.filter((id) => !remove.includes(id));
      server.ids = [...add.filter((id) => !rest.includes(id)), ...rest].slice(-maximumWishes);
    }
    if (path.startsWith('/api/wishlist/'))
      return success({ productIds: server.ids, isFull: server.ids.length >= maximumWishes });
    return success(null);
  });
}

/** The modules of a new tab on the stored data. */
async function openWishlist(storage: Storage) {
  openTab(storage);
  const session = await import('#web/session/session.ts');
  const store = await import('./wishlist-store.ts');
  const { toggleWish } = await import('./use-wishlist.ts');
  const { startWishlist } = await import('./wishlist-sync.tsx');
  startWishlist();
  return {
    ...store,
    toggleWish,
    ids: () => [...store.getWishlist().ids],
    logIn: () => session.logIn({ email: asha.email, password: 'secret' }),
    logOut: session.logOut,
  };
}

let storage: Storage;
beforeEach(() => {
  storage = openTab();
});
afterEach(() => {
  vi.unstubAllGlobals();
  showToast.mockReset();
});

const guestStored = () => JSON.parse(storage.getItem('tokri.wishlist') ?? '[]');

it('a guest keeps hearts in the browser, without a request', async () => {
  const requests = mockShop({ ids: [] });
  const { toggleWish, ids } = await openWishlist(storage);
  toggleWish('milk');
  toggleWish('bread');
  expect(ids()).toEqual(['bread', 'milk']);
  await expect.poll(() => guestStored()).toEqual(['bread', 'milk']);
  toggleWish('milk');
  await expect.poll(() => guestStored()).toEqual(['bread']);
  expect(requests).toEqual([]);
  expect((await openWishlist(storage)).ids()).toEqual(['bread']);
});

it('the hearts of a guest join those of the account at the login, and leave the browser with the logout', async () => {
  const server = { ids: ['eggs', 'milk'] };
  const requests = mockShop(server);
  const { toggleWish, ids, logIn, logOut } = await openWishlist(storage);
  toggleWish('milk');
  toggleWish('bread');
  await expect.poll(() => guestStored()).toHaveLength(2);
  await logIn();
  await expect.poll(() => ids()).toEqual(['bread', 'eggs', 'milk']);
  expect(server.ids).toEqual(['bread', 'eggs', 'milk']);
  await expect.poll(() => guestStored()).toEqual([]);
  expect(requests.filter(({ path }) => path.startsWith('/api/wishlist'))).toHaveLength(1);
  await logOut();
  expect(ids()).toEqual([]);
});

it('a shopper reads the wishlist with one request, and sees the stored one before', async () => {
  const server = { ids: ['eggs'] };
  const requests = mockShop(server);
  const first = await openWishlist(storage);
  await first.logIn();
  await expect.poll(() => first.ids()).toEqual(['eggs']);
  const second = await openWishlist(storage);
  expect(second.ids()).toEqual(['eggs']);
  await expect.poll(() => requests.filter(({ path }) => path === '/api/wishlist/get')).toHaveLength(2);
});

it('changes without a connection are shown, kept and sent when the browser is online again', async () => {
  const server: { ids: string[]; isOffline?: boolean } = { ids: ['eggs'] };
  mockShop(server);
  const first = await openWishlist(storage);
  await first.logIn();
  await expect.poll(() => first.ids()).toEqual(['eggs']);
  server.isOffline = true;
  first.toggleWish('milk');
  first.toggleWish('eggs');
  await expect.poll(() => first.getWishlist().hasFailed).toBe(true);
  expect(first.ids()).toEqual(['milk']);
  const later = await openWishlist(storage);
  expect(later.ids()).toEqual(['milk']);
  server.isOffline = false;
  window.dispatchEvent(new Event('online'));
  await expect.poll(() => server.ids).toEqual(['milk']);
});

it('the last of fast taps decides', async () => {
  const server = { ids: [] as string[] };
  mockShop(server);
  const { toggleWish, ids, logIn } = await openWishlist(storage);
  await logIn();
  for (let times = 0; times < 5; times += 1) toggleWish('milk');
  await expect.poll(() => server.ids).toEqual(['milk']);
  expect(ids()).toEqual(['milk']);
});

it('a change that the server rejects is undone with its message, and not sent again', async () => {
  const server = { ids: ['eggs'], rejects: true };
  const requests = mockShop(server);
  const { toggleWish, ids, logIn } = await openWishlist(storage);
  await logIn();
  await expect.poll(() => ids()).toEqual(['eggs']);
  toggleWish('milk');
  await expect.poll(() => showToast).toHaveBeenCalledWith('error', expect.anything(), { id: 'wishlist' });
  expect(ids()).toEqual(['eggs']);
  expect(requests.filter(({ path }) => path === '/api/wishlist/change')).toHaveLength(1);
});

it('a full wishlist says so', async () => {
  const full = Array.from({ length: maximumWishes }, (_, index) => `p${index}`);
  mockShop({ ids: full });
  const { toggleWish, ids, logIn } = await openWishlist(storage);
  await logIn();
  await expect.poll(() => ids()).toHaveLength(maximumWishes);
  toggleWish('milk');
  await expect
    .poll(() => showToast)
    .toHaveBeenCalledWith('error', expect.stringContaining('full'), { id: 'wishlist' });
  expect(ids()).toEqual(full);
});

it('a tap is kept when the page is left before the code that saves it is loaded', async () => {
  mockShop({ ids: [] });
  storage.setItem('tokri.own.wishlist-taps', '{"milk":true}');
  expect((await openWishlist(storage)).ids()).toEqual(['milk']);
  expect(guestStored()).toEqual(['milk']);
  expect(storage.getItem('tokri.own.wishlist-taps')).toBeNull();
});

it('a change in another tab is shown', async () => {
  mockShop({ ids: [] });
  const { ids } = await openWishlist(storage);
  storage.setItem('tokri.wishlist', '["milk"]');
  dispatchStorageEvent('tokri.wishlist');
  expect(ids()).toEqual(['milk']);
});

it.each(['not json', '{}', '[1,null,"a b","<script>"]', '{"ids":5}'])(
  'invalid stored data is ignored: %s',
  async (stored) => {
    mockShop({ ids: [] });
    storage.setItem('tokri.wishlist', stored);
    storage.setItem('tokri.own.wishlist', stored);
    expect((await openWishlist(storage)).ids()).toEqual([]);
  },
);
