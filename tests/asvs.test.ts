import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const root = join(import.meta.dirname, '..');
const read = (name: string) => readFileSync(join(root, 'docs', name), 'utf8');
const map = read('asvs.md');
const guide = read('security.md');

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

const rows = [...map.matchAll(/^\| (\d+\.\d+\.\d+) (?!\d+\.\d+\.|\|)(.+) \|$/gm)].map(
  ([, id = '', cells = '']) => {
    const [asks = '', shop = '', test = '', ...more] = cells.split(' | ');
    return { id, asks, shop, test, more };
  },
);
/** Ids of the last table, which groups them by reason. */
const notApplying = [...map.matchAll(/^\| ((?:\d+\.\d+\.\d+(?:-\d+)? ?)+) \| .+ \|$/gm)].flatMap(
  ([, ids = '']) => ids.trim().split(' ').flatMap(expand),
);

test('each requirement of ASVS 5.0 level 2 has exactly one row', () => {
  const expected = requirements.trim().split(/\s+/).flatMap(expand);
  expect(expected).toHaveLength(253);
  const mapped = [...rows.map(({ id }) => id), ...notApplying];
  expect(mapped.toSorted()).toEqual(expected.toSorted());
});

test('each row says whether the requirement is met, and what is met has a test or a reason', () => {
  expect(rows.filter(({ shop }) => !/^(?:met|not met)(?:: |$)/.test(shop))).toEqual([]);
  expect(rows.filter(({ asks, more }) => asks === '' || more.length > 0)).toEqual([]);
  expect(rows.filter(({ shop, test }) => shop.startsWith('met') && test.length < 3)).toEqual([]);
});

test('the numbers of requirements that are met, do not apply and are not met are those of the rows', () => {
  const count = (state: string) => rows.filter(({ shop }) => shop.startsWith(state)).length;
  expect(map.replaceAll('\n', ' ')).toContain(
    `${count('met')} met, ${notApplying.length} that do not apply, ${count('not met')} not met`,
  );
});

test('every file that the documents about security name exists', () => {
  const paths = [...(map + guide).matchAll(/`((?:contract|server|web|tests|docs|deploy)\/[\w./-]+)`/g)].map(
    ([, path = '']) => path,
  );
  expect(paths.length).toBeGreaterThan(250);
  expect([...new Set(paths)].filter((path) => !existsSync(join(root, path)))).toEqual([]);
});

test('every link to a section of the documents about security leads to a heading', () => {
  const anchorsOf = (text: string) =>
    [...text.matchAll(/^##? ?(.+)$/gm)].map(([, heading = '']) =>
      heading
        .toLowerCase()
        .replaceAll(/[^\w -]/g, '')
        .replaceAll(' ', '-'),
    );
  const links = [...(map + guide).matchAll(/\]\((?:security\.md|asvs\.md)?#([^)]+)\)/g)].map(
    ([, anchor = '']) => anchor,
  );
  expect(links.length).toBeGreaterThan(10);
  expect(links.filter((anchor) => ![...anchorsOf(map), ...anchorsOf(guide)].includes(anchor))).toEqual([]);
});
