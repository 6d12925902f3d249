import { describe, expect, it } from 'vitest';
import type { Product } from '#contract/product.ts';
import { breadcrumbJsonLd, productJsonLd } from './product-json-ld.ts';

const product: Product = {
  _id: 'p1',
  name: 'Salted Butter',
  image: ['/images/abc/640.webp'],
  category: [{ _id: 'c1', name: 'Dairy', hue: 230 }],
  subCategory: [{ _id: 's1', name: 'Butter' }],
  unit: '100 g',
  stock: 0,
  price: 62,
  discount: 10,
  description: 'Churned today.',
  more_details: {},
  createdAt: '2026-01-01T00:00:00.000Z',
  updatedAt: '2026-01-01T00:00:00.000Z',
};

describe('productJsonLd', () => {
  it('names the discounted price, the stock and absolute addresses', () => {
    expect(productJsonLd(product, 'https://shop.example')).toMatchObject({
      '@type': 'Product',
      image: ['https://shop.example/images/abc/640.webp'],
      offers: {
        url: 'https://shop.example/product/salted-butter-p1',
        priceCurrency: 'INR',
        price: '55.00',
        availability: 'https://schema.org/OutOfStock',
      },
    });
  });
});

describe('breadcrumbJsonLd', () => {
  it('counts the steps and ends at the product', () => {
    const { itemListElement } = breadcrumbJsonLd(
      [{ name: 'Home', path: '/' }],
      product,
      'https://shop.example',
    );
    expect(itemListElement.map(({ position, item }) => [position, item])).toEqual([
      [1, 'https://shop.example/'],
      [2, 'https://shop.example/product/salted-butter-p1'],
    ]);
  });
});
