import { expect, test } from 'vitest';
import { maximumImportBytes } from '#contract/product-import/product-file.ts';
import { sizeText, validateFile } from './file-check.ts';

const file = (content: BlobPart, name = 'products.csv') => new File([content], name);

test('accepts text files by content', async () => {
  expect(await validateFile(file('id,name\n'))).toBe('');
  expect(await validateFile(file('PK,name\n', 'products.xlsx'))).toBe('');
  expect(await validateFile(file('x'))).toBe('');
});

test('rejects empty files and spreadsheets', async () => {
  expect(await validateFile(file(''))).toBe('This file is empty.');
  expect(await validateFile(file(new Uint8Array([0x50, 0x4b, 3, 4, 20])))).toMatch(/spreadsheet.*CSV UTF-8/);
  expect(await validateFile(file(new Uint8Array([0xd0, 0xcf, 0x11, 0xe0, 0xa1])))).toMatch(/spreadsheet/);
});

test('accepts 100 MB but not one byte more', async () => {
  expect(await validateFile(file(new Uint8Array(maximumImportBytes)))).toBe('');
  expect(await validateFile(file(new Uint8Array(maximumImportBytes + 1)))).toBe(
    'This file has 100.1 MB, and at most 100 MB is allowed. Split it into smaller files.',
  );
});

test('rejects a file that changed on disk', async () => {
  const changed = file('id,name');
  changed.slice = () => {
    throw new DOMException('The requested file could not be read', 'NotReadableError');
  };
  expect(await validateFile(changed)).toMatch(/Choose it again/);
});

test.each([
  [1, '1 KB'],
  [300_000, '293 KB'],
  [4_400_000, '4.2 MB'],
])('formats %i bytes as %s', (bytes, text) => expect(sizeText(bytes)).toBe(text));
