import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { maximumUploadBytes } from '#contract/images/image.ts';
import { fitWithin, prepareImage } from './image-dropzone.tsx';

const drawing = { imageSmoothingQuality: 'low', drawImage: vi.fn() };
let written: { type: string; width: number; height: number }[];
let bytesWritten: number;

/** Stubs a browser that decodes each file as an image of that size, or none. */
function openBrowser(image: { width: number; height: number } | null) {
  const close = vi.fn();
  vi.stubGlobal('createImageBitmap', async () => {
    if (image === null) throw new DOMException('The source image could not be decoded.');
    return { ...image, close };
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

it('returns a small image unchanged', async () => {
  const close = openBrowser({ width: 1024, height: 700 });
  const file = fileOf('image/png');
  expect((await prepareImage(file, 1024)).image).toBe(file);
  expect(written).toEqual([]);
  expect(close).toHaveBeenCalledOnce();
});

it('scales down a large photo', async () => {
  openBrowser({ width: 3000, height: 4000 });
  const { image } = await prepareImage(fileOf('image/jpeg', maximumUploadBytes * 2), 1024);
  expect([image?.type, image?.size]).toEqual(['image/jpeg', 1000]);
  expect(written).toEqual([{ type: 'image/jpeg', width: 768, height: 1024 }]);
});

it('encodes again an image that has few pixels and too many bytes', async () => {
  openBrowser({ width: 900, height: 900 });
  await prepareImage(fileOf('image/png', maximumUploadBytes + 1), 1024);
  expect(written).toEqual([{ type: 'image/webp', width: 900, height: 900 }]);
});

it('converts formats that the server does not accept', async () => {
  openBrowser({ width: 300, height: 200 });
  await prepareImage(fileOf('image/heic'), 1024);
  await prepareImage(fileOf(''), 1024);
  expect(written.map(({ type }) => type)).toEqual(['image/webp', 'image/webp']);
});

it.each([
  ['a text', fileOf('text/plain'), 'Choose a picture, such as a JPEG, PNG or WebP.'],
  ['an SVG', fileOf('image/svg+xml'), 'Choose a picture, such as a JPEG, PNG or WebP.'],
  ['an empty file', fileOf('image/png', 0), 'This file is empty. Choose another one.'],
])('rejects %s', async (_name, file, problem) => {
  openBrowser({ width: 10, height: 10 });
  expect(await prepareImage(file, 1024)).toEqual({ problem });
});

it('rejects a file that cannot be decoded, whatever its name', async () => {
  openBrowser(null);
  expect((await prepareImage(fileOf('image/png'), 1024)).problem).toMatch(/cannot be read/);
});

it('rejects an image that stays too large', async () => {
  openBrowser({ width: 9000, height: 9000 });
  bytesWritten = maximumUploadBytes + 1;
  expect((await prepareImage(fileOf('image/bmp'), 9000)).problem).toMatch(/at most 5 MB/);
});

it('keeps the proportions, and at least one pixel', () => {
  expect(fitWithin(1024, { width: 4000, height: 3000 })).toEqual({ width: 1024, height: 768 });
  expect(fitWithin(1024, { width: 100, height: 50 })).toEqual({ width: 100, height: 50 });
  expect(fitWithin(1024, { width: 100_000, height: 3 })).toEqual({ width: 1024, height: 1 });
});
