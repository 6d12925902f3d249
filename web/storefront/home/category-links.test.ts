import { describe, expect, it } from 'vitest';
import { categoryPath } from './category-links.ts';

const dairy = { _id: 'c1', name: 'Dairy & Bread' };
const fruit = { _id: 'c2', name: 'Fruit' };
const subCategories = [
  { _id: 's1', name: 'Apples', category: [fruit] },
  { _id: 's2', name: 'Butter', category: [fruit, dairy] },
  { _id: 's3', name: 'Milk', category: [dairy] },
];

describe('categoryPath', () => {
  it('leads to the first sub-category that lists the category', () => {
    expect(categoryPath(dairy, subCategories)).toBe('/dairy-bread-c1/butter-s2');
    expect(categoryPath(fruit, subCategories)).toBe('/fruit-c2/apples-s1');
  });

  it('leads nowhere while no sub-category lists the category', () => {
    expect(categoryPath({ _id: 'c9', name: 'New' }, subCategories)).toBeNull();
  });
});
