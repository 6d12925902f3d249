import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, it } from 'vitest';
import type { Product } from '#contract/product.ts';
import { ProductOffer } from './product-offer.tsx';
import { ProductDetails } from './product-page.tsx';

const product: Product = {
  _id: 'p1',
  name: 'Salted Butter',
  image: ['/images/abc/640.webp'],
  category: [{ _id: 'c1', name: 'Dairy', hue: 90 }],
  subCategory: [{ _id: 's1', name: 'Butter' }],
  unit: '100 g',
  stock: 3,
  price: 62,
  discount: 10,
  description: 'Churned today.',
  more_details: { 'Shelf life': '30 days', 'Country of origin': 'India' },
  createdAt: '2026-01-01T00:00:00.000Z',
  updatedAt: '2026-01-01T00:00:00.000Z',
};

describe('ProductOffer', () => {
  it('shows name, unit, promise, the discounted price, the struck one and the discount', () => {
    const html = renderToStaticMarkup(<ProductOffer product={product} />);
    expect(html).toContain('<h1>Salted Butter</h1>');
    expect(html).toContain('100 g');
    expect(html).toContain('10 Min');
    expect(html).toContain('<strong>₹55</strong><s>₹62</s>');
    expect(html).toContain('10% Discount');
    expect(html).toContain('ADD');
  });

  it('shows one price where there is no discount', () => {
    const html = renderToStaticMarkup(<ProductOffer product={{ ...product, discount: 0 }} />);
    expect(html).toContain('<strong>₹62</strong>');
    expect(html).not.toContain('Discount');
    expect(html).not.toContain('<s>');
  });

  it('says Out of Stock when there is none', () => {
    const html = renderToStaticMarkup(<ProductOffer product={{ ...product, stock: 0 }} />);
    expect(html).toContain('Out of Stock');
    expect(html).not.toContain('ADD');
  });
});

describe('ProductDetails', () => {
  it('shows description, unit and every extra detail as a label and a value', () => {
    const html = renderToStaticMarkup(<ProductDetails product={product} />);
    expect(html).toContain('Churned today.');
    expect(html).toContain('<dt>Unit</dt><dd>100 g</dd>');
    expect(html).toContain('<dt>Shelf life</dt><dd>30 days</dd>');
    expect(html).toContain('<dt>Country of origin</dt><dd>India</dd>');
  });
});
