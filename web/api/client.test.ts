import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { failure, mockFetch, openTab, success } from '#tests/fixtures/browser-fakes.ts';

beforeEach(() => {
  openTab();
  localStorage.setItem('accesstoken', 'old');
  localStorage.setItem('refreshToken', 'refresh-1');
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

const refreshPath = '/api/user/refresh-token';

/** A server that accepts only the access token `new`, and issues it for `refresh-1`. */
function renewingShop() {
  return mockFetch(({ path, bearer }) => {
    if (path !== refreshPath) return bearer === 'new' ? success([]) : failure(401, 'UNAUTHENTICATED');
    if (bearer !== 'refresh-1') return failure(401, 'BAD_REFRESH_TOKEN');
    return success({ accessToken: 'new', refreshToken: 'refresh-2' });
  });
}

describe('a call', () => {
  it('sends the input of a GET in the query and the stored access token as Bearer', async () => {
    const requests = mockFetch(() => success([]));
    const { callApi } = await import('./client.ts');
    await callApi('listOrders', { page: 2, limit: 5 });
    expect(requests[0]).toMatchObject({
      method: 'GET',
      path: '/api/order/order-list?page=2&limit=5',
      bearer: 'old',
    });
  });

  it('sends other input as JSON, with the idempotency key if given', async () => {
    const requests = mockFetch(() => success(null));
    const { callApi } = await import('./client.ts');
    await callApi('deleteCartLine', { _id: 'a1' }, { idempotencyKey: 'once' });
    expect(requests[0]).toMatchObject({ method: 'DELETE', body: { _id: 'a1' } });
    expect(requests[0]?.headers.get('Idempotency-Key')).toBe('once');
  });

  it('returns an error as a value with code, message, issues and details', async () => {
    mockFetch(() =>
      failure(400, 'INVALID_INPUT', {
        issues: [{ path: 'city', message: 'Enter your city' }],
        details: { a: 1 },
      }),
    );
    const { callApi } = await import('./client.ts');
    const outcome = await callApi('listCategories', {});
    if (outcome.isOk) throw new Error('The call should have failed.');
    expect(outcome.error).toMatchObject({ code: 'INVALID_INPUT', status: 400, details: { a: 1 } });
    expect(outcome.error.issueAt('city')).toBe('Enter your city');
    expect(outcome.error.isClientError).toBe(true);
  });

  it('distinguishes a missing connection, a cancelled call and an unreadable response', async () => {
    const { callApi } = await import('./client.ts');
    mockFetch(() => 'offline');
    expect(await callApi('listCategories', {})).toMatchObject({ error: { code: 'OFFLINE', status: 0 } });
    mockFetch(() => ({ status: 502, body: { nonsense: true } }));
    expect(await callApi('listCategories', {})).toMatchObject({ error: { code: 'UNREADABLE', status: 502 } });
    mockFetch(() => success([]));
    const signal = AbortSignal.abort();
    expect(await callApi('listCategories', {}, { signal })).toMatchObject({ error: { code: 'CANCELLED' } });
  });
});

it('after a logout a call of an account is not sent', async () => {
  const requests = mockFetch(() => success([]));
  const { callApi } = await import('./client.ts');
  const { clearTokens } = await import('./tokens.ts');
  clearTokens();
  expect(await callApi('listAddresses', {})).toMatchObject({ error: { code: 'CANCELLED' } });
  expect(await callApi('listCategories', {})).toMatchObject({ isOk: true });
  expect(requests).toHaveLength(1);
});

describe('while another account has logged in and this tab still shows the former one', () => {
  const tokenOf = (sub: string) => `e30.${btoa(JSON.stringify({ sub, exp: 4e9 }))}.signature`;

  it('nothing of the former account is sent, but what everybody may ask and the question who is logged in', async () => {
    const requests = mockFetch(() => success([]));
    const { callApi } = await import('./client.ts');
    const { setAccountOfPage } = await import('./tokens.ts');
    setAccountOfPage('asha');
    localStorage.setItem('accesstoken', tokenOf('bela'));
    expect(await callApi('disableAddress', { _id: 'a1' })).toMatchObject({ error: { code: 'CANCELLED' } });
    expect(requests).toHaveLength(0);
    await callApi('listCategories', {});
    await callApi('getUserDetails', {});
    expect(requests).toHaveLength(2);
    setAccountOfPage('bela');
    expect(await callApi('disableAddress', { _id: 'a1' })).toMatchObject({ isOk: true });
    localStorage.setItem('accesstoken', tokenOf('asha'));
    setAccountOfPage(null);
    expect(await callApi('listAddresses', {})).toMatchObject({ isOk: true });
  });

  it('a request that waits for a refresh is not sent when another account logs in before it', async () => {
    const refreshed = Promise.withResolvers<void>();
    const requests = mockFetch(async ({ path }) => {
      if (path !== refreshPath) return success([]);
      await refreshed.promise;
      return success({ accessToken: tokenOf('asha'), refreshToken: 'refresh-2' });
    });
    const { callApi } = await import('./client.ts');
    const { setAccountOfPage } = await import('./tokens.ts');
    setAccountOfPage('asha');
    localStorage.setItem('accesstoken', `e30.${btoa(JSON.stringify({ sub: 'asha', exp: 1 }))}.signature`);
    const outcome = callApi('disableAddress', { _id: 'a1' });
    await expect.poll(() => requests).toHaveLength(1);
    localStorage.setItem('accesstoken', tokenOf('bela'));
    localStorage.setItem('refreshToken', 'refresh of bela');
    refreshed.resolve();
    expect(await outcome).toMatchObject({ error: { code: 'CANCELLED' } });
    expect(requests).toHaveLength(1);
  });
});

describe('an expired access token', () => {
  it('is refreshed once for concurrent calls, and each call is repeated once', async () => {
    const requests = renewingShop();
    const { callApi } = await import('./client.ts');
    const outcomes = await Promise.all([
      callApi('listCartLines', {}),
      callApi('listAddresses', {}),
      callApi('getUserDetails', {}),
    ]);
    expect(outcomes.map(({ isOk }) => isOk)).toEqual([true, true, true]);
    expect(requests.filter(({ path }) => path === refreshPath)).toHaveLength(1);
    expect(requests).toHaveLength(7);
    expect(localStorage.getItem('accesstoken')).toBe('new');
    expect(localStorage.getItem('refreshToken')).toBe('refresh-2');
  });

  it('is not refreshed again for a call that was sent before the refresh', async () => {
    const requests = renewingShop();
    const { refreshTokens } = await import('./tokens.ts');
    const { callApi } = await import('./client.ts');
    await callApi('listCartLines', {});
    expect(await refreshTokens('old', () => Promise.reject(new Error('Not to be asked.')))).toBe('refreshed');
    expect(requests.filter(({ path }) => path === refreshPath)).toHaveLength(1);
  });

  it('is not refreshed if another tab stored a new one while this tab waited for the lock', async () => {
    const requests = renewingShop();
    vi.stubGlobal('navigator', {
      locks: {
        request: (_name: string, _options: LockOptions, work: () => Promise<unknown>) => {
          localStorage.setItem('accesstoken', 'new');
          return work();
        },
      },
    });
    const { callApi } = await import('./client.ts');
    expect(await callApi('listCartLines', {})).toMatchObject({ isOk: true });
    expect(requests.some(({ path }) => path === refreshPath)).toBe(false);
  });

  it('is refreshed by this tab after a time limit if the tab that holds the lock is frozen', async () => {
    const requests = renewingShop();
    vi.spyOn(AbortSignal, 'timeout').mockReturnValueOnce(AbortSignal.abort());
    vi.stubGlobal('navigator', {
      locks: {
        async request(_name: string, { signal, steal }: LockOptions, work: () => Promise<unknown>) {
          signal?.throwIfAborted();
          return steal === true ? work() : new Promise(() => {});
        },
      },
    });
    const { refreshTokens } = await import('./tokens.ts');
    const exchange = async () => ({ accessToken: 'new', refreshToken: 'refresh-2' });
    expect(await refreshTokens('old', exchange)).toBe('refreshed');
    expect([requests, localStorage.getItem('refreshToken')]).toEqual([[], 'refresh-2']);
  });

  it('is not replaced by a late response when another tab has taken the lock and refreshed it', async () => {
    const answered = Promise.withResolvers<{ accessToken: string; refreshToken: string }>();
    const stolen = Promise.withResolvers<never>();
    vi.stubGlobal('navigator', {
      locks: {
        request: (_name: string, _options: LockOptions, work: () => Promise<unknown>) =>
          Promise.race([work(), stolen.promise]),
      },
    });
    const { refreshTokens } = await import('./tokens.ts');
    const exchange = vi.fn(() => answered.promise);
    const refreshed = refreshTokens('old', exchange);
    stolen.reject(new DOMException('The lock was taken.', 'AbortError'));
    localStorage.setItem('refreshToken', 'refresh-2');
    answered.resolve({ accessToken: 'late', refreshToken: 'late' });
    expect(await refreshed).toBe('refreshed');
    expect(exchange).toHaveBeenCalledTimes(1);
    expect(localStorage.getItem('refreshToken')).toBe('refresh-2');
  });

  /** A JWT that expires after some seconds. */
  const jwt = (seconds: number) =>
    ['{}', JSON.stringify({ exp: Date.now() / 1000 + seconds }), ''].map((part) => btoa(part)).join('.');

  it('is refreshed before the first calls, none of which is refused', async () => {
    localStorage.setItem('accesstoken', jwt(-1));
    const requests = renewingShop();
    const { callApi } = await import('./client.ts');
    await Promise.all([callApi('listCartLines', {}), callApi('listAddresses', {})]);
    expect(requests.map(({ bearer }) => bearer)).toEqual(['refresh-1', 'new', 'new']);
  });

  it("is not sent again while it cannot be refreshed, and guests' calls go without it", async () => {
    const requests = mockFetch(({ path, bearer }) => {
      if (path === refreshPath) return failure(503, 'UNAVAILABLE');
      return bearer === null ? success([]) : failure(401, 'UNAUTHENTICATED');
    });
    const { callApi } = await import('./client.ts');
    for (const token of ['refused', jwt(-1)]) {
      localStorage.setItem('accesstoken', token);
      await callApi('listAddresses', {});
      requests.length = 0;
      expect(await callApi('listAddresses', {})).toMatchObject({ error: { code: 'UNAVAILABLE' } });
      expect(await callApi('listCategories', {})).toMatchObject({ isOk: true });
      expect(requests.map(({ bearer }) => bearer)).toEqual(['refresh-1', 'refresh-1', null]);
    }
  });

  it('is not refreshed while it is valid, nor before each call of a device whose clock is wrong', async () => {
    localStorage.setItem('accesstoken', jwt(60));
    const requests = mockFetch(({ path }) =>
      success(path === refreshPath ? { accessToken: jwt(-60), refreshToken: 'refresh-2' } : []),
    );
    const { callApi } = await import('./client.ts');
    await callApi('listCartLines', {});
    expect(requests).toHaveLength(1);
    localStorage.setItem('accesstoken', jwt(-1));
    for (let call = 0; call < 3; call += 1) await callApi('listCartLines', {});
    expect(requests.filter(({ path }) => path === refreshPath)).toHaveLength(1);
  });

  it('is refreshed by one call, for which others that start then wait', async () => {
    const answered = Promise.withResolvers<void>();
    const requests = mockFetch(async ({ path, bearer }) => {
      if (path !== refreshPath) return bearer === 'new' ? success([]) : failure(401, 'UNAUTHENTICATED');
      await answered.promise;
      return success({ accessToken: 'new', refreshToken: 'refresh-2' });
    });
    const { callApi } = await import('./client.ts');
    const first = callApi('listCartLines', {});
    await expect.poll(() => requests.at(-1)?.path).toBe(refreshPath);
    const second = callApi('listAddresses', {});
    answered.resolve();
    expect([await first, await second].map(({ isOk }) => isOk)).toEqual([true, true]);
    expect(requests.map(({ bearer }) => bearer)).toEqual(['old', 'refresh-1', 'new', 'new']);
  });

  it('is refreshed at most once per call', async () => {
    const requests = mockFetch(({ path }) =>
      path === refreshPath
        ? success({ accessToken: 'new', refreshToken: 'refresh-2' })
        : failure(401, 'UNAUTHENTICATED'),
    );
    const { callApi } = await import('./client.ts');
    expect(await callApi('listCartLines', {})).toMatchObject({ error: { code: 'UNAUTHENTICATED' } });
    expect(requests).toHaveLength(3);
  });

  it('ends the session with one message if the refresh token is rejected as well', async () => {
    mockFetch(({ path }) => failure(401, path === refreshPath ? 'BAD_REFRESH_TOKEN' : 'UNAUTHENTICATED'));
    const { callApi } = await import('./client.ts');
    const { onSessionEnd } = await import('./tokens.ts');
    const ended = vi.fn();
    onSessionEnd(ended);
    await Promise.all([callApi('listCartLines', {}), callApi('listAddresses', {})]);
    expect(localStorage.getItem('accesstoken')).toBeNull();
    expect(localStorage.getItem('refreshToken')).toBeNull();
    expect(ended.mock.calls).toEqual([['BAD_REFRESH_TOKEN']]);
  });

  it.each([
    ['a network that wants to be paid first', { status: 403, body: { html: 'Welcome to our hotel' } }],
    ['a shop that has heard too much', failure(429, 'TOO_MANY_REQUESTS')],
    ['a shop that is closed for a moment', failure(503, 'UNAVAILABLE')],
  ])('keeps the session if the refresh fails with %s', async (_what, answer) => {
    mockFetch(({ path }) => (path === refreshPath ? answer : failure(401, 'UNAUTHENTICATED')));
    const { callApi } = await import('./client.ts');
    expect((await callApi('listCartLines', {})).isOk).toBe(false);
    expect(localStorage.getItem('refreshToken')).toBe('refresh-1');
  });

  it('keeps the session if the refresh gets no response', async () => {
    mockFetch(({ path }) => (path === refreshPath ? 'offline' : failure(401, 'UNAUTHENTICATED')));
    const { callApi } = await import('./client.ts');
    expect(await callApi('listCartLines', {})).toMatchObject({ error: { code: 'OFFLINE' } });
    expect(localStorage.getItem('refreshToken')).toBe('refresh-1');
  });

  it('does not restore the session if the shopper logs out during the refresh', async () => {
    mockFetch(({ path }) => {
      if (path !== refreshPath) return failure(401, 'UNAUTHENTICATED');
      localStorage.clear();
      return success({ accessToken: 'new', refreshToken: 'refresh-2' });
    });
    const { callApi } = await import('./client.ts');
    await callApi('listCartLines', {});
    expect(localStorage.length).toBe(0);
  });

  it.each(['BAD_CREDENTIALS', 'UNAUTHENTICATED', 'ACCOUNT_SUSPENDED'])(
    'is sent once with a login, and survives its error %s',
    async (code) => {
      const requests = mockFetch(() => failure(401, code));
      const { callApi } = await import('./client.ts');
      await callApi('loginUser', { email: 'a@b.in', password: 'wrong' });
      expect(requests.map(({ bearer }) => bearer)).toEqual(['old']);
      expect(localStorage.getItem('refreshToken')).toBe('refresh-1');
    },
  );
});

describe('a suspended account', () => {
  it('loses its session at the first call, with the message of the server', async () => {
    const requests = mockFetch(() => failure(403, 'ACCOUNT_SUSPENDED'));
    localStorage.setItem('tokri.cart', 'of a guest');
    const { callApi } = await import('./client.ts');
    const { onSessionEnd } = await import('./tokens.ts');
    const ended = vi.fn();
    onSessionEnd(ended);
    const outcomes = await Promise.all([callApi('listCartLines', {}), callApi('listAddresses', {})]);
    for (const outcome of outcomes) expect(outcome).toMatchObject({ error: { code: 'ACCOUNT_SUSPENDED' } });
    expect(ended.mock.calls).toEqual([['ACCOUNT_SUSPENDED']]);
    expect([localStorage.length, localStorage.getItem('tokri.cart')]).toEqual([1, 'of a guest']);
    expect(requests).toHaveLength(2);
  });

  it('loses its session at a refresh', async () => {
    mockFetch(({ path }) =>
      path === refreshPath ? failure(403, 'ACCOUNT_SUSPENDED') : failure(401, 'UNAUTHENTICATED'),
    );
    const { callApi } = await import('./client.ts');
    const { onSessionEnd } = await import('./tokens.ts');
    const ended = vi.fn();
    onSessionEnd(ended);
    await callApi('listCartLines', {});
    expect([localStorage.length, ended.mock.calls]).toEqual([0, [['ACCOUNT_SUSPENDED']]]);
  });

  it('does not end the session of another shopper who has logged in since', async () => {
    mockFetch(() => {
      localStorage.setItem('accesstoken', 'of another shopper');
      return failure(403, 'ACCOUNT_SUSPENDED');
    });
    const { callApi } = await import('./client.ts');
    await callApi('listCartLines', {});
    expect(localStorage.getItem('accesstoken')).toBe('of another shopper');
  });
});
