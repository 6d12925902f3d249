import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { dispatchStorageEvent, failure, mockFetch, openTab, success } from '#tests/fixtures/browser-fakes.ts';

// There is no page to render toasts.
vi.mock('#web/ui/toast.ts', () => ({ showToast: vi.fn() }));

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
const atta = {
  _id: 'atta',
  name: 'Atta',
  image: '',
  unit: '1 kg',
  stock: 9,
  price: 20,
  discount: 10,
  hue: 100,
};

function productOf(card: typeof atta) {
  const { hue, image, ...rest } = card;
  return { ...rest, image: image === '' ? [] : [image], category: [{ _id: 'c', name: 'Staples', hue }] };
}

/** Mocks the API with one account, whose cart is a map from product id to quantity. */
function mockShop(cart = new Map<string, number>()) {
  const lineOf = (id: string) => ({
    _id: `line-${id}`,
    quantity: cart.get(id),
    productId: productOf({ ...atta, _id: id }),
    notices: [],
    seenPrice: 18,
  });
  const requests = mockFetch(({ path, body }) => {
    const text = (name: string) => String(Reflect.get(Object(body), name));
    if (path === '/api/user/login') return success({ accesstoken: 'access', refreshToken: 'refresh' });
    if (path === '/api/user/user-details') return success(asha);
    if (path === '/api/product/get-by-ids') return success([productOf(atta)]);
    if (path === '/api/cart/create') {
      if (!cart.has(text('productId'))) cart.set(text('productId'), 1);
      return success(lineOf(text('productId')));
    }
    const id = text('_id').replace('line-', '');
    if (path === '/api/cart/update-qty') {
      if (!cart.has(id)) return failure(404, 'NOT_FOUND');
      cart.set(id, Number(text('qty')));
      return success(lineOf(id));
    }
    if (path === '/api/cart/delete-cart-item') {
      return cart.delete(id) ? success(null) : failure(404, 'NOT_FOUND');
    }
    if (path === '/api/cart/merge') {
      const lines: unknown = Reflect.get(Object(body), 'lines');
      for (const line of Array.isArray(lines) ? lines : []) {
        cart.set(line.productId, (cart.get(line.productId) ?? 0) + line.quantity);
      }
      return success([...cart.keys()].map(lineOf));
    }
    if (path === '/api/cart/get') return success([...cart.keys()].map(lineOf));
    return success(null);
  });
  return { cart, requests };
}

beforeEach(() => {
  openTab();
});
afterEach(() => vi.unstubAllGlobals());

function storeLogin() {
  localStorage.setItem('accesstoken', 'access');
  localStorage.setItem('refreshToken', 'refresh');
  localStorage.setItem('tokri.user', JSON.stringify(asha));
}

describe('cart store', () => {
  it('stores a guest’s cart in local storage and computes totals after discount', async () => {
    mockShop();
    const { setCartQuantity, startCart, useCart } = await import('./cart-store.ts');
    startCart();
    setCartQuantity(atta, 3);
    expect(useCart.getState()).toMatchObject({
      unitCount: 3,
      subTotalPaise: 6000,
      itemsPaise: 5400,
      savingsPaise: 600,
    });
    expect(localStorage.getItem('tokri.cart')).toContain('"quantity":3');
  });

  it('shows the change of another tab of the same guest', async () => {
    mockShop();
    const { startCart, useCart } = await import('./cart-store.ts');
    startCart();
    const line = { lineId: 'atta', product: atta, quantity: 4, seenPricePaise: 1800 };
    localStorage.setItem(
      'tokri.cart',
      JSON.stringify({ guestCartId: 'a'.repeat(32), lines: [line], leaving: [] }),
    );
    dispatchStorageEvent('tokri.cart');
    await expect.poll(() => useCart.getState().quantities.get('atta')).toBe(4);
  });

  it('merges the guest cart into the account at login and shows the guest cart until then', async () => {
    const { cart } = mockShop(new Map([['atta', 1]]));
    const { setCartQuantity, startCart, useCart, waitForCartSync } = await import('./cart-store.ts');
    const { logIn } = await import('#web/session/session.ts');
    startCart();
    await waitForCartSync();
    setCartQuantity(atta, 2);
    const login = logIn({ email: asha.email, password: 'a good password' });
    expect(useCart.getState().quantities.get('atta')).toBe(2);
    await login;
    await expect.poll(() => useCart.getState().quantities.get('atta')).toBe(3);
    expect([...cart]).toEqual([['atta', 3]]);
  });

  it('is empty after the logout', async () => {
    storeLogin();
    mockShop(new Map([['atta', 5]]));
    const { startCart, useCart } = await import('./cart-store.ts');
    const { logOut } = await import('#web/session/session.ts');
    startCart();
    await expect.poll(() => useCart.getState()).toMatchObject({ unitCount: 5, isLoaded: true });
    await logOut();
    expect(useCart.getState()).toMatchObject({ lines: [], isLoaded: true });
  });

  it('adds a line again that was removed elsewhere when the shopper increases its quantity', async () => {
    storeLogin();
    const { cart } = mockShop(new Map([['atta', 2]]));
    const { setCartQuantity, startCart, useCart } = await import('./cart-store.ts');
    startCart();
    await expect.poll(() => useCart.getState().isSynced).toBe(true);
    cart.clear();
    setCartQuantity(atta, 3);
    await expect.poll(() => cart.get('atta')).toBe(3);
    expect(useCart.getState().quantities.get('atta')).toBe(3);
  });

  it('is unreachable, not empty, when the first read fails', async () => {
    storeLogin();
    mockFetch(() => 'offline');
    const { startCart, useCart } = await import('./cart-store.ts');
    startCart();
    await expect.poll(() => useCart.getState()).toMatchObject({ isLoaded: false, isUnreachable: true });
  });
});
