import { describe, expect, it } from 'vitest';
import type { DisplayedLine } from '#web/storefront/cart/cart-line.ts';
import { compareWithCart } from './order-changes.ts';

function entryOf(id: string, quantity: number, { price = 20, stock = 9 } = {}): DisplayedLine {
  const product = {
    _id: id,
    name: id.toUpperCase(),
    image: '',
    unit: '1 kg',
    stock,
    price,
    discount: 0,
    hue: 100,
  };
  return { product, quantity, notices: [] };
}

describe('what has changed about an order', () => {
  it('is empty without changes', () => {
    expect(compareWithCart([entryOf('atta', 2)], [entryOf('atta', 2)], [])).toEqual([]);
  });

  it('contains the old and the new price', () => {
    expect(compareWithCart([entryOf('atta', 2)], [entryOf('atta', 2, { price: 25 })], [])).toEqual([
      { productId: 'atta', name: 'ATTA', kind: 'price', fromPaise: 2000, toPaise: 2500 },
    ]);
  });

  it('contains products that another tab added, removed or changed', () => {
    const changes = compareWithCart(
      [entryOf('atta', 2), entryOf('besan', 1)],
      [entryOf('atta', 3), entryOf('chana', 1)],
      [],
    );
    expect(changes).toMatchObject([
      { productId: 'atta', kind: 'quantity', from: 2, to: 3 },
      { productId: 'besan', kind: 'removed' },
      { productId: 'chana', kind: 'added', quantity: 1 },
    ]);
  });

  it('contains the remaining stock, also when the cart has an older one', () => {
    const short = [{ productId: 'atta', name: 'ATTA', wanted: 4, left: 1 }];
    const expected = [{ productId: 'atta', name: 'ATTA', kind: 'short', wanted: 4, left: 1 }];
    expect(compareWithCart([entryOf('atta', 4)], [entryOf('atta', 4)], short)).toEqual(expected);
    expect(compareWithCart([entryOf('atta', 4)], [entryOf('atta', 4, { stock: 1 })], [])).toEqual(expected);
  });
});
