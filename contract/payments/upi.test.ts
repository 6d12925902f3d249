import { expect, test } from 'vitest';
import { toUpiUrl, vpaPattern } from './upi.ts';

const payee = { vpa: 'tokri.store@okhdfcbank', payeeName: 'Tokri & Sons' };

test('the link has payee, exact amount, currency, reference and note', () => {
  const url = toUpiUrl(payee, { orderNumber: 'ORD-7K3M9Q2X', amountPaise: 13_050 });
  expect(url).toBe(
    'upi://pay?pa=tokri.store@okhdfcbank&pn=Tokri%20%26%20Sons&am=130.50&cu=INR&tr=ORD7K3M9Q2X&tn=Order%20ORD-7K3M9Q2X',
  );
  const { searchParams } = new URL(url);
  expect(Object.fromEntries(searchParams)).toMatchObject({ pn: 'Tokri & Sons', am: '130.50' });
});

test.each([
  [1, '0.01'],
  [10, '0.10'],
  [100, '1.00'],
  [29_999_999, '299999.99'],
])('the amount of %i paise is %s', (amountPaise, text) => {
  expect(new URL(toUpiUrl(payee, { orderNumber: 'ORD-1', amountPaise })).searchParams.get('am')).toBe(text);
});

test.each(['store@upi', '9876543210@ybl', 'my-store.1_a@okaxis'])('%s is a UPI ID', (vpa) => {
  expect(vpaPattern.test(vpa)).toBe(true);
});

test.each([
  '',
  'store',
  '@upi',
  'store@',
  'st ore@upi',
  'store@ok.bank',
  'store@upi&am=1',
  'a@b@c',
  '-a@upi',
])('%j is no UPI ID', (vpa) => {
  expect(vpaPattern.test(vpa)).toBe(false);
});
