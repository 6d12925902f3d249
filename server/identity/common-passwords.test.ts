import { expect, test } from 'vitest';
import { isCommonPassword } from './password.ts';

test.each([
  'password',
  'PASSWORD',
  'Password123',
  'P@ssw0rd',
  'Welcome@123',
  'India@2024',
  'qwertyuiop',
  'krishnakrishna',
  '12345678',
  '87654321',
  '90123456',
  'zyxwvuts',
  'aaaaaaaa',
  '        ',
  'abababab',
  '😀😀😀😀',
])('%j is a common password', (password) => {
  expect(isCommonPassword(password)).toBe(true);
});

test.each([
  'correct horse battery staple',
  'Tr0ub4dor&3',
  'password manager',
  'S3cure-Basket!',
  'mango-lassi-9',
  'Shopper-2026-pass',
  'Str0ng!Passw0rd#1',
])('%j is not a common password', (password) => {
  expect(isCommonPassword(password)).toBe(false);
});
