import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { failure, mockFetch, openTab, success } from '#tests/fixtures/browser-fakes.ts';
import type { StoredLine } from './cart-line.ts';

beforeEach(() => {
  openTab();
});
afterEach(() => vi.unstubAllGlobals());

function lineOf(id: string, quantity: number): StoredLine {
  const product = { _id: id, name: id, image: '', unit: '1 kg', stock: 9, price: 20, discount: 0, hue: 100 };
  return { lineId: id, product, quantity, seenPricePaise: 2000 };
}

describe('guest cart in local storage', () => {
  it('adds and replaces lines and removes those with quantity 0', async () => {
    const { readGuestLines, writeGuestLine } = await import('./guest-cart.ts');
    writeGuestLine(lineOf('atta', 1));
    writeGuestLine(lineOf('besan', 2));
    writeGuestLine(lineOf('atta', 3));
    writeGuestLine(lineOf('besan', 0));
    expect(readGuestLines()).toEqual([lineOf('atta', 3)]);
  });

  it.each([
    ['not JSON', '{"lines": ['],
    ['another shape', '[1, 2, 3]'],
    ['null', 'null'],
    ['an object with invalid fields', '{"guestCartId": 7, "lines": "many", "leaving": {}}'],
    [
      'a list with invalid lines',
      JSON.stringify({ lines: [{ ...lineOf('atta', 1), quantity: -4 }, null, 5] }),
    ],
    ['a line with an invalid product id', JSON.stringify({ lines: [lineOf('<script>', 1)] })],
  ])('is empty and usable when the stored value is %s', async (_case, stored) => {
    localStorage.setItem('tokri.cart', stored);
    const { readGuestLines, startMerge, writeGuestLine } = await import('./guest-cart.ts');
    expect(readGuestLines()).toEqual([]);
    expect(startMerge()).toEqual([]);
    writeGuestLine(lineOf('atta', 1));
    expect(readGuestLines()).toHaveLength(1);
  });

  it('keeps the valid lines of a partly invalid cart', async () => {
    localStorage.setItem('tokri.cart', JSON.stringify({ lines: [lineOf('atta', 1), { product: null }] }));
    const { readGuestLines } = await import('./guest-cart.ts');
    expect(readGuestLines()).toEqual([lineOf('atta', 1)]);
  });

  it('removes a requested line that is no longer sold and keeps lines that were not requested', async () => {
    const { readGuestLines, refreshGuestProducts, writeGuestLine } = await import('./guest-cart.ts');
    for (const id of ['atta', 'besan', 'chana']) writeGuestLine(lineOf(id, 1));
    const dearer = { ...lineOf('atta', 1).product, price: 25 };
    refreshGuestProducts(['atta', 'besan'], [dearer]);
    expect(readGuestLines()).toEqual([{ ...lineOf('atta', 1), product: dearer }, lineOf('chana', 1)]);
  });
});

describe('what a guest wants if a product is missing', () => {
  const preferred = { _id: 'oats', name: 'Oats', nameHindi: '', unit: '1 kg', image: '' };
  const ofAtta = { productId: 'atta', choice: 'ASK' as const, preferred };

  it('is stored with the cart and leaves with it, as far as the products are in it', async () => {
    const { readGuestChoices, readGuestLines, startMerge, writeGuestChoices, writeGuestLine } = await import(
      './guest-cart.ts'
    );
    const none = { choice: null, products: [] };
    expect(readGuestChoices()).toEqual(none);
    const choices = { choice: 'REFUND' as const, products: [ofAtta, { ...ofAtta, productId: 'besan' }] };
    writeGuestChoices(choices);
    writeGuestLine(lineOf('atta', 1));
    expect(readGuestChoices()).toEqual(choices);
    const [merge] = startMerge();
    expect(merge).toMatchObject({ lines: [{ productId: 'atta', quantity: 1 }], choices });
    expect([readGuestChoices(), readGuestLines()]).toEqual([none, []]);
  });

  it('is sent with the cart', async () => {
    const requests = mockFetch(() => success([]));
    const { mergeGuestCarts, writeGuestChoices, writeGuestLine } = await import('./guest-cart.ts');
    writeGuestChoices({ choice: null, products: [ofAtta, { ...ofAtta, productId: 'besan' }] });
    writeGuestLine(lineOf('atta', 1));
    await mergeGuestCarts();
    expect(requests).toMatchObject([
      {
        body: {
          substitution: {
            choice: null,
            products: [{ productId: 'atta', choice: 'ASK', preferredId: 'oats' }],
          },
        },
      },
    ]);
  });

  it('is without what is invalid', async () => {
    const products = [ofAtta, { ...ofAtta, choice: 'toString' }, { ...ofAtta, preferred: { _id: 7 } }, null];
    localStorage.setItem('tokri.cart', JSON.stringify({ choices: { choice: 'MAYBE', products } }));
    const { readGuestChoices } = await import('./guest-cart.ts');
    expect(readGuestChoices()).toEqual({ choice: null, products: [ofAtta, { ...ofAtta, preferred: null }] });
  });
});

