import fc from 'fast-check';
import { expect, test } from 'vitest';
import { toUnitPrices } from './pack-sizes.ts';

const toDeclared = (unit: string, pricePaise: number) => toUnitPrices(unit, pricePaise).declared;
const toCompared = (unit: string, pricePaise: number) => toUnitPrices(unit, pricePaise).compared;

test.each([
  ['500 g', 490, '₹9.80/kg'],
  ['500 g', 740, '₹14.80/kg'],
  ['500 ml', 4000, '₹80.00/L'],
  ['1 L', 7500, '₹75.00/L'],
  ['4 x 100 g', 8000, '₹200.00/kg'],
  ['6 pcs', 4800, '₹8.00/pc'],
  ['300 sheets', 1000, '₹0.033/pc'],
  ['25 kg', 20, '₹0.008/kg'],
  ['1000 pcs', 9960, '₹0.10/pc'],
  ['5 kg', 1, '₹0.002/kg'],
  ['1 pc', 1000, ''],
  ['500 g', 0, ''],
])('%s for %i paise is compared by %s', (unit, pricePaise, expected) => {
  expect(toCompared(unit, pricePaise)).toBe(expected);
});

test('packs compare as their exact unit prices do, whatever their sizes', () => {
  const pack = fc.record({
    grams: fc.integer({ min: 1, max: 50_000 }),
    pricePaise: fc.integer({ min: 1, max: 100_000_000 }),
  });
  fc.assert(
    fc.property(pack, pack, (one, other) => {
      const [first, second] = [one, other].map(({ grams, pricePaise }) => {
        const text = toCompared(grams % 1000 === 0 ? `${grams / 1000} kg` : `${grams} g`, pricePaise);
        expect(text).toMatch(/^₹[\d,]+\.\d+\/kg$/);
        const exact = (pricePaise * 10) / grams;
        const shown = Number(text.replace(/[^\d.]/g, ''));
        expect(Math.abs(shown - exact)).toBeLessThanOrEqual(exact / 19);
        return { exact, shown };
      });
      if (first === undefined || second === undefined) return;
      if (first.exact > second.exact) expect(first.shown).toBeGreaterThanOrEqual(second.shown);
      if (first.exact > second.exact * 1.12) expect(first.shown).toBeGreaterThan(second.shown);
    }),
  );
});

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
  // What the weight is in does not change it.
  ['5 kg bag', 27_500, '₹55.00/kg'],
  ['10 kg sack', 50_000, '₹50.00/kg'],
  ['100 g tube', 9000, '₹0.90/g'],
  ['100 g cup', 5000, '₹0.50/g'],
  ['1 kg family pack', 20_000, '₹200.00/kg'],
  ['750 ml Btl', 60_000, '₹0.80/ml'],
  ['4 x 100 g cups', 8000, '₹0.20/g'],
  ['30 pcs tray', 21_000, '₹7.00/pc'],
  // Other spellings of units and numbers
  ['1 lt', 5500, '₹55.00/L'],
  ['1 lit', 5500, '₹55.00/L'],
  ['2 Lts', 11_000, '₹55.00/L'],
  ['500 grm', 6000, '₹0.12/g'],
  ['500 Grms.', 6000, '₹0.12/g'],
  ['1,000 g', 4500, '₹45.00/kg'],
  ['1,00,000 g', 450_000, '₹45.00/kg'],
  ['1,250.5 ml', 5000, '₹39.98/L'],
  ['10 N', 5000, '₹5.00/pc'],
  ['10N', 5000, '₹5.00/pc'],
  ['2 x 10 N', 10_000, '₹5.00/pc'],
  ['15 tea bags', 15_000, '₹10.00/pc'],
  ['100 sheets', 10_000, '₹1.00/pc'],
  // One pack of several pieces is these pieces.
  ['1 pack (6 pieces)', 4800, '₹8.00/pc'],
  ['6 pieces (1 pack)', 4800, '₹8.00/pc'],
  ['1 pack of 6', 4800, '₹8.00/pc'],
  ['1 box of 6 pcs', 4800, '₹8.00/pc'],
  ['1 box of 4 x 100 g', 8000, '₹0.20/g'],
])('%s for %i paise is %s', (unit, pricePaise, expected) => {
  expect(toDeclared(unit, pricePaise)).toBe(expected);
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
    ...[
      '1 pc / 6 pcs',
      '1 pack - 6 pcs',
      '2 packs (6 pieces)',
      '1 pc + 6 pcs',
      '1 pack (6 pieces) (8 pieces)',
    ],
    ...['100,200 g', '1,00 g', '1,0000 g', '10,00,00 g', '10 N + 2 N', '2 ply 100 sheets', 'N', '5 kg N'],
    ...['1 pack of 6 or 8', '10 nm', '5 kg bagasse'],
  ],
])('%j has none', (unit) => {
  expect(toDeclared(unit, 10_000)).toBe('');
});

test('a declared price of 0 has none, and one of less than half a paisa for a gram has two digits', () => {
  expect(toDeclared('500 g', 0)).toBe('');
  expect(toDeclared('999 g', 499)).toBe('₹0.005/g');
  expect(toDeclared('999 g', 123)).toBe('₹0.0012/g');
  expect(toDeclared('998 g', 499)).toBe('₹0.01/g');
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
      const text = toDeclared(unitOfGrams(grams), pricePaise);
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
      const expected = toDeclared(unitOfGrams(count * grams), pricePaise);
      for (const unit of [`${count} x ${grams} g`, `${grams}gm × ${count}`, `${(count * grams) / 1000} KG`])
        expect(toDeclared(unit, pricePaise)).toBe(expected);
    }),
  );
});

test('is the same whatever a weight or volume is in, and with a comma in thousands', () => {
  const containers = ['bag', 'Sack', 'tube', 'cup', 'family pack', 'Btl', 'pouch', 'jar', '(tray)'];
  const amount = fc.integer({ min: 1, max: 99_999 });
  fc.assert(
    fc.property(
      ...[amount, fc.constantFrom('g', 'ml', 'kg', 'L'), fc.constantFrom(...containers), price],
      (amount, unit, container, pricePaise) => {
        const expected = toDeclared(`${amount} ${unit}`, pricePaise);
        expect(toDeclared(`${amount} ${unit} ${container}`, pricePaise)).toBe(expected);
        expect(toDeclared(`${amount.toLocaleString('en-IN')} ${unit}`, pricePaise)).toBe(expected);
      },
    ),
  );
});

test('is the same for all words of pieces, and none for one of them', () => {
  const words = ['pcs', 'N', 'tea bags', 'sheets', 'pcs tray', 'eggs', 'Nos.'];
  fc.assert(
    fc.property(fc.integer({ min: 2, max: 999 }), fc.constantFrom(...words), price, (count, word, paise) => {
      const expected = toDeclared(`${count} pieces`, paise);
      expect(toDeclared(`${count} ${word}`, paise)).toBe(expected);
      expect(toDeclared(`1 pack (${count} ${word})`, paise)).toBe(expected);
      expect(toDeclared(`1 ${word}`, paise)).toBe('');
    }),
  );
});

test('is a short text for any unit', () => {
  fc.assert(
    fc.property(fc.string({ maxLength: 50, unit: 'grapheme' }), price, (unit, pricePaise) => {
      expect(toDeclared(unit, pricePaise)).toMatch(/^(?:₹[\d,]+\.\d\d\/(?:g|kg|ml|L|pc))?$/);
    }),
  );
});
