import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import type { SubCategory } from '#contract/products/category.ts';
import { type TableView, useSubCategoryTable, viewOf } from './sub-category-view.ts';

const subCategories = [
  subCategory('Bread', 'Bakery', 'Dairy'),
  subCategory('atta', 'Grocery'),
  subCategory('Crème rolls', 'Bakery'),
  subCategory('Milk 10', 'Dairy'),
  subCategory('Milk 9', 'Dairy'),
];

function subCategory(name: string, ...categories: string[]): SubCategory {
  const category = categories.map((one) => ({ _id: `id${one}`, name: one, nameHindi: '' }));
  return {
    _id: name.replaceAll(' ', ''),
    name,
    nameHindi: '',
    image: '',
    category,
    updatedAt: '2026-11-21T10:00:00.000Z',
  };
}

function Names({ view }: { view: TableView }) {
  return useSubCategoryTable(subCategories, view)
    .map(({ name }) => name)
    .join(' | ');
}

test.each([
  ['', 'atta | Bread | Crème rolls | Milk 9 | Milk 10'],
  ['sort=-name', 'Milk 10 | Milk 9 | Crème rolls | Bread | atta'],
  // Sub-categories of one category keep the server's order.
  ['sort=category', 'Crème rolls | Bread | Milk 10 | Milk 9 | atta'],
  ['q=CREME', 'Crème rolls'],
  ['q=milk+10', 'Milk 10'],
  ['q=bakery', ''],
  ['category=idDairy', 'Bread | Milk 9 | Milk 10'],
  ['category=idDairy&q=milk&sort=-name', 'Milk 10 | Milk 9'],
  ['category=idNobody', ''],
])('?%s shows %s', (query, names) => {
  expect(renderToStaticMarkup(<Names view={viewOf(new URLSearchParams(query))} />)).toBe(names);
});
