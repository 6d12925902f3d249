import { expect, test } from 'vitest';
import { createSecrets } from './secrets.ts';

const secrets = createSecrets('a secret that only the tests know, long enough');
const others = createSecrets('another secret that only the tests know too');

test('what was sealed can be read again, and looks different each time', () => {
  const text = 'Your code is 123456. ₹ 🥛';
  expect(secrets.open(secrets.encrypt(text))).toBe(text);
  expect(secrets.encrypt(text)).not.toBe(secrets.encrypt(text));
  expect(Buffer.from(secrets.encrypt(text), 'base64url').toString('latin1')).not.toContain('123456');
});

test('rejects data encrypted with another key, altered or truncated', () => {
  const sealed = secrets.encrypt('Your code is 123456.');
  const changed = Buffer.from(sealed, 'base64url');
  changed[changed.length - 1] = (changed.at(-1) ?? 0) ^ 1;
  for (const text of [others.encrypt('x'), changed.toString('base64url'), sealed.slice(0, -4), '', 'x'])
    expect(() => secrets.open(text)).toThrow();
});

test('a digest is the same for the same text, and another for another purpose or secret', () => {
  const digest = secrets.digest('code', 'a 123456').toString('hex');
  expect(secrets.digest('code', 'a 123456').toString('hex')).toBe(digest);
  const different = [
    secrets.digest('link', 'a 123456'),
    others.digest('code', 'a 123456'),
    secrets.digest('code a', '123456'),
  ];
  for (const other of different) expect(other.toString('hex')).not.toBe(digest);
});
