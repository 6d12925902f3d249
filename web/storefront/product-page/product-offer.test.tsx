import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, it } from 'vitest';
import type { Product } from '#contract/products/product.ts';
import { PromisedMinutes } from '#web/storefront/promised-minutes.ts';
import { ProductDetails, ProductOffer } from './product-offer.tsx';

const product: Product = {
  _id: 'p1',
  name: 'Salted Butter',
  nameHindi: '',
  image: ['/images/abc/640.webp'],
  category: [{ _id: 'c1', name: 'Dairy', nameHindi: '', hue: 90 }],
  subCategory: [{ _id: 's1', name: 'Butter', nameHindi: '' }],
  brand: '',
  origin: 'India',
  maximumPerOrder: null,
  stepGrams: null,
  unit: '100 g',
  unitPrice: '₹550.00/kg',
  declaredUnitPrice: '₹0.55/g',
  family: '',
  options: 0,
  veg: null,
  stock: 3,
  price: 62,
  discount: 10,
  salePrice: null,
  description: 'Churned today.',
  descriptionHindi: '',
  more_details: { 'Shelf life': '30 days' },
  createdAt: '2026-01-01T00:00:00.000Z',
  updatedAt: '2026-01-01T00:00:00.000Z',
};

describe('ProductOffer', () => {
  it('renders name, unit, delivery badge, both prices, discount and ADD', () => {
    const html = renderToStaticMarkup(<ProductOffer product={product} />);
    expect(html).toMatch(/<h1[^>]*>Salted Butter<\/h1>/);
    expect(html).toContain('100 g');
    expect(html).toContain('₹550.00/kg · ');
    expect(html).toContain('₹0.55/g · ');
    expect(html).toContain('10 Min');
    expect(html).toMatch(/<strong[^>]*>₹55<\/strong><s[^>]*>₹62<\/s>/);
    expect(html).toContain('10% Discount');
    expect(html).toContain('ADD');
  });

  it('renders the minutes that the store promises', () => {
    const offer = <ProductOffer product={product} />;
    const html = renderToStaticMarkup(<PromisedMinutes value={25}>{offer}</PromisedMinutes>);
    expect(html).toContain('25 Min');
  });

  it('renders one price without a discount', () => {
    const html = renderToStaticMarkup(<ProductOffer product={{ ...product, discount: 0 }} />);
    expect(html).toMatch(/<strong[^>]*>₹62<\/strong>/);
    expect(html).not.toContain('Discount');
    expect(html).not.toMatch(/<s[ >]/);
  });

  it('says of a product by weight that what is weighed is paid, with the price per kilogram only', () => {
    const onions = { ...product, unit: '500 g', stepGrams: 500 };
    const html = renderToStaticMarkup(<ProductOffer product={onions} />);
    expect(html).toContain('Sold by weight: you pay for what is weighed, at most ₹55 for 500 g.');
    expect(html).toContain('₹550.00/kg · ');
    expect(html).not.toContain('₹0.55/g');
  });

  it('renders Out of Stock instead of ADD when the stock is 0', () => {
    const html = renderToStaticMarkup(<ProductOffer product={{ ...product, stock: 0 }} />);
    expect(html).toContain('Out of Stock');
    expect(html).not.toContain('ADD');
  });
});

describe('ProductDetails', () => {
  it('renders description, unit and every extra detail', () => {
    const html = renderToStaticMarkup(<ProductDetails product={product} />);
    expect(html).toContain('Churned today.');
    expect(html).toMatch(/>Unit<\/dt><dd[^>]*>100 g<\/dd>/);
    expect(html).toMatch(/>Shelf life<\/dt><dd[^>]*>30 days<\/dd>/);
    expect(html).toMatch(/>Country of origin<\/dt><dd[^>]*>India<\/dd>/);
  });
});
