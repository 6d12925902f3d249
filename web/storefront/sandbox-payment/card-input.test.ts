import { describe, expect, it } from 'vitest';
import { emptyCard, formatCardNumber, formatExpiry, formatSecurityCode, validateCard } from './card-input.ts';

describe('the number of a card', () => {
  it.each([
    ['', ''],
    ['4242', '4242'],
    ['42424', '4242 4'],
    ['4242424242424242', '4242 4242 4242 4242'],
    ['4242-4242 4242.4242', '4242 4242 4242 4242'],
    ['4242 4242 4242 4242 99', '4242 4242 4242 4242'],
    ['card', ''],
  ])('typed as %j is shown as %j', (typed, shown) => {
    expect(formatCardNumber(typed)).toBe(shown);
  });
});

describe('the month at which a card ends', () => {
  it.each([
    ['', ''],
    ['1', '1'],
    ['12', '12'],
    ['123', '12/3'],
    ['1234', '12/34'],
    ['12/34', '12/34'],
    ['12/', '12'],
    ['3', '03'],
    ['1/', '01'],
    ['12 / 2034', '12/34'],
    ['1/34', '01/34'],
    ['04-2030', '04/30'],
  ])('typed as %j is shown as %j', (typed, shown) => {
    expect(formatExpiry(typed)).toBe(shown);
  });
});

describe('a card', () => {
  const card = { number: '4242 4242 4242 4242', expiry: '12/34', securityCode: '123', name: 'Asha' };

  it('that is filled in has no issues', () => {
    expect(validateCard(card)).toEqual({});
  });

  it('that is empty has one at every field', () => {
    expect(Object.keys(validateCard(emptyCard))).toEqual(['number', 'expiry', 'securityCode', 'name']);
  });

  it('has months from 1 to 12', () => {
    expect(validateCard({ ...card, expiry: '13/34' })).toHaveProperty('expiry');
    expect(validateCard({ ...card, expiry: '00/34' })).toHaveProperty('expiry');
  });

  it('has a security code of at most four digits', () => {
    expect(formatSecurityCode('12a345')).toBe('1234');
  });
});
