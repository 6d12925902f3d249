import { expect, test } from 'vitest';
import { stateTaxName, toStateLabel, toSupplyStateCode } from './place-of-supply.ts';

const address = { state: 'Maharashtra', pincode: '411001', country: 'India' };

test.each([
  ['the state', {}, '27'],
  ['another spelling', { state: ' jammu & kashmir ', pincode: '' }, '01'],
  ['a former name', { state: 'Orissa', pincode: '' }, '21'],
  ['the state rather than the PIN code', { state: 'Goa' }, '30'],
  ['the PIN code for a state in another script', { state: 'कर्नाटक', pincode: '560001' }, '29'],
  ['the PIN code for an unknown state', { state: 'Here', pincode: '600001' }, '33'],
  ['the state of the store without either', { state: 'Here', pincode: 'x' }, '27'],
  ['abroad', { country: 'Nepal' }, '96'],
] as const)('the place of supply is %s', (_what, given, expected) => {
  expect(toSupplyStateCode({ ...address, ...given }, '27')).toBe(expected);
});

test('a place is named with its code, and union territories without a legislature have their own tax', () => {
  expect(['27', '96', '', '99'].map(toStateLabel)).toEqual([
    'Maharashtra (27)',
    'Other country (96)',
    '',
    '99',
  ]);
  expect(['27', '07', '04', '38'].map(stateTaxName)).toEqual(['SGST', 'SGST', 'UTGST', 'UTGST']);
});
