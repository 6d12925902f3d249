import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const root = join(import.meta.dirname, '..');
const document = readFileSync(join(root, 'docs', 'security.md'), 'utf8');

// The requirements of levels 1 and 2 of ASVS 5.0; a range counts the last number.
const requirements = `
  1.1.1-2 1.2.1-9 1.3.1-11 1.4.1-3 1.5.1-2 2.1.1-3 2.2.1-3 2.3.1-4 2.4.1 3.2.1-2 3.3.1-4 3.4.1-6 3.5.1-5 3.7.1-2 4.1.1-3
  4.2.1 4.3.1-2 4.4.1-4 5.1.1 5.2.1-3 5.3.1-2 5.4.1-3 6.1.1-3 6.2.1-12 6.3.1-4 6.4.1-4 6.5.1-5 6.6.1-3 6.8.1-4 7.1.1-3
  7.2.1-4 7.3.1-2 7.4.1-5 7.5.1-2 7.6.1-2 8.1.1-2 8.2.1-3 8.3.1 8.4.1 9.1.1-3 9.2.1-4 10.1.1-2 10.2.1-2 10.3.1-4
  10.4.1-11 10.5.1-5 10.6.1-2 10.7.1-3 11.1.1-2 11.2.1-3 11.3.1-3 11.4.1-4 11.5.1 11.6.1 12.1.1-3 12.2.1-2 12.3.1-4
  13.1.1 13.2.1-5 13.3.1-2 13.4.1-5 14.1.1-2 14.2.1-4 14.3.1-3 15.1.1-3 15.2.1-3 15.3.1-7 16.1.1 16.2.1-5 16.3.1-4
  16.4.1-3 16.5.1-3 17.1.1 17.2.1-4 17.3.1-2`;

function expand(range: string): string[] {
  const [, section, first, last = first] = /^(\d+\.\d+)\.(\d+)(?:-(\d+))?$/.exec(range) ?? [];
  const count = Number(last) - Number(first) + 1;
  return Array.from({ length: count }, (_id, index) => `${section}.${Number(first) + index}`);
}

const rows = [...document.matchAll(/^\| (\d+\.\d+\.\d+) \| (.+) \|$/gm)].map(([, id = '', cells = '']) => {
  const [asks = '', shop = '', test = '', ...more] = cells.split(' | ');
  return { id, asks, shop, test, more };
});

test('each requirement of ASVS 5.0 level 2 has exactly one row, in order', () => {
  const expected = requirements.trim().split(/\s+/).flatMap(expand);
  expect(expected).toHaveLength(253);
  expect(rows.map(({ id }) => id)).toEqual(expected);
});

test('each row says whether the requirement is met, and what is met has a test or a reason', () => {
  expect(rows.filter(({ shop }) => !/^(?:met|not met|does not apply)(?:: |$)/.test(shop))).toEqual([]);
  expect(rows.filter(({ asks, more }) => asks === '' || more.length > 0)).toEqual([]);
  expect(rows.filter(({ shop, test }) => shop.startsWith('met') && test.length < 3)).toEqual([]);
});

test('the numbers of requirements that are met, do not apply and are not met are those of the rows', () => {
  const count = (state: string) => rows.filter(({ shop }) => shop.startsWith(state)).length;
  expect(document.replaceAll('\n', ' ')).toContain(
    `${count('met')} met, ${count('does not apply')} that do not apply, ${count('not met')} not met`,
  );
});

test('every file that the document names exists', () => {
  const paths = [...document.matchAll(/`((?:contract|server|web|tests|docs|deploy)\/[\w./-]+)`/g)].map(
    ([, path = '']) => path,
  );
  expect(paths.length).toBeGreaterThan(250);
  expect([...new Set(paths)].filter((path) => !existsSync(join(root, path)))).toEqual([]);
});

test('every link to a section of the document leads to a heading', () => {
  const anchors = [...document.matchAll(/^##+ (.+)$/gm)].map(([, heading = '']) =>
    heading
      .toLowerCase()
      .replaceAll(/[^\w -]/g, '')
      .replaceAll(' ', '-'),
  );
  const links = [...document.matchAll(/\]\(#([^)]+)\)/g)].map(([, anchor = '']) => anchor);
  expect(links.filter((anchor) => !anchors.includes(anchor))).toEqual([]);
});
