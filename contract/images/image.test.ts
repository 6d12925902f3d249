import { expect, test } from 'vitest';
import { imageSrcSet, imageUrl, imageVariantUrl } from './image.ts';

test('an address turns into the same picture in another width and format', () => {
  expect(imageVariantUrl(imageUrl('abc'), 320, 'avif')).toBe('/images/abc/320.avif');
});

test('an address that is not ours stays as it is, and has no source set', () => {
  expect(imageVariantUrl('https://example.com/a.png', 320, 'avif')).toBe('https://example.com/a.png');
  expect(imageSrcSet('https://example.com/a.png', 'avif')).toBe('');
});

test('a source set names every width', () => {
  expect(imageSrcSet(imageUrl('abc'), 'webp')).toBe(
    '/images/abc/160.webp 160w, /images/abc/320.webp 320w, /images/abc/640.webp 640w, /images/abc/1080.webp 1080w',
  );
});
