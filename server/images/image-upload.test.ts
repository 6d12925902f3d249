import sharp from 'sharp';
import { afterAll, expect, test } from 'vitest';
import { imageFormats, imageVariantUrl, imageWidths } from '#contract/images/image.ts';
import { buildApp } from '#server/app/app.ts';
import { startSession } from '#server/sessions/sessions.service.ts';
import { testContext } from '#tests/fixtures/context.ts';
import { openTestDatabase } from '#tests/fixtures/database.ts';
import { bytesOf, formWith, plainImage } from '#tests/fixtures/files.ts';
import { addAdmin } from '#tests/fixtures/seed.ts';

const { db } = await openTestDatabase();
const app = buildApp(testContext(db), 'http://localhost:3000').fastify;
const url = await app.listen({ port: 0, host: '127.0.0.1' });
const admin = await logIn(await addAdmin(db));
afterAll(() => app.close());

async function logIn(id: string): Promise<string> {
  return `Bearer ${(await startSession(testContext(db), id)).accessToken}`;
}

async function send(body: FormData, authorization = admin) {
  const response = await fetch(`${url}/api/file/upload`, {
    method: 'POST',
    headers: { authorization },
    body,
  });
  const answer = await response.json();
  const { code } = answer;
  return { status: response.status, retryAfter: response.headers.get('retry-after'), answer, code };
}

async function upload(bytes: Uint8Array<ArrayBuffer>): Promise<string> {
  const { status, answer } = await send(formWith('image', bytes));
  expect([status, answer]).toEqual([
    200,
    {
      ...{ success: true, error: false, message: 'Picture uploaded' },
      data: { url: expect.stringMatching(/^\/images\/[0-9A-Za-z]{22}\/640\.webp$/) },
    },
  ]);
  return answer.data.url;
}

async function image(address: string): Promise<Buffer> {
  const response = await fetch(url + address);
  expect(response.status, address).toBe(200);
  return Buffer.from(await response.arrayBuffer());
}

test('serves a photo upright in every width and format, never enlarged, without its metadata', async () => {
  const taken = plainImage(600, 200)
    .withMetadata({ orientation: 6, icc: 'p3' })
    .withExifMerge({
      IFD0: { Copyright: 'A secret place', Model: 'A secret camera' },
      IFD3: { GPSLatitude: '12/1 58/1 0/1', GPSLatitudeRef: 'N' },
    })
    .jpeg();
  const bytes = await bytesOf(taken);
  expect(Buffer.from(bytes).includes('secret')).toBe(true);
  const address = await upload(bytes);
  for (const width of imageWidths) {
    for (const format of imageFormats) {
      const shown = await image(imageVariantUrl(address, width, format));
      const metadata = await sharp(shown).metadata();
      expect([metadata.width, metadata.height]).toEqual([Math.min(width, 200), Math.min(width, 200) * 3]);
      expect([metadata.exif, metadata.xmp, metadata.iptc, metadata.icc, metadata.orientation]).toEqual(
        Array(5).fill(undefined),
      );
      expect(shown.includes('secret')).toBe(false);
    }
  }
});

test('gives the same bytes the same URL, also for concurrent uploads', async () => {
  const bytes = await bytesOf(plainImage(50, 40).png());
  const addresses = await Promise.all(Array.from({ length: 5 }, () => upload(bytes)));
  expect(new Set([...addresses, await upload(bytes)]).size).toBe(1);
  expect(await upload(await bytesOf(plainImage(50, 40, '#48c').png()))).not.toBe(addresses[0]);
});

test.each([
  ['JPEG', () => plainImage(40, 30).jpeg()],
  ['PNG', () => plainImage(40, 30).ensureAlpha(0.5).png()],
  ['WebP', () => plainImage(40, 30).webp()],
  ['AVIF', () => plainImage(64, 48).avif()],
])('accepts %s whatever its file name', async (_name, make) => {
  const address = await upload(await bytesOf(make()));
  expect((await sharp(await image(address)).metadata()).format).toBe('webp');
});
