import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { gstinCheckCharacter, isGstin } from './gstin.ts';

describe('a GSTIN', () => {
  // Published numbers of companies.
  test.each(['27AAPFU0939F1ZV', '29AAGCB7383J1Z4', '24AAACC1206D1ZM', '33AAACH7409R1Z8'])(
    '%s is valid',
    (gstin) => {
      expect(isGstin(gstin)).toBe(true);
    },
  );

  test.each([
    ['another check character', '27AAPFU0939F1ZW'],
    ['two digits exchanged', '27AAPFU0993F1ZV'],
    ['a state that does not exist', `39AAPFU0939F1Z${gstinCheckCharacter('39AAPFU0939F1Z')}`],
    ['lower case', '27aapfu0939f1zv'],
    ['a digit less', '27AAPFU0939F1Z'],
    ['nothing', ''],
  ])('with %s is invalid', (_what, gstin) => {
    expect(isGstin(gstin)).toBe(false);
  });

  test('with any other digit in one place is invalid', () => {
    const gstin = '27AAPFU0939F1ZV';
    fc.assert(
      fc.property(fc.constantFrom(7, 8, 9, 10), fc.nat(9), (place, digit) => {
        const changed = gstin.slice(0, place) + digit + gstin.slice(place + 1);
        return changed === gstin || !isGstin(changed);
      }),
    );
  });
});
