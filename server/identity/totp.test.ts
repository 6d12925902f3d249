import { expect, test } from 'vitest';
import { findTotpStep, generateTotpSecret, toBase32, totpAt, totpUri } from './totp.ts';

const secret = Buffer.from('12345678901234567890');

// The last 6 digits of the codes of RFC 6238, appendix B.
test.each([
  [59, '287082'],
  [1_111_111_109, '081804'],
  [1_111_111_111, '050471'],
  [1_234_567_890, '005924'],
  [2_000_000_000, '279037'],
  [20_000_000_000, '353130'],
])('the code at %i seconds is %s', (seconds, code) => {
  expect(totpAt(secret, new Date(seconds * 1000))).toBe(code);
});

test('a code is found in its time step and in the ones beside it', () => {
  const now = new Date('2026-11-22T12:00:10Z');
  const code = totpAt(secret, now);
  const step = findTotpStep(secret, code, now);
  for (const seconds of [-30, 30]) {
    const at = new Date(now.getTime() + seconds * 1000);
    expect(findTotpStep(secret, code, at)).toBe(step);
  }
  for (const seconds of [-60, 60]) {
    const at = new Date(now.getTime() + seconds * 1000);
    expect(findTotpStep(secret, code, at)).toBeNull();
  }
});

test('text that is no code is rejected', () => {
  for (const text of ['', '12345', '1234567', 'abcdef', '１２３４５６', '😀😀'])
    expect(findTotpStep(secret, text, new Date())).toBeNull();
});

test('secrets are random, and base32 is that of RFC 4648', () => {
  expect(generateTotpSecret()).not.toEqual(generateTotpSecret());
  expect(generateTotpSecret()).toHaveLength(20);
  expect(toBase32(Buffer.from('foobar'))).toBe('MZXW6YTBOI');
  expect(toBase32(secret)).toBe('GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ');
});

test('the address for apps encodes the names', () => {
  expect(totpUri(secret, { issuer: 'My shop & co', account: 'a+b@c.in' })).toBe(
    'otpauth://totp/My%20shop%20%26%20co:a%2Bb%40c.in?secret=GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ&issuer=My%20shop%20%26%20co',
  );
});
