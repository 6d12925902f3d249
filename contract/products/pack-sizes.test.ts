import { expect, test } from 'vitest';
import { extractSizes, findStepProblem } from './pack-sizes.ts';

test.each([
  ['atta 5kg', 'atta', ['5000g']],
  ['basmati rice 5 kg', 'basmati rice', ['5000g']],
  ['milk 1l', 'milk', ['1000ml']],
  ['oil 500ml', 'oil', ['500ml']],
  ['sugar 1000 g', 'sugar', ['1000g']],
  ['1.005 kg dal', 'dal', ['1005g']],
  ['maggi 12 pack', 'maggi', ['12pc']],
  ['maggi pack of 12', 'maggi', ['12pc']],
  ['eggs 6 pcs', 'eggs', ['6pc']],
  ['eggs dozen', 'eggs', ['12pc']],
  ['half dozen eggs', 'eggs', ['6pc']],
  ['2 dozen eggs', 'eggs', ['24pc']],
  ['half kg paneer', 'paneer', ['500g']],
  ['half a kg paneer', 'paneer', ['500g']],
  ['½ kg paneer', 'paneer', ['500g']],
  ['½kg paneer', 'paneer', ['500g']],
  ['1½ kg paneer', 'paneer', ['1500g']],
  ['1 ½ kg paneer', 'paneer', ['1500g']],
  ['1/2 kg paneer', 'paneer', ['500g']],
  ['.5 kg paneer', 'paneer', ['500g']],
  ['aadha kilo pyaz', 'pyaz', ['500g']],
  ['pav kilo paneer', 'paneer', ['250g']],
  ['do litre tel', 'tel', ['2000ml']],
  ['soap 4 x 250 g', 'soap', ['250g', '4pc', '1000g']],
  ['oil 1 lt', 'oil', ['1000ml']],
  ['oil 1 lit', 'oil', ['1000ml']],
  ['sugar 500 grms', 'sugar', ['500g']],
  // These words find names, so a search keeps them.
  ['atta 5 kg bag', 'atta bag', ['5000g']],
  ['15 tea bags', '15 tea bags', []],
  ['100 sheets', '100 sheets', []],
  ['vitamin b 10 n', 'vitamin b 10 n', []],
  ['2x1.5l', '', ['1500ml', '2pc', '3000ml']],
])('reads the size of %s', (text, rest, sizes) => {
  const found = extractSizes(text);
  expect(found.sizes).toEqual(sizes);
  expect(found.rest.trim().replace(/\s+/g, ' ')).toBe(rest);
});

test.each([
  'atta',
  'pav',
  'vitamin b12 1000 mg',
  'half fry',
  'a pack',
  '7 up',
  '1234567',
  'pack of cards',
  'do kaju',
  'Ｋｇ',
  'बड़ा 5',
])('finds no size in %s', (text) => {
  const { rest, sizes } = extractSizes(text);
  expect(sizes).toEqual(text === 'a pack' ? ['1pc'] : []);
  if (sizes.length === 0) expect(rest).toBe(text.toLowerCase());
});

test('reads a long text without backtracking', () => {
  for (const text of ['1'.repeat(100_000), 'half '.repeat(20_000), '9x'.repeat(50_000), '½'.repeat(20_000)])
    expect(extractSizes(text).sizes.length).toBeLessThan(10);
});

test.each([
  ['250 g', 250, true],
  ['0.25 kg', 250, true],
  ['1 kg', 1000, true],
  ['500 g', 250, false],
  ['250 ml', 250, false],
  ['1 piece', 250, false],
  ['loose', 100, false],
])('a product with the unit %s has a step of %i g: %s', (unit, stepGrams, isValid) => {
  expect(findStepProblem({ unit, stepGrams }) === undefined).toBe(isValid);
});
