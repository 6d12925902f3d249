import { describe, expect, it } from 'vitest';
import { paySandboxPayment } from '#contract/payments/payment.ts';
import {
  type CardInput,
  emptyCard,
  formatCardNumber,
  formatExpiry,
  formatSecurityCode,
} from './card-form.tsx';

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
  const card = {
    id: 'sandbox_0123456789',
    number: '4242 4242 4242 4242',
    expiry: '12/34',
    securityCode: '123',
    name: 'Asha',
  };
  const issuesOf = (changed: Partial<CardInput>) =>
    paySandboxPayment.input
      .safeParse({ ...card, ...changed })
      .error?.issues.map(({ path, message }) => [path.join(), message]);

  it('that is filled in has no issues', () => {
    expect(issuesOf({})).toBeUndefined();
  });

  it('that is empty has one at every field', () => {
    expect(issuesOf(emptyCard)).toEqual([
      ['number', 'Enter 16 digits.'],
      ['expiry', 'Enter month and year, such as 12/34.'],
      ['securityCode', 'Enter any three digits.'],
      ['name', 'Enter a name'],
    ]);
  });

  it('has months from 1 to 12', () => {
    expect(issuesOf({ expiry: '13/34' })).toHaveLength(1);
    expect(issuesOf({ expiry: '00/34' })).toHaveLength(1);
  });

  it('has a number of 16 digits', () => {
    expect(issuesOf({ number: formatCardNumber('424242424242424') })).toEqual([
      ['number', 'Enter 16 digits.'],
    ]);
  });

  it('has a security code of three or four digits', () => {
    expect(formatSecurityCode('12a345')).toBe('1234');
    expect(issuesOf({ securityCode: '12' })).toEqual([['securityCode', 'Enter any three digits.']]);
  });
});
