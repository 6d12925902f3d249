import { expect, test } from 'vitest';
import { needsPin, noDoorRules } from './delivery-pin.ts';

test('a PIN is needed always, above the amount, or never', () => {
  const above = { ...noDoorRules, pin: 'ABOVE', pinAboveAmt: 500 } as const;
  expect([needsPin(above, 500), needsPin(above, 500.01)]).toEqual([false, true]);
  expect(needsPin({ ...above, pin: 'ALWAYS' }, 1)).toBe(true);
  expect(needsPin(noDoorRules, 100_000)).toBe(false);
});
