import fc from 'fast-check';
import { expect, test } from 'vitest';
import { toUnitPrice } from './unit-price.ts';

test.each([
  // Below 1 kg or 1 litre per gram or millilitre, from there on per kilogram or litre.
  ['500 g', 6000, '₹0.12/g'],
  ['999 g', 99_900, '₹1.00/g'],
  ['1 kg', 4500, '₹45.00/kg'],
  ['1000 g', 4500, '₹45.00/kg'],
  ['5 kg', 27_500, '₹55.00/kg'],
  ['1.2 kg', 10_000, '₹83.33/kg'],
  ['500 ml', 2800, '₹0.06/ml'],
  ['1 L', 5500, '₹55.00/L'],
  ['1 litre', 5500, '₹55.00/L'],
  ['2 Ltr', 11_000, '₹55.00/L'],
  ['750ml', 60_000, '₹0.80/ml'],
  ['500 mg', 15_000, '₹300.00/g'],
  ['0.5 kg', 5000, '₹0.10/g'],
  ['½ kg', 5000, '₹0.10/g'],
  // Multipacks
  ['4 x 100 g', 8000, '₹0.20/g'],
  ['4×100g', 8000, '₹0.20/g'],
  ['100 g x 4', 8000, '₹0.20/g'],
  ['100 g x 4 pcs', 8000, '₹0.20/g'],
  ['6 x 500 ml', 12_000, '₹40.00/L'],
  ['Pack of 4 x 100 g', 8000, '₹0.20/g'],
  // Pieces
  ['6 pcs', 4800, '₹8.00/pc'],
  ['12 pack', 14_400, '₹12.00/pc'],
  ['Pack of 12', 14_400, '₹12.00/pc'],
  ['10 Nos.', 5000, '₹5.00/pc'],
  ['1 dozen', 8400, '₹7.00/pc'],
  ['dozen', 8400, '₹7.00/pc'],
  ['3 pieces', 1000, '₹3.33/pc'],
  ['25 bags', 12_500, '₹5.00/pc'],
  ['4 rolls', 10_000, '₹25.00/pc'],
  // One piece of a weight is that weight.
  ['1 pc (approx. 500 g)', 6000, '₹0.12/g'],
  ['500 g pouch', 6000, '₹0.12/g'],
  ['Net wt. 500 g', 6000, '₹0.12/g'],
  ['0.001 kg', 12_345_600, '₹1,23,456.00/g'],
])('%s for %i paise is %s', (unit, pricePaise, expected) => {
  expect(toUnitPrice(unit, pricePaise)).toBe(expected);
});

test.each([
  ...['', '1 pc', '1 pack', '1 unit', 'one', 'each', '1 set', '1 bunch', 'kg', 'पैक', '9 m', '0 g', '1/2 pc'],
  // These have two meanings.
  ...[
    '100 g (pack of 4)',
    '6 pcs (330 g)',
    '500 g + 100 g free',
    '1 kg / 2 kg',
    '500 g, 20 % extra',
    '2 x 3 x 5 g',
  ],
])('%j has none', (unit) => {
  expect(toUnitPrice(unit, 10_000)).toBe('');
});

test('a price of 0, or of less than half a paisa for a gram, has none', () => {
  expect(toUnitPrice('500 g', 0)).toBe('');
  expect(toUnitPrice('999 g', 499)).toBe('');
  expect(toUnitPrice('998 g', 499)).toBe('₹0.01/g');
});

const price = fc.integer({ min: 1, max: 100_000_000 });
const unitOfGrams = (grams: number) => `${grams} g`;

function parse(text: string): { paise: number; per: string } {
  const [amount = '', per = ''] = text.split('/');
  return { paise: Math.round(Number(amount.replace(/[^\d.]/g, '')) * 100), per };
}

test('is the price divided by the quantity, within half a paisa', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 999_999 }), price, (grams, pricePaise) => {
      const text = toUnitPrice(unitOfGrams(grams), pricePaise);
      const exact = grams < 1000 ? pricePaise / grams : (pricePaise * 1000) / grams;
      if (text === '') return exact < 0.5;
      const { paise, per } = parse(text);
      return per === (grams < 1000 ? 'g' : 'kg') && Math.abs(paise - exact) <= 0.5;
    }),
  );
});

test('is the same however the same quantity is written', () => {
  const times = fc.integer({ min: 1, max: 99 });
  fc.assert(
    fc.property(times, fc.integer({ min: 1, max: 999 }), price, (count, grams, pricePaise) => {
      const expected = toUnitPrice(unitOfGrams(count * grams), pricePaise);
      for (const unit of [`${count} x ${grams} g`, `${grams}gm × ${count}`, `${(count * grams) / 1000} KG`])
        expect(toUnitPrice(unit, pricePaise)).toBe(expected);
    }),
  );
});

test('is a short text for any unit', () => {
  fc.assert(
    fc.property(fc.string({ maxLength: 50, unit: 'grapheme' }), price, (unit, pricePaise) => {
      expect(toUnitPrice(unit, pricePaise)).toMatch(/^(?:₹[\d,]+\.\d\d\/(?:g|kg|ml|L|pc))?$/);
    }),
  );
});
