import { expect, test } from 'vitest';
import { parsePageText } from './page-text.ts';

const values = new Map([
  ['name', 'Spice *Route*'],
  ['phone', '98765 43210'],
  ['website', 'javascript:alert(1)'],
]);
const parse = (text: string) => parsePageText(text, values);
const linksOf = (text: string) =>
  parse(text).flatMap(({ items }) => items.flat().flatMap(({ href }) => href ?? []));
const textOf = (text: string) =>
  parse(text)
    .flatMap(({ items }) => items.flat())
    .map((run) => run.text)
    .join('');

const plain = { isStrong: false, isEmphasis: false, href: null };

test('headings, paragraphs, lists, bold, italic and links are parsed', () => {
  expect(
    parse('# Terms\n\nOf **Tokri**,\n*today*.\n\n### Next\n\n- one\n  - two\n\n1. [site](https://a.example)'),
  ).toEqual([
    { kind: 'heading', items: [[{ ...plain, text: 'Terms' }]] },
    {
      kind: 'paragraph',
      items: [
        [
          { ...plain, text: 'Of ' },
          { ...plain, text: 'Tokri', isStrong: true },
          { ...plain, text: ',\n' },
          { ...plain, text: 'today', isEmphasis: true },
          { ...plain, text: '.' },
        ],
      ],
    },
    { kind: 'subheading', items: [[{ ...plain, text: 'Next' }]] },
    { kind: 'bullets', items: [[{ ...plain, text: 'one' }], [{ ...plain, text: 'two' }]] },
    { kind: 'numbers', items: [[{ ...plain, text: 'site', href: 'https://a.example/' }]] },
  ]);
});

test('the value of a placeholder is never markup', () => {
  expect(parse('By {name}, {other}')).toEqual([
    { kind: 'paragraph', items: [[{ ...plain, text: 'By Spice *Route*, {other}' }]] },
  ]);
});

test('links lead to web, email and telephone addresses only', () => {
  expect(linksOf('[a](https://a.example) [b](mailto:b@b.example) [c](tel:{phone}) care@c.example')).toEqual([
    'https://a.example/',
    'mailto:b@b.example',
    'tel:98765 43210',
    'mailto:care@c.example',
  ]);
  const hostile = [
    'javascript:alert(1)',
    'JaVaScRiPt:alert(1)',
    'data:text/html,x',
    '//evil.example',
    '/login',
  ];
  for (const href of [
    ...hostile,
    '{website}',
    '&#106;avascript:alert(1)',
    'vbscript:x',
    'blob:https://a.example/1',
  ])
    expect(linksOf(`[a](${href})`), href).toEqual([]);
});

test.each([
  '<script>alert(1)</script>',
  '<img src=x onerror=alert(1)>',
  '![a](https://a.example/b.png)',
  '> quoted',
  '| a |\n|---|\n| 1 |',
])('%s is shown as it was typed', (typed) => {
  expect(textOf(typed)).toBe(typed);
  expect(linksOf(typed)).toEqual([]);
});

test('text that is nested too deeply throws a RangeError', () => {
  expect(() => parse('>'.repeat(20_000))).toThrow(RangeError);
});
