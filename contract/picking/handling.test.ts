import { expect, test } from 'vitest';
import { toHandling } from './handling.ts';

test.each([
  ['Keep frozen at −18 °C; do not freeze again once thawed', ['FROZEN']],
  ['Keep refrigerated at 4 °C; use within two days of opening', ['COLD']],
  ['Refrigerate below 8 °C', ['COLD']],
  ['Store chilled', ['COLD']],
  ['Keep in a cool place; refrigerate after opening', []],
  ['Keep closed in a cool, dry place; do not refrigerate', []],
  ['Glass bottle. Keep in the fridge.', ['COLD', 'FRAGILE']],
  ['Fragile', ['FRAGILE']],
  ['', []],
])('a product stored as ‘%s’ needs %s', (storage, expected) => {
  expect(toHandling({ Storage: storage })).toEqual(expected);
});

test('other details say nothing about it', () => {
  expect(toHandling({ Ingredients: 'Frozen peas', Material: 'Glass' })).toEqual([]);
  expect(toHandling({ 'Packaging / पैकिंग': 'Glass jar' })).toEqual(['FRAGILE']);
});