describe('the stock of a product that was added from a page', () => {
  const onPage = { ...lineOf('atta', 1).product, stock: 50 };
  const product = (stock: number) => ({
    ...{
      _id: 'atta',
      name: 'atta',
      image: [],
      category: [],
      subCategory: [],
      brand: '',
      unit: '1 kg',
      veg: null,
      stock,
      price: 20,
    },
    ...{ discount: 0, description: '', more_details: {}, createdAt: '', updatedAt: '' },
  });

  it('is read from the server once, and limits the quantity', async () => {
    const requests = mockFetch(() => success([product(3)]));
    const { guestCart, readGuestLines } = await import('./guest-cart.ts');
    const cart = guestCart();
    const { line, failure: none } = await cart.set(onPage, null, 1);
    expect([line?.quantity, none]).toEqual([1, null]);
    const limited = await cart.set(onPage, line, 4);
    expect(limited).toMatchObject({ line: { quantity: 3 }, failure: { remainingStock: 3 } });
    expect(readGuestLines()).toMatchObject([{ quantity: 3, product: { stock: 3 } }]);
    expect((await cart.list()) as StoredLine[]).toHaveLength(1);
    expect(requests).toHaveLength(1);
  });

  it('limits the quantity also when the server has answered before the next tap', async () => {
    mockFetch(() => success([product(3)]));
    const { guestCart, readGuestLines } = await import('./guest-cart.ts');
    const cart = guestCart();
    const { line } = await cart.set(onPage, null, 1);
    await expect.poll(() => readGuestLines()).toMatchObject([{ product: { stock: 3 } }]);
    const limited = await cart.set(onPage, line, 4);
    expect(limited).toMatchObject({ line: { quantity: 3 }, failure: { remainingStock: 3 } });
  });

  it('gives the line its former quantity when nothing is left, and removes a product that is no longer sold', async () => {
    let stock: number | null = 0;
    mockFetch(() => success(stock === null ? [] : [product(stock)]));
    const { guestCart, readGuestLines } = await import('./guest-cart.ts');
    expect(await guestCart().set(onPage, lineOf('atta', 2), 4)).toMatchObject({
      line: { quantity: 2 },
      failure: { remainingStock: 0 },
    });
    stock = null;
    expect(await guestCart().set(onPage, lineOf('atta', 2), 4)).toMatchObject({
      line: null,
      failure: { remainingStock: 0 },
    });
    expect(readGuestLines()).toEqual([]);
  });

  it('does not limit the quantity while offline', async () => {
    mockFetch(() => 'offline');
    const { guestCart } = await import('./guest-cart.ts');
    expect(await guestCart().set(onPage, null, 4)).toMatchObject({ line: { quantity: 4 }, failure: null });
  });
});

describe('merge at login', () => {
  it('sends the cart once and clears it only after the acknowledgement', async () => {
    const { readGuestLines, writeGuestLine } = await import('./guest-cart.ts');
    const { mergeGuestCarts } = await import('./guest-cart.ts');
    writeGuestLine(lineOf('atta', 2));
    const lost = mockFetch(() => 'offline');
    expect(await mergeGuestCarts()).toBeNull();
    expect(localStorage.getItem('tokri.cart')).toContain('"atta"');
    const taken = mockFetch(() => success([]));
    expect(await mergeGuestCarts()).toEqual([]);
    expect(taken[0]?.body).toEqual(lost[0]?.body);
    expect(taken[0]?.body).toMatchObject({ lines: [{ productId: 'atta', quantity: 2 }] });
    expect(readGuestLines()).toEqual([]);
    expect(await mergeGuestCarts()).toBeNull();
    expect(taken).toHaveLength(1);
  });

  it('merges lines under a second id that another tab adds during the merge', async () => {
    const { writeGuestLine } = await import('./guest-cart.ts');
    const { mergeGuestCarts } = await import('./guest-cart.ts');
    writeGuestLine(lineOf('atta', 2));
    const ids = new Set<unknown>();
    const requests = mockFetch(({ body }) => {
      if (ids.size === 0) writeGuestLine(lineOf('atta', 1));
      if (typeof body === 'object' && body !== null && 'guestCartId' in body) ids.add(body.guestCartId);
      return success([]);
    });
    await mergeGuestCarts();
    await mergeGuestCarts();
    expect(requests.map(({ body }) => body)).toMatchObject([
      { lines: [{ productId: 'atta', quantity: 2 }] },
      { lines: [{ productId: 'atta', quantity: 1 }] },
    ]);
    expect(ids.size).toBe(2);
  });

  it('says which products were left out', async () => {
    const showToast = vi.fn();
    vi.doMock('#web/ui/toast.ts', () => ({ showToast }));
    const { writeGuestLine } = await import('./guest-cart.ts');
    const { mergeGuestCarts } = await import('./guest-cart.ts');
    writeGuestLine(lineOf('atta', 5));
    const leftOut = [{ productId: 'atta', name: 'Atta', quantity: 3 }];
    mockFetch(() => ({ body: { ...success([]).body, leftOut } }));
    await mergeGuestCarts();
    vi.doUnmock('#web/ui/toast.ts');
    expect(showToast.mock.calls.map(([, text]) => text)).toEqual([
      'Not in your cart, because the stock or a limit does not allow it: 3 × Atta.',
    ]);
  });

  it('is retried under the same id after an error response', async () => {
    const { writeGuestLine } = await import('./guest-cart.ts');
    const { mergeGuestCarts } = await import('./guest-cart.ts');
    writeGuestLine(lineOf('atta', 2));
    const refused = mockFetch(() => failure(503, 'UNAVAILABLE'));
    await mergeGuestCarts();
    const taken = mockFetch(() => success([]));
    await mergeGuestCarts();
    expect(taken[0]?.body).toEqual(refused[0]?.body);
  });
});
