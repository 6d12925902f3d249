import { expect, test } from 'vitest';
import { productColumns } from '#contract/rules/product-file.ts';
import { templateText } from './column-guide.tsx';

test('the template names every column, and shows a row of this shop', () => {
  const [headings = '', row = ''] = templateText({ category: 'Dairy, Bread & Eggs', subCategory: 'A|B' })
    .replace('\ufeff', '')
    .split('\r\n');
  expect(headings.split(',')).toEqual(productColumns);
  expect(row).toContain(',"Dairy, Bread & Eggs",A\\|B,');
  expect(row).not.toContain('/images/');
});

test('a shop without shelves gets one, too', () => {
  expect(templateText(null).split('\r\n')).toHaveLength(3);
});
