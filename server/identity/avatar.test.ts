import sharp from 'sharp';
import { afterAll, beforeEach, expect, test } from 'vitest';
import type { User } from '#contract/identity/account.ts';
import { imageFormats, imageVariantUrl, imageWidths } from '#contract/images/image.ts';
import { buildApp } from '#server/app/app.ts';
import { startSession } from '#server/sessions/sessions.service.ts';
import { testContext } from '#tests/fixtures/context.ts';
import { openTestDatabase } from '#tests/fixtures/database.ts';
import { bytesOf, formWith, plainImage } from '#tests/fixtures/files.ts';
import { addShopper } from '#tests/fixtures/seed.ts';

const { db } = await openTestDatabase();
let userId: string;
let authorization: string;

const app = buildApp(testContext(db), 'http://localhost:3000').fastify;
const url = await app.listen({ port: 0, host: '127.0.0.1' });
beforeEach(async () => {
  userId = await addShopper(db);
  authorization = await logIn(userId);
});
afterAll(() => app.close());

async function logIn(id: string): Promise<string> {
  return `Bearer ${(await startSession(testContext(db), id)).accessToken}`;
}

async function upload(bytes: Uint8Array<ArrayBuffer>, who = authorization) {
  const response = await fetch(`${url}/api/user/upload-avatar`, {
    method: 'PUT',
    headers: { authorization: who },
    body: formWith('avatar', bytes),
  });
  const answer = await response.json();
  return { status: response.status, answer, avatar: String(answer.data?.avatar) };
}

async function user(who = authorization): Promise<User> {
  const response = await fetch(`${url}/api/user/user-details`, { headers: { authorization: who } });
  return (await response.json()).data;
}

async function image(address: string): Promise<Buffer> {
  const response = await fetch(url + address);
  expect(response.status, address).toBe(200);
  return Buffer.from(await response.arrayBuffer());
}

test('an upload becomes an upright square in every width, without metadata', async () => {
  // The image is rotated: upright, red is at the top.
  const lying = sharp({ create: { width: 900, height: 300, channels: 3, background: '#00f' } })
    .composite([{ input: await plainImage(450, 300, '#f00').png().toBuffer(), left: 0, top: 0 }])
    .withMetadata({ orientation: 6 })
    .withExifMerge({ IFD0: { Copyright: 'A secret place' }, IFD3: { GPSLatitude: '12/1 58/1 0/1' } })
    .jpeg();
  const { status, answer, avatar } = await upload(await bytesOf(lying));
  expect([status, answer]).toEqual([
    200,
    {
      success: true,
      error: false,
      message: 'Profile picture saved.',
      data: { avatar: expect.stringMatching(/^\/images\/[0-9A-Za-z]{22}\/640\.webp$/) },
    },
  ]);
  expect((await user()).avatar).toBe(avatar);
  for (const width of imageWidths) {
    for (const format of imageFormats) {
      const bytes = await image(imageVariantUrl(avatar, width, format));
      const { width: shown, height, exif, xmp, icc, orientation } = await sharp(bytes).metadata();
      expect([shown, height]).toEqual([Math.min(width, 300), Math.min(width, 300)]);
      expect([exif, xmp, icc, orientation]).toEqual([undefined, undefined, undefined, undefined]);
      expect(bytes.includes('secret')).toBe(false);
    }
  }
  const { data, info } = await sharp(await image(avatar))
    .raw()
    .toBuffer({ resolveWithObject: true });
  const colourAt = (y: number) => [...data.subarray((y * info.width + 150) * info.channels).subarray(0, 3)];
  const [top = [], bottom = []] = [colourAt(20), colourAt(280)];
  expect([top[0], bottom[2]].map((value = 0) => value > 200)).toEqual([true, true]);
  expect([top[2], bottom[0]].map((value = 255) => value < 60)).toEqual([true, true]);
});

test.each([
  ['JPEG', () => plainImage(40, 30).jpeg()],
  ['a grey JPEG', () => plainImage(40, 30).greyscale().jpeg()],
  ['a JPEG for printers', () => plainImage(40, 30).toColourspace('cmyk').jpeg()],
  ['PNG', () => plainImage(30, 40).png()],
  ['a see-through PNG', () => plainImage(30, 40).ensureAlpha(0.5).png()],
  ['a PNG of 16 bits', () => plainImage(30, 40).toColourspace('rgb16').png()],
  ['WebP', () => plainImage(30, 30).webp()],
  ['AVIF', () => plainImage(64, 48).avif()],
  ['an image of one pixel', () => plainImage(1, 1).png()],
])('accepts %s', async (_name, make) => {
  const { status, avatar } = await upload(await bytesOf(make()));
  expect(status).toBe(200);
  const { width, height } = await sharp(await image(avatar)).metadata();
  expect(width).toBe(height);
});

test('removes data appended to an image', async () => {
  const png = await bytesOf(plainImage(30, 30).png());
  const tail = new TextEncoder().encode('PK\x03\x04<script>alert(1)</script>');
  const { avatar } = await upload(new Uint8Array([...png, ...tail]));
  expect((await image(avatar)).includes('<script>')).toBe(false);
});

