import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Category, SubCategory } from '#contract/products/category.ts';
import type { Product } from '#contract/products/product.ts';
import { toHomeData, withTimeout } from './home-data.ts';

const updatedAt = '2026-01-01T00:00:00.000Z';
const category = (_id: string, name: string): Category => ({
  _id,
  name,
  nameHindi: '',
  image: '',
  hue: 140,
  updatedAt,
});
const milk: SubCategory = {
  _id: 's1',
  name: 'Milk',
  nameHindi: '',
  image: '',
  category: [{ _id: 'c1', name: 'Dairy', nameHindi: '' }],
  updatedAt,
};
const products = (count: number): Product[] =>
  Array.from({ length: count }, (_, index) => ({
    _id: `p${index}`,
    name: `Milk ${index}`,
    nameHindi: '',
    image: ['/images/a/640.webp', '/images/b/640.webp'],
    category: [{ _id: 'c1', name: 'Dairy', nameHindi: '', hue: 230 }],
    subCategory: [{ _id: 's1', name: 'Milk', nameHindi: '' }],
    brand: '',
    origin: '',
    maximumPerOrder: null,
    stepGrams: null,
    unit: '1 l',
    unitPrice: '',
    declaredUnitPrice: '',
    family: '',
    options: 0,
    veg: null,
    stock: 4,
    price: 60,
    discount: 0,
    salePrice: null,
    description: 'Long words that no card shows.',
    descriptionHindi: '',
    more_details: {},
    createdAt: updatedAt,
    updatedAt,
  }));

describe('toHomeData', () => {
  it('reduces products to the fields of a card', () => {
    const { rows } = toHomeData([category('c1', 'Dairy')], [milk], [products(1)]);
    expect(rows[0]?.products[0]).toEqual({
      _id: 'p0',
      name: 'Milk 0',
      image: '/images/a/640.webp',
      unit: '1 l',
      stock: 4,
      price: 60,
      discount: 0,
      hue: 230,
    });
  });

  it('cuts off a long row and sets hasMore', () => {
    const { rows } = toHomeData([category('c1', 'Dairy')], [milk], [products(15)]);
    expect(rows[0]?.products).toHaveLength(8);
    expect(rows[0]?.hasMore).toBe(true);
  });

  it('omits the row of a category without products and the tile of a category without sub-category', () => {
    const { rows, tiles } = toHomeData(
      [category('c1', 'Dairy'), category('c2', 'New')],
      [milk],
      [products(3), []],
    );
    expect(rows.map(({ name }) => name)).toEqual(['Dairy']);
    expect(rows[0]?.hasMore).toBe(false);
    expect(tiles.map(({ path }) => path)).toEqual(['/dairy-c1/milk-s1']);
  });
});

describe('withTimeout', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  it('returns the value of a promise that resolves in time', async () => {
    expect(await withTimeout(Promise.resolve('home'), 120)).toEqual({ value: 'home' });
  });

  it('returns the promise when it is slower', async () => {
    const slow = Promise.withResolvers<string>();
    const waiting = withTimeout(slow.promise, 120);
    await vi.advanceTimersByTimeAsync(120);
    const { value } = await waiting;
    expect(value).toBe(slow.promise);
    slow.resolve('home');
    expect(await value).toBe('home');
  });

  it('throws when the promise rejects in time', async () => {
    await expect(withTimeout(Promise.reject(new Error('offline')), 120)).rejects.toThrow('offline');
  });
});
