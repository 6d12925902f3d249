import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { maximumUploadBytes } from '#contract/rules/image.ts';
import { fitWithin, prepareImage } from './prepare-image.ts';

const drawing = { imageSmoothingQuality: 'low', drawImage: vi.fn() };
let written: { type: string; width: number; height: number }[];
let bytesWritten: number;

/** A browser that takes every file for a picture of that size, or for none. */
function openBrowser(picture: { width: number; height: number } | null) {
  const close = vi.fn();
  vi.stubGlobal('createImageBitmap', async () => {
    if (picture === null) throw new DOMException('The source image could not be decoded.');
    return { ...picture, close };
  });
  return close;
}

beforeEach(() => {
  written = [];
  bytesWritten = 1000;
  const canvas = {
    width: 0,
    height: 0,
    getContext: () => drawing,
    toBlob(done: (blob: Blob) => void, type: string) {
      written.push({ type, width: this.width, height: this.height });
      done(new Blob([new Uint8Array(bytesWritten)], { type }));
    },
  };
  vi.stubGlobal('document', { createElement: () => canvas });
});
afterEach(() => vi.unstubAllGlobals());

const fileOf = (type: string, bytes = 1000) => new File([new Uint8Array(bytes)], 'me', { type });

it('sends a small picture as it is', async () => {
  const close = openBrowser({ width: 1024, height: 700 });
  const file = fileOf('image/png');
  expect((await prepareImage(file, 1024)).picture).toBe(file);
  expect(written).toEqual([]);
  expect(close).toHaveBeenCalledOnce();
});

it('makes a photograph of a phone smaller, however heavy it is', async () => {
  openBrowser({ width: 3000, height: 4000 });
  const { picture } = await prepareImage(fileOf('image/jpeg', maximumUploadBytes * 2), 1024);
  expect([picture?.type, picture?.size]).toEqual(['image/jpeg', 1000]);
  expect(written).toEqual([{ type: 'image/jpeg', width: 768, height: 1024 }]);
});

it('draws a heavy picture of few pixels anew', async () => {
  openBrowser({ width: 900, height: 900 });
  await prepareImage(fileOf('image/png', maximumUploadBytes + 1), 1024);
  expect(written).toEqual([{ type: 'image/webp', width: 900, height: 900 }]);
});

it('turns what only the browser can read into what the shop takes', async () => {
  openBrowser({ width: 300, height: 200 });
  await prepareImage(fileOf('image/heic'), 1024);
  await prepareImage(fileOf(''), 1024);
  expect(written.map(({ type }) => type)).toEqual(['image/webp', 'image/webp']);
});

it.each([
  ['a text', fileOf('text/plain'), 'Please choose a picture, such as a JPEG, PNG or WebP.'],
  ['an SVG', fileOf('image/svg+xml'), 'Please choose a picture, such as a JPEG, PNG or WebP.'],
  ['an empty file', fileOf('image/png', 0), 'This file is empty. Please choose another one.'],
])('says of %s that it is no picture', async (_name, file, problem) => {
  openBrowser({ width: 10, height: 10 });
  expect(await prepareImage(file, 1024)).toEqual({ problem });
});

it('says so when a picture cannot be read, whatever it is called', async () => {
  openBrowser(null);
  expect((await prepareImage(fileOf('image/png'), 1024)).problem).toMatch(/cannot be read/);
});

it('says so when a picture stays too heavy', async () => {
  openBrowser({ width: 9000, height: 9000 });
  bytesWritten = maximumUploadBytes + 1;
  expect((await prepareImage(fileOf('image/bmp'), 9000)).problem).toMatch(/at most 5 MB/);
});

it('keeps the proportions, and at least a pixel', () => {
  expect(fitWithin(1024, { width: 4000, height: 3000 })).toEqual({ width: 1024, height: 768 });
  expect(fitWithin(1024, { width: 100, height: 50 })).toEqual({ width: 100, height: 50 });
  expect(fitWithin(1024, { width: 100_000, height: 3 })).toEqual({ width: 1024, height: 1 });
});
