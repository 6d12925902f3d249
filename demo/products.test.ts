import { expect, test } from 'vitest';
import { parsePriceListLine } from './products.ts';

test('parses title, shapes, food, sizes and Hindi title of a line', () => {
  const line = 'Toned Milk | pouch carton | glass-of-milk | 500 ml 28.50, 1 L 55 | टोन्ड दूध';
  expect(parsePriceListLine(line)).toEqual([
    {
      title: 'Toned Milk',
      titleHindi: 'टोन्ड दूध',
      food: 'glass-of-milk',
      shapes: ['pouch', 'carton'],
      sizes: [
        { unit: '500 ml', pricePaise: 2850 },
        { unit: '1 L', pricePaise: 5500 },
      ],
    },
  ]);
});

test('expands braces to several titles, each with an optional food', () => {
  const entries = parsePriceListLine(
    '{Mango@mango, Litchi} Juice | carton | tangerine | 1 L 115 | {आम, लीची} जूस',
  );
  expect(entries.map(({ title, titleHindi, food }) => [title, titleHindi, food])).toEqual([
    ['Mango Juice', 'आम जूस', 'mango'],
    ['Litchi Juice', 'लीची जूस', 'tangerine'],
  ]);
});

test.each([
  'Milk | pouch | 500 ml 28 | दूध',
  'Milk | pouch | food | free | दूध',
  'Milk | pouch | food | 1 L 5',
  '',
  'a | b | c | 1 L 5 | e | f',
])('throws for the invalid line %j', (line) => {
  expect(() => parsePriceListLine(line)).toThrow('Invalid');
});

test('throws for a line with more titles in one language than in the other', () => {
  const line = '{Mango, Litchi} Juice | carton | tangerine | 1 L 115 | आम जूस';
  expect(() => parsePriceListLine(line)).toThrow('Another number of titles in Hindi');
});
