import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import sharp from 'sharp';
import { expect, test, vi } from 'vitest';
import { bytesOf, plainImage } from '#tests/fixtures/files.ts';
import { listChildren } from '#tests/fixtures/processes.ts';
import { ImageProcess, ImageProcessError } from './image-process.ts';

const variants = [{ width: 160, format: 'webp' as const }];
const photograph = async () => bytesOf(plainImage(3000, 2000).jpeg());

async function encode(images: ImageProcess, source: Uint8Array) {
  return images.run({ kind: 'encode', source, cropMode: 'whole', variants });
}

test('encodes every variant, and says null for a damaged image', async () => {
  const images = new ImageProcess({ maximumMegabytes: 1000 });
  const source = await photograph();
  const [small] = (await encode(images, source)) ?? [];
  expect((await sharp(small).metadata()).width).toBe(160);
  expect(await encode(images, source.subarray(0, 500))).toBeNull();
  expect(await images.run({ kind: 'inspect', source, maximumPixels: 6_000_000 })).toBe('still');
  expect(await images.run({ kind: 'inspect', source, maximumPixels: 5_999_999 })).toBe('too many pixels');
});

test('draws two pictures at the same time, and rejects what is no drawing', async () => {
  const images = new ImageProcess({ maximumMegabytes: 1000, concurrency: 2 });
  const module = join(import.meta.dirname, '../../demo/artwork/draw-image.ts');
  const drawing = { view: 'group', foods: ['paneer'], hue: 90, look: 1 };
  const [svg, refused, preview] = await Promise.allSettled([
    images.run({ kind: 'draw', module, drawing }),
    images.run({ kind: 'draw', module, drawing: { view: 'unknown' } }),
    images.run({ kind: 'derive', file: '1200.jpg', source: await photograph() }),
  ]);
  expect(refused).toMatchObject({ status: 'rejected', reason: expect.any(ImageProcessError) });
  if (svg.status === 'rejected') throw svg.reason;
  if (preview.status === 'rejected') throw preview.reason;
  const image = await images.run({ kind: 'render', svg: svg.value, width: 320, format: 'webp' });
  expect(await sharp(image).metadata()).toMatchObject({ format: 'webp', width: 320 });
  expect(await sharp(preview.value).metadata()).toMatchObject({ format: 'jpeg', width: 1200 });
});

test('an image that needs more memory than allowed is given up, and the next one gets a new process', async () => {
  const images = new ImageProcess({ maximumMegabytes: 10 });
  for (let attempt = 0; attempt < 2; attempt += 1)
    await expect(encode(images, await photograph())).rejects.toThrow(ImageProcessError);
});

test('an image that takes too long is given up', async () => {
  const images = new ImageProcess({ maximumMegabytes: 1000, timeoutMs: 1 });
  await expect(encode(images, await photograph())).rejects.toThrow('SIGKILL');
});

test.runIf(process.platform === 'linux')(
  'an image is decoded by a new process when the one before died while it was idle',
  async () => {
    const images = new ImageProcess({ maximumMegabytes: 1000 });
    const source = await photograph();
    const others = await listChildren('image-process-main');
    await encode(images, source);
    const [decoder = Number.NaN] = (await listChildren('image-process-main')).filter(
      (pid) => !others.includes(pid),
    );
    process.kill(decoder, 'SIGKILL');
    // Its entry disappears when this process has learnt of the end.
    await vi.waitFor(() => expect(existsSync(`/proc/${decoder}`)).toBe(false), 5000);
    expect(await encode(images, source)).toHaveLength(1);
  },
);

test.runIf(process.platform === 'linux')(
  'a crash of the decoder rejects its image; the next ones are decoded, and no process knows a secret',
  async () => {
    const images = new ImageProcess({ maximumMegabytes: 1000 });
    const source = await photograph();
    const others = await listChildren('image-process-main');
    await encode(images, source);
    const [decoder = Number.NaN] = (await listChildren('image-process-main')).filter(
      (pid) => !others.includes(pid),
    );
    const environment = await readFile(`/proc/${decoder}/environ`, 'utf8');
    expect(environment.split('\0').map((entry) => entry.split('=')[0])).not.toContain('TEST_DATABASE_URL');
    const crashed = encode(images, source);
    const next = encode(images, source);
    process.kill(decoder, 'SIGSEGV');
    await expect(crashed).rejects.toThrow('SIGSEGV');
    expect(await next).toHaveLength(1);
  },
);
