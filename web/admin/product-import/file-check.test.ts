import { expect, test } from 'vitest';
import { maximumImportBytes } from '#contract/rules/product-file.ts';
import { sizeText, validateFile } from './file-check.ts';

const file = (content: BlobPart, name = 'products.csv') => new File([content], name);

test('a file of text is sent, whatever it is called', async () => {
  expect(await validateFile(file('id,name\n'))).toBe('');
  expect(await validateFile(file('PK,name\n', 'products.xlsx'))).toBe('');
  expect(await validateFile(file('x'))).toBe('');
});

test('what cannot be taken is said before it is sent', async () => {
  expect(await validateFile(file(''))).toBe('This file is empty.');
  expect(await validateFile(file(new Uint8Array([0x50, 0x4b, 3, 4, 20])))).toMatch(/workbook.*CSV UTF-8/);
  expect(await validateFile(file(new Uint8Array([0xd0, 0xcf, 0x11, 0xe0, 0xa1])))).toMatch(/workbook/);
});

test('a file of 30 MB is sent, and one with a byte more is not', async () => {
  expect(await validateFile(file(new Uint8Array(maximumImportBytes)))).toBe('');
  expect(await validateFile(file(new Uint8Array(maximumImportBytes + 1)))).toBe(
    'This file has 30.1 MB, and at most 30 MB can be taken. Please split it.',
  );
});

test('a file that has changed since it was chosen is to be chosen again', async () => {
  const changed = file('id,name');
  changed.slice = () => {
    throw new DOMException('The requested file could not be read', 'NotReadableError');
  };
  expect(await validateFile(changed)).toMatch(/choose it again/);
});

test.each([
  [1, '1 KB'],
  [300_000, '293 KB'],
  [4_400_000, '4.2 MB'],
])('%i bytes are called %s', (bytes, text) => expect(sizeText(bytes)).toBe(text));
