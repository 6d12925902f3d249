import { expect, test } from 'vitest';
import { columnGuide } from '#contract/product-import/product-file.ts';
import { templateText } from './import-template.ts';

function readLines(text: string): string[] {
  return text.replace('\ufeff', '').trimEnd().split('\r\n');
}

test('writes ten products with every required column, in the sub-category that fits, else in the first', () => {
  const [headings = '', ...rows] = readLines(
    templateText([
      { category: 'Dairy, Bread & Eggs', subCategory: 'A|B' },
      { category: 'Staples', subCategory: 'Rice & Boiled Eggs' },
      { category: 'Snacks', subCategory: 'Price cuts' },
    ]),
  );
  const required = columnGuide.filter(({ isRequired }) => isRequired).map(({ column }) => `"${column}"`);
  expect(headings.split(',')).toEqual(expect.arrayContaining(required));
  expect(rows).toHaveLength(10);
  expect(rows[0]).toContain('"Basmati rice","Example: replace or delete this row.","1 kg","120","20"');
  expect(rows[0]).toContain(',"Staples","Rice & Boiled Eggs",');
  expect(rows[1]).toContain(',"Dairy, Bread & Eggs","A\\|B",');
});

test('writes names of categories to add first for a store without categories', () => {
  expect(readLines(templateText([]))[1]).toContain(',"Groceries","Staples",');
});
