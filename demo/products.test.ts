import { expect, test } from 'vitest';
import { parsePriceListLine } from './products.ts';

test('parses title, shapes, food and sizes of a line', () => {
  expect(parsePriceListLine('Toned Milk | pouch carton | glass-of-milk | 500 ml 28.50, 1 L 55')).toEqual([
    {
      title: 'Toned Milk',
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
  const entries = parsePriceListLine('{Mango@mango, Litchi} Juice | carton | tangerine | 1 L 115');
  expect(entries.map(({ title, food }) => [title, food])).toEqual([
    ['Mango Juice', 'mango'],
    ['Litchi Juice', 'tangerine'],
  ]);
});

test.each(['Milk | pouch | 500 ml 28', 'Milk | pouch | food | free', '', 'a | b | c | 1 L 5 | e'])(
  'throws for the invalid line %j',
  (line) => {
    expect(() => parsePriceListLine(line)).toThrow('Invalid');
  },
);
