import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { dispatchStorageEvent, failure, mockFetch, openTab, success } from '#tests/fixtures/browser-fakes.ts';

const asha = {
  _id: 'asha',
  name: 'Asha',
  email: 'asha@tokri.local',
  avatar: '',
  mobile: '',
  verify_email: true,
  last_login_date: null,
  status: 'Active',
  role: 'USER',
  second_factor: 'none',
};

beforeEach(() => {
  openTab();
});
afterEach(() => vi.unstubAllGlobals());

function logInBeforehand() {
  localStorage.setItem('accesstoken', 'access');
  localStorage.setItem('refreshToken', 'refresh');
}

function openShop() {
  return mockFetch(({ path }) => {
    if (path === '/api/user/login') return success({ accesstoken: 'access', refreshToken: 'refresh' });
    if (path === '/api/user/user-details') return success(asha);
    return success(null);
  });
}

describe('the session', () => {
  it('is a guest session without tokens, and sends no request', async () => {
    const requests = openShop();
    const { getSession, subscribeToSession } = await import('./session.ts');
    expect(getSession().status).toBe('unknown');
    subscribeToSession(() => {});
    expect(getSession()).toEqual({ status: 'guest', user: null });
    expect(requests).toEqual([]);
  });

  it('is the stored shopper at once, also without permissions as the version before stored it, and is read again', async () => {
    logInBeforehand();
    localStorage.setItem('tokri.user', JSON.stringify({ ...asha, name: 'Asha, once' }));
    openShop();
    const { getSession, subscribeToSession } = await import('./session.ts');
    subscribeToSession(() => {});
    expect(getSession().user?.name).toBe('Asha, once');
    await expect.poll(() => getSession().user?.name).toBe('Asha');
  });

  it('does not change when the account is read as it is stored', async () => {
    logInBeforehand();
    const stored = { ...asha, permissions: [] };
    localStorage.setItem('tokri.user', JSON.stringify(stored));
    mockFetch(() => success(stored));
    const { getSession, refreshAccount, subscribeToSession } = await import('./session.ts');
    subscribeToSession(() => {});
    const session = getSession();
    await refreshAccount();
    expect(getSession()).toBe(session);
  });

  it('ignores an invalid stored account', async () => {
    logInBeforehand();
    localStorage.setItem('tokri.user', '{"name":');
    openShop();
    const { getSession, subscribeToSession } = await import('./session.ts');
    subscribeToSession(() => {});
    expect(getSession().status).toBe('unknown');
    await expect.poll(() => getSession().user?.name).toBe('Asha');
  });

  it('starts with a login, which stores accesstoken and refreshToken', async () => {
    openShop();
    const { getSession, logIn, subscribeToSession } = await import('./session.ts');
    subscribeToSession(() => {});
    const outcome = await logIn({ email: 'asha@tokri.local', password: 'a good password' });
    expect(outcome.isOk).toBe(true);
    expect(getSession()).toEqual({ status: 'shopper', user: asha });
    expect(localStorage.getItem('accesstoken')).toBe('access');
    expect(localStorage.getItem('refreshToken')).toBe('refresh');
  });

  it('ends with a logout, which calls the server, removes recent searches and the order that is being placed, and keeps the guest cart', async () => {
    logInBeforehand();
    localStorage.setItem('tokri.cart', '{}');
    localStorage.setItem('tokri.recentSearches', '["milk"]');
    // The order that is being placed, and as a former version stored it.
    localStorage.setItem('tokri.own.order', '{}');
    localStorage.setItem('tokri.order', '{}');
    const requests = openShop();
    const { getSession, logOut, subscribeToSession } = await import('./session.ts');
    subscribeToSession(() => {});
    await expect.poll(() => getSession().status).toBe('shopper');
    await logOut();
    expect(getSession().status).toBe('guest');
    expect(requests.at(-1)).toMatchObject({ path: '/api/user/logout', bearer: 'access' });
    expect([localStorage.length, localStorage.getItem('tokri.cart')]).toEqual([1, '{}']);
  });

  it('ends here at once at a logout, and on the server after the responses of requests under way', async () => {
    logInBeforehand();
    const cart = Promise.withResolvers<void>();
    const requests = mockFetch(async ({ path }) => {
      if (path === '/api/user/user-details') return success(asha);
      if (path === '/api/cart/get') await cart.promise;
      return success([]);
    });
    const { callApi } = await import('#web/api/client.ts');
    const { getSession, logOut, subscribeToSession } = await import('./session.ts');
    subscribeToSession(() => {});
    await expect.poll(() => getSession().status).toBe('shopper');
    const reading = callApi('listCartLines', {});
    const leaving = logOut();
    expect([getSession().status, localStorage.length]).toEqual(['guest', 0]);
    await callApi('listCategories', {});
    expect(requests.map(({ path }) => path)).not.toContain('/api/user/logout');
    cart.resolve();
    expect((await reading).isOk).toBe(true);
    await leaving;
    expect(requests.at(-1)).toMatchObject({ path: '/api/user/logout', bearer: 'access' });
  });

  it('ends on the server at a logout with an expired access token', async () => {
    localStorage.setItem('accesstoken', 'expired');
    localStorage.setItem('refreshToken', 'refresh');
    const requests = mockFetch(({ path, bearer }) => {
      if (bearer === 'expired') return failure(401, 'UNAUTHENTICATED');
      return success(
        path === '/api/user/refresh-token' ? { accessToken: 'new', refreshToken: 'next' } : null,
      );
    });
    const { logOut } = await import('./session.ts');
    await logOut();
    expect(requests.at(-1)).toMatchObject({ path: '/api/user/logout', bearer: 'new' });
    expect(localStorage.length).toBe(0);
  });

  it('ends when another tab logs out', async () => {
    logInBeforehand();
    openShop();
    const { getSession, subscribeToSession } = await import('./session.ts');
    const changed = vi.fn();
    subscribeToSession(changed);
    await expect.poll(() => getSession().status).toBe('shopper');
    changed.mockClear();
    localStorage.clear();
    dispatchStorageEvent(null);
    expect(getSession().status).toBe('guest');
    expect(changed).toHaveBeenCalledTimes(1);
  });

  it('follows a login of another shopper in another tab', async () => {
    logInBeforehand();
    openShop();
    const { getSession, subscribeToSession } = await import('./session.ts');
    subscribeToSession(() => {});
    await expect.poll(() => getSession().status).toBe('shopper');
    localStorage.setItem('tokri.user', JSON.stringify({ ...asha, _id: 'ravi', name: 'Ravi' }));
    dispatchStorageEvent('tokri.user');
    expect(getSession().user?.name).toBe('Ravi');
  });

  it('is read again when a page is restored from the back/forward cache', async () => {
    logInBeforehand();
    openShop();
    const { getSession, subscribeToSession } = await import('./session.ts');
    subscribeToSession(() => {});
    await expect.poll(() => getSession().status).toBe('shopper');
    const bringBack = () => window.dispatchEvent(Object.assign(new Event('pageshow'), { persisted: true }));
    localStorage.setItem('tokri.user', JSON.stringify({ ...asha, _id: 'ravi', name: 'Ravi' }));
    bringBack();
    expect(getSession().user?.name).toBe('Ravi');
    localStorage.clear();
    bringBack();
    expect(getSession().status).toBe('guest');
  });

  it('ends with the message of the server if the account is suspended', async () => {
    logInBeforehand();
    mockFetch(() => failure(403, 'ACCOUNT_SUSPENDED', { message: 'This account is suspended.' }));
    const showToast = vi.fn();
    vi.doMock('#web/ui/toast.ts', () => ({ showToast }));
    const { getSession, subscribeToSession } = await import('./session.ts');
    subscribeToSession(() => {});
    await expect.poll(() => getSession().status).toBe('guest');
    expect(showToast.mock.calls).toEqual([['error', 'This account is suspended.']]);
    vi.doUnmock('#web/ui/toast.ts');
    expect(localStorage).toHaveLength(0);
  });

  it('ends if the account was deleted', async () => {
    logInBeforehand();
    mockFetch(() => failure(404, 'NOT_FOUND'));
    const { getSession, subscribeToSession } = await import('./session.ts');
    subscribeToSession(() => {});
    await expect.poll(() => getSession().status).toBe('guest');
    expect(localStorage.getItem('accesstoken')).toBeNull();
  });
});
