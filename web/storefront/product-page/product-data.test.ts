import { describe, expect, it } from 'vitest';
import type { Product } from '#contract/products/product.ts';
import { findProductListing, toBreadcrumbs } from './product-data.ts';

const updatedAt = '2026-01-01T00:00:00.000Z';
const dairy = { _id: 'c1', name: 'Dairy', nameHindi: '', hue: 230 };
const breakfast = { _id: 'c2', name: 'Breakfast', nameHindi: '', hue: 60 };
const product: Product = {
  _id: 'p1',
  name: 'Butter',
  nameHindi: '',
  image: [],
  category: [breakfast, dairy],
  subCategory: [
    { _id: 's1', name: 'Spreads', nameHindi: '' },
    { _id: 's2', name: 'Butter', nameHindi: '' },
  ],
  brand: '',
  origin: '',
  maximumPerOrder: null,
  stepGrams: null,
  unit: '100 g',
  unitPrice: '',
  declaredUnitPrice: '',
  family: '',
  options: 0,
  veg: null,
  stock: 3,
  price: 60,
  discount: 0,
  salePrice: null,
  description: '',
  descriptionHindi: '',
  more_details: {},
  createdAt: updatedAt,
  updatedAt,
};
const butter = { _id: 's2', name: 'Butter', nameHindi: '', image: '', category: [dairy], updatedAt };
const foreign = {
  _id: 's1',
  name: 'Spreads',
  nameHindi: '',
  image: '',
  category: [{ _id: 'c7', name: 'Jam', nameHindi: '' }],
  updatedAt,
};

describe('findProductListing', () => {
  it('returns a sub-category and a category that both contain the product', () => {
    expect(findProductListing(product, [foreign, butter])).toEqual({
      category: { _id: 'c1', name: 'Dairy', nameHindi: '' },
      subCategory: { _id: 's2', name: 'Butter', nameHindi: '' },
      path: '/dairy-c1/butter-s2',
    });
  });

  it('returns null when no sub-category belongs to a category of the product', () => {
    expect(findProductListing(product, [foreign])).toBeNull();
  });
});

describe('toBreadcrumbs', () => {
  it('contains home, category and sub-category', () => {
    const listing = findProductListing(product, [butter]);
    expect(toBreadcrumbs(listing, '/dairy-c1/butter-s2').map(({ name }) => name)).toEqual([
      'Home',
      'Dairy',
      'Butter',
    ]);
  });

  it('contains only home without a listing', () => {
    expect(toBreadcrumbs(null, null)).toEqual([{ name: 'Home', path: '/' }]);
  });
});
