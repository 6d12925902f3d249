import { expect, test } from 'vitest';
import { email, id, text } from './fields.ts';

function complaintsOf(schema: { safeParse(value: unknown): { error?: { issues: { message: string }[] } } }) {
  return (value: unknown) => schema.safeParse(value).error?.issues.map(({ message }) => message) ?? [];
}

test.each([
  ['nothing', undefined, 'Please fill this in.'],
  ['null', null, 'Please fill this in.'],
  ['empty text', '', 'Please fill this in.'],
  ['blanks', ' \u3000\u00a0\t', 'Please fill this in.'],
  ['characters that nobody sees', '\u200b\u200d\u2060\u3164', 'Please fill this in.'],
  ['a number', 5, 'This must be text.'],
  ['a list', ['a'], 'This must be text.'],
  ['a NUL byte', 'a\0b', 'This contains characters that cannot be stored.'],
  ['half a surrogate pair', 'a\ud83d', 'This contains characters that cannot be stored.'],
  ['a second line', 'a\nb', 'This contains characters that cannot be stored.'],
  ['too much', 'x'.repeat(21), 'At most 20 characters.'],
])('%s is refused as a line of text, with one complaint', (_what, value, complaint) => {
  expect(complaintsOf(text(20))(value)).toEqual([complaint]);
});

test.each(['a', 'Ærø', 'राम', '山田', '👨‍👩‍👧', "'; drop table account; --", '<b>bold</b>', '=1+1'])(
  '%j is text like any other and stays as it is',
  (value) => {
    expect(text(40).parse(` ${value} `)).toBe(value);
  },
);

test('an e-mail address is trimmed and lower-cased', () => {
  expect(email.parse('  Asha.RAO+Shop@Example.CO.IN ')).toBe('asha.rao+shop@example.co.in');
});

test.each([
  '',
  'asha',
  'asha@',
  '@example.com',
  'asha@localhost',
  'asha@example.com\0',
  'a b@example.com',
  'asha@example.com, ravi@example.com',
  'Asha <asha@example.com>',
  'asha@example.com\r\nBcc: everybody@example.com',
  `${'a'.repeat(250)}@example.com`,
  'äsha@example.com',
  7,
  null,
  ['asha@example.com'],
])('%j is no e-mail address', (value) => {
  expect(complaintsOf(email)(value)).toHaveLength(1);
});

test.each(['', 'a-b', 'a b', '../x', "' or 1=1", 'x'.repeat(33), '\0', 'é', 7, null, {}])(
  '%j is no id',
  (value) => {
    expect(complaintsOf(id)(value)).toHaveLength(1);
  },
);
