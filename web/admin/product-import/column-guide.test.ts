import { expect, test } from 'vitest';
import { productColumns } from '#contract/product-import/product-file.ts';
import { templateText } from './column-guide.tsx';

test('writes a template with every column and an example row', () => {
  const [headings = '', row = ''] = templateText({ category: 'Dairy, Bread & Eggs', subCategory: 'A|B' })
    .replace('\ufeff', '')
    .split('\r\n');
  expect(headings.split(',')).toEqual(productColumns.map((column) => `"${column}"`));
  expect(row).toContain(',"Dairy, Bread & Eggs","A\\|B",');
  expect(row).not.toContain('/images/');
});

test('writes a template without categories', () => {
  expect(templateText(null).split('\r\n')).toHaveLength(3);
});
