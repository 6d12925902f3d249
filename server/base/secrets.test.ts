import { expect, test } from 'vitest';
import { createCryptography } from './secrets.ts';

const cryptography = createCryptography('a secret that only the tests know, long enough');
const others = createCryptography('another secret that only the tests know too');

test('what was sealed can be read again, and looks different each time', () => {
  const text = 'Your code is 123456. ₹ 🥛';
  expect(cryptography.decrypt(cryptography.encrypt(text))).toBe(text);
  expect(cryptography.encrypt(text)).not.toBe(cryptography.encrypt(text));
  expect(Buffer.from(cryptography.encrypt(text), 'base64url').toString('latin1')).not.toContain('123456');
});

test('rejects data encrypted with another key, altered or truncated', () => {
  const sealed = cryptography.encrypt('Your code is 123456.');
  const changed = Buffer.from(sealed, 'base64url');
  changed[changed.length - 1] = (changed.at(-1) ?? 0) ^ 1;
  for (const text of [others.encrypt('x'), changed.toString('base64url'), sealed.slice(0, -4), '', 'x'])
    expect(() => cryptography.decrypt(text)).toThrow();
});

test('a digest is the same for the same text, and another for another purpose or secret', () => {
  const digest = cryptography.digest('code', 'a 123456').toString('hex');
  expect(cryptography.digest('code', 'a 123456').toString('hex')).toBe(digest);
  const different = [
    cryptography.digest('link', 'a 123456'),
    others.digest('code', 'a 123456'),
    cryptography.digest('code a', '123456'),
  ];
  for (const other of different) expect(other.toString('hex')).not.toBe(digest);
});

test('with a previous secret, what it encrypted and digested is accepted, and only the present one is used', () => {
  const [old, present] = [
    'a secret that only the tests know, long enough',
    'its successor, which is long enough, too',
  ];
  const rotating = createCryptography(present, old);
  expect(rotating.decrypt(cryptography.encrypt('asha'))).toBe('asha');
  expect(createCryptography(present).decrypt(rotating.encrypt('asha'))).toBe('asha');
  expect(() => cryptography.decrypt(rotating.encrypt('asha'))).toThrow();
  expect(() => rotating.decrypt(others.encrypt('asha'))).toThrow();
  const digests = [createCryptography(present), cryptography].map((each) => each.digest('code', '1'));
  expect(rotating.digests('code', '1')).toEqual(digests);
  expect(rotating.digest('code', '1')).toEqual(digests[0]);
  expect(cryptography.digests('code', '1')).toEqual([digests[1]]);
});
