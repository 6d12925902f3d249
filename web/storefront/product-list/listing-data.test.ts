import { describe, expect, it } from 'vitest';
import { findListing } from './listing-data.ts';

const updatedAt = '2026-01-01T00:00:00.000Z';
const categories = [
  { _id: 'c1', name: 'Dairy & Bread', nameHindi: '', image: '', hue: 230, updatedAt },
  { _id: 'c2', name: 'Fruit', nameHindi: '', image: '', hue: 30, updatedAt },
];
const [dairy = { _id: '', name: '', nameHindi: '' }, fruit = { _id: '', name: '', nameHindi: '' }] =
  categories;
const subCategories = [
  { _id: 's1', name: 'Apples', nameHindi: '', image: 'a', category: [fruit], updatedAt },
  { _id: 's2', name: 'Butter', nameHindi: '', image: 'b', category: [dairy, fruit], updatedAt },
  { _id: 's3', name: 'Milk', nameHindi: '', image: 'm', category: [dairy], updatedAt },
];

describe('findListing', () => {
  it('returns category, sub-category and all sub-categories of the category', () => {
    expect(findListing(categories, subCategories, 'c1', 's3')).toEqual({
      category: { _id: 'c1', name: 'Dairy & Bread', nameHindi: '', hue: 230 },
      subCategory: { _id: 's3', name: 'Milk', nameHindi: '' },
      path: '/dairy-bread-c1/milk-s3',
      rail: [
        { _id: 's2', name: 'Butter', nameHindi: '', image: 'b', path: '/dairy-bread-c1/butter-s2' },
        { _id: 's3', name: 'Milk', nameHindi: '', image: 'm', path: '/dairy-bread-c1/milk-s3' },
      ],
    });
  });

  it('returns null for unknown ids', () => {
    expect(findListing(categories, subCategories, 'c9', 's3')).toBeNull();
    expect(findListing(categories, subCategories, 'c1', 's9')).toBeNull();
  });

  it('returns null for a sub-category of another category', () => {
    expect(findListing(categories, subCategories, 'c1', 's1')).toBeNull();
  });
});
