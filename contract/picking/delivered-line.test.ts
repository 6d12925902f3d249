import { expect, test } from 'vitest';
import { type DeliveredLine, toDeliveredPart, toLineNote, withReplacements } from './delivered-line.ts';

const line: DeliveredLine & { name: string } = {
  ...{ position: 0, replaces: null, name: 'Milk', unit: '1 l', quantity: 3, orderedQuantity: 3 },
  ...{ orderedGrams: null, isTakenOff: false },
};

test('a line of which a part is delivered says how much of what was ordered', () => {
  expect(toDeliveredPart(line)).toBeNull();
  expect(toDeliveredPart({ ...line, quantity: 2 })).toEqual({ delivered: '2', ordered: '3' });
  expect(toDeliveredPart({ ...line, quantity: 2, isTakenOff: true })).toBeNull();
  const weighed = { ...line, quantity: 1, orderedQuantity: 1, orderedGrams: 1500 };
  expect(toDeliveredPart({ ...weighed, unit: '463 g' })).toEqual({ delivered: '463 g', ordered: '1.5 kg' });
  expect(toDeliveredPart({ ...weighed, unit: '1.25 kg' })).toEqual({
    delivered: '1.25 kg',
    ordered: '1.5 kg',
  });
  // Before it is weighed, with units as staff may write them.
  for (const unit of ['500 g', '0.5 kg', '500 gm', 'half kg'])
    expect(toDeliveredPart({ ...weighed, unit, quantity: 3, orderedQuantity: 3 })).toBeNull();
});

test('a replacement stands behind the line that it replaces, and its note names it', () => {
  const bread = { ...line, position: 1, name: 'Bread' };
  const soy = { ...line, position: 2, replaces: 0, name: 'Soya milk' };
  expect(withReplacements([line, bread, soy]).map(({ name }) => name)).toEqual([
    'Milk',
    'Soya milk',
    'Bread',
  ]);
  expect(toLineNote(soy, [line, bread, soy])).toBe('in place of Milk');
  expect(toLineNote({ ...line, quantity: 1 }, [line])).toBe('1 of 3 ordered');
  expect(toLineNote(line, [line])).toBe('');
});
