import { expect, test } from 'vitest';
import { parsePriceListLine } from './products.ts';

test('a line gives a thing with its shapes, its food and its sizes', () => {
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

test('braces stand for several things, each perhaps with a food of its own', () => {
  const entries = parsePriceListLine('{Mango@mango, Litchi} Juice | carton | tangerine | 1 L 115');
  expect(entries.map(({ title, food }) => [title, food])).toEqual([
    ['Mango Juice', 'mango'],
    ['Litchi Juice', 'tangerine'],
  ]);
});

test.each(['Milk | pouch | 500 ml 28', 'Milk | pouch | food | free', '', 'a | b | c | 1 L 5 | e'])(
  'refuses %j, which is no line',
  (line) => {
    expect(() => parsePriceListLine(line)).toThrow('Not a');
  },
);
