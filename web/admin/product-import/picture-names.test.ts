import { describe, expect, test } from 'vitest';
import type { KeyMatch } from '#contract/products/product.ts';
import {
  isHostilePath,
  isSystemFile,
  matchPictures,
  mergeImages,
  type PictureFile,
  type PictureProduct,
  parsePictureName,
} from './picture-names.ts';

test.each<[string, string[] | null, number]>([
  ['FR-0042.jpg', ['fr-0042'], 0],
  ['FR-42.jpg', ['fr-42', 'fr'], 42],
  ['FR-0042-1.JPEG', ['fr-0042-1', 'fr-0042'], 1],
  ['Fruits/Mangoes/Alphonso Mango_2.webp', ['alphonso mango_2', 'alphonso mango'], 2],
  ['Fruits\\Alphonso Mango (3).png', ['alphonso mango (3)', 'alphonso mango'], 3],
  ['8901030865275.png', ['8901030865275'], 0],
  ['8901030865275_02.png', ['8901030865275_02', '8901030865275'], 2],
  ['अमूल मक्खन-1.jpg', ['अमूल मक्खन-1', 'अमूल मक्खन'], 1],
  // Decomposed, as macOS writes it.
  ['Cafe\u0301.jpg', ['café'], 0],
  ['Dal 1.5 kg', ['dal 1.5 kg'], 0],
  ['-1.jpg', ['-1'], 0],
  ['.jpg', null, 0],
  ['  .jpg', null, 0],
  [`${'a'.repeat(201)}.jpg`, null, 0],
  ['a\u0000b.jpg', null, 0],
])('reads the name %j', (path, keys, position) => {
  const name = parsePictureName(path);
  expect(name?.keys ?? null).toEqual(keys);
  expect(name?.position ?? 0).toBe(position);
});

test.each([
  '../a.jpg',
  'a/../../b.jpg',
  '/etc/a.jpg',
  '\\\\server\\a.jpg',
  'C:\\a.jpg',
  'a\r\n.jpg',
  'x'.repeat(1001),
])('refuses the path %j', (path) => {
  expect(isHostilePath(path)).toBe(true);
});

test.each(['a.jpg', 'a/b.jpg', 'a..b.jpg', '...jpg', 'Fruits & more/मक्खन (1).jpg'])(
  'takes the path %j',
  (path) => {
    expect(isHostilePath(path)).toBe(false);
  },
);

test.each(['__MACOSX/a/._b.jpg', '.DS_Store', 'a/.hidden.png', 'Thumbs.db', 'folder/desktop.ini', 'folder/'])(
  'ignores the system file %j',
  (path) => {
    expect(isSystemFile(path)).toBe(true);
  },
);

const product = (_id: string, image: string[] = []): PictureProduct => ({
  ...{ _id, name: _id, unit: '1 kg', image, updatedAt: '2026-01-01T00:00:00.000Z' },
});

function fileOf(path: string): PictureFile {
  const name = parsePictureName(path);
  if (name === null) throw new Error(path);
  return { path, name, read: () => Promise.reject(new Error('not read')) };
}

const match = (key: string, by: KeyMatch['by'], _id: string): KeyMatch => ({
  key,
  by,
  product: product(_id),
});

const matched = (paths: string[], matches: KeyMatch[]) => {
  const { matched: products, ambiguous, unknown, tooMany } = matchPictures(paths.map(fileOf), matches);
  return {
    matched: products.map(({ product: { _id }, files }) => [_id, ...files.map(({ path }) => path)]),
    ambiguous: ambiguous.map(({ path }) => path),
    ...{ unknown, tooMany },
  };
};

describe('a picture belongs to', () => {
  test('the product that its whole name names, before one that it names without its number', () => {
    const matches = [match('fr-1', 'sku', 'one'), match('fr', 'sku', 'family')];
    expect(matched(['FR-1.jpg', 'FR-2.jpg'], matches).matched).toEqual([
      ['one', 'FR-1.jpg'],
      ['family', 'FR-2.jpg'],
    ]);
  });

  test('the product of the SKU before that of the barcode and the name', () => {
    const matches = [match('8901', 'name', 'c'), match('8901', 'barcode', 'b'), match('8901', 'sku', 'a')];
    expect(matched(['8901.jpg'], matches).matched).toEqual([['a', '8901.jpg']]);
  });

  test('the product of name and unit before several of the name, and to none of several', () => {
    const matches = [
      ...[
        match('dal 1 kg', 'nameAndUnit', 'a'),
        match('dal 1 kg', 'name', 'b'),
        match('dal 1 kg', 'name', 'c'),
      ],
      ...[match('dal', 'name', 'a'), match('dal', 'name', 'b')],
    ];
    expect(matched(['Dal 1 kg.jpg', 'Dal.jpg', 'Dal-2.jpg'], matches)).toEqual({
      matched: [['a', 'Dal 1 kg.jpg']],
      ambiguous: ['Dal.jpg', 'Dal-2.jpg'],
      ...{ unknown: [], tooMany: [] },
    });
  });
});

test('pictures of a product are in the order of their numbers, and at most 12', () => {
  const paths = [14, 2, 10, 1, 3, 4, 5, 6, 7, 8, 9, 11, 12].map((number) => `A-${number}.jpg`);
  const { matched: products, tooMany } = matched([...paths, 'A.png'], [match('a', 'sku', 'a')]);
  const numbers = Array.from({ length: 11 }, (_, index) => `A-${index + 1}.jpg`);
  expect(products).toEqual([['a', 'A.png', ...numbers]]);
  expect(tooMany).toEqual(['A-12.jpg', 'A-14.jpg']);
});

test('files without a product are reported', () => {
  expect(matched(['Q.jpg'], []).unknown).toEqual(['Q.jpg']);
});

describe('new pictures', () => {
  test('come after the present ones, each once', () => {
    expect(mergeImages(['a', 'b'], ['b', 'c'], 'add')).toEqual({ images: ['a', 'b', 'c'], dropped: 0 });
    expect(mergeImages(['a', 'b'], ['c', 'c'], 'replace')).toEqual({ images: ['c'], dropped: 0 });
  });

  test('beyond the most of a product are left out', () => {
    const present = Array.from({ length: 11 }, (_, index) => `p${index}`);
    const { images, dropped } = mergeImages(present, ['x', 'y', 'z'], 'add');
    expect([images.length, images.at(-1), dropped]).toEqual([12, 'x', 2]);
  });
});