const text = (content: string) => new Uint8Array(Buffer.from(content, 'latin1'));
const svg = '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><script>alert(1)</script></svg>';
const kinds = 'Choose a JPEG, PNG, WebP or AVIF picture.';
const damaged = 'This picture is damaged. Choose another one.';
const moving = 'Choose a picture that is not animated.';

async function movingWebp() {
  const frames = await Promise.all(
    ['#f00', '#00f'].map((colour) => plainImage(20, 20, colour).png().toBuffer()),
  );
  return bytesOf(sharp(frames, { join: { animated: true } }).webp({ loop: 0, delay: [100, 100] }));
}

async function movingPng() {
  const png = Buffer.from(await bytesOf(plainImage(20, 20).png()));
  const afterHead = 8 + 25;
  const chunk = Buffer.from('\x00\x00\x00\x08acTL\x00\x00\x00\x02\x00\x00\x00\x00\x00\x00\x00\x00', 'latin1');
  return new Uint8Array(Buffer.concat([png.subarray(0, afterHead), chunk, png.subarray(afterHead)]));
}

async function movingAvif() {
  const avif = Buffer.from(await bytesOf(plainImage(64, 64).avif()));
  avif.write('avis', 8, 'latin1');
  return new Uint8Array(avif);
}

async function brokenOff(image: Uint8Array<ArrayBuffer>) {
  return image.slice(0, Math.floor(image.length / 2));
}

/** Pixels that no format compresses. */
function noise(side: number) {
  const create = { width: side, height: side, channels: 3, background: '#000' } as const;
  return sharp({ create: { ...create, noise: { type: 'gaussian', mean: 128, sigma: 60 } } });
}

const hostile: [string, string, () => Uint8Array<ArrayBuffer> | Promise<Uint8Array<ArrayBuffer>>][] = [
  ['an SVG', kinds, () => text(svg)],
  ['an SVG that begins as XML', kinds, () => text(`<?xml version="1.0"?>${svg}`)],
  ['a zip', kinds, () => text('PK\x03\x04\x14\x00\x00\x00\x08\x00')],
  ['HTML', kinds, () => text('<!doctype html><script>alert(1)</script>')],
  ['a PDF', kinds, () => text('%PDF-1.7')],
  ['a program', kinds, () => text('\x7fELF\x02\x01\x01')],
  ['a GIF', kinds, () => text('GIF89a\x01\x00\x01\x00\x00\x00\x00;')],
  ['a HEIC', kinds, () => text('\x00\x00\x00\x18ftypheic\x00\x00\x00\x00mif1heic')],
  ['one byte', kinds, () => text('\xff')],
  ['the first bytes of a JPEG alone', kinds, () => text('\xff\xd8\xff')],
  ['the first bytes of a PNG alone', kinds, () => text('\x89PNG\r\n\x1a\n')],
  ['the first bytes of a WebP alone', kinds, () => text('RIFF\x00\x00\x00\x00WEBP')],
  ['the first bytes of an AVIF alone', kinds, () => text('\x00\x00\x00\x18ftypavif\x00\x00\x00\x00avifmif1')],
  ['a JPEG that breaks off', damaged, async () => brokenOff(await bytesOf(noise(200).jpeg()))],
  ['a PNG that breaks off', damaged, async () => brokenOff(await bytesOf(noise(200).png()))],
  ['a WebP that breaks off', kinds, async () => brokenOff(await bytesOf(noise(200).webp()))],
  ['a moving WebP', moving, movingWebp],
  ['a moving PNG', moving, movingPng],
  ['a moving AVIF', moving, movingAvif],
  [
    'an image of more than 16 megapixels',
    'Choose a picture of at most 16 megapixels.',
    () => bytesOf(plainImage(4001, 4000).png()),
  ],
];

test.each(hostile)('rejects %s under any file name and changes nothing', async (_name, message, make) => {
  const before = (await upload(await bytesOf(plainImage(20, 20, '#8a4').png()))).avatar;
  const { status, answer } = await upload(await make());
  expect([status, answer.success, answer.code, answer.message]).toEqual([
    415,
    false,
    'UNSUPPORTED_MEDIA',
    message,
  ]);
  expect((await user()).avatar).toBe(before);
});

test('of two concurrent uploads one wins, and both images are complete', async () => {
  const images = await Promise.all(
    ['#f00', '#00f'].map((colour) => bytesOf(plainImage(90, 90, colour).png())),
  );
  const uploads = await Promise.all(images.map((bytes) => upload(bytes)));
  expect(uploads.map(({ status }) => status)).toEqual([200, 200]);
  const addresses = uploads.map(({ avatar }) => avatar);
  expect(new Set(addresses).size).toBe(2);
  expect(addresses).toContain((await user()).avatar);
  for (const address of addresses) expect((await sharp(await image(address)).metadata()).width).toBe(90);
});

test('an upload changes the image of its sender only', async () => {
  const other = await logIn(await addShopper(db));
  await upload(await bytesOf(plainImage(20, 20, '#345').png()));
  expect((await user(other)).avatar).toBe('');
});
