import sql from 'sql-template-tag';
import { afterAll, beforeEach, expect, test } from 'vitest';
import { imageFormats, imageVariantUrl, imageWidths } from '#contract/images/image.ts';
import { DemoPictures } from '#demo/pictures.ts';
import { buildApp } from '#server/app/app.ts';
import { openBucket, s3ImageStorage } from '#server/providers/image-storage/s3-storage.ts';
import { startSession } from '#server/sessions/sessions.service.ts';
import { testContext } from '#tests/fixtures/context.ts';
import { openTestDatabase } from '#tests/fixtures/database.ts';
import { bytesOf, formWith, plainImage } from '#tests/fixtures/files.ts';
import { addAdmin } from '#tests/fixtures/seed.ts';
import { openBucketServer } from '#tests/fixtures/servers/s3.ts';

const drawn = 'drawn0123456789ABCDEFG';

const { db } = await openTestDatabase();

await db.query(sql`insert into image (hash, drawing) values (${drawn}, ${{ any: 'drawing' }})`);
const bucket = await openBucketServer();
const { log } = testContext(db);
const storage = s3ImageStorage(openBucket(bucket.settings), { log, cooldownMs: 0 });
const svg = '<svg xmlns="http://www.w3.org/2000/svg" width="8" height="8"/>';
const images = new DemoPictures(storage, db, () => svg);
const context = testContext(db, { images });
const app = buildApp(context, 'http://localhost:3000').fastify;
const url = await app.listen({ port: 0, host: '127.0.0.1' });
const authorization = `Bearer ${(await startSession(context, await addAdmin(db))).accessToken}`;
afterAll(async () => {
  await app.close();
  await bucket.close();
});
beforeEach(() => {
  bucket.fault = () => null;
  bucket.things.clear();
});

function upload(bytes: Uint8Array<ArrayBuffer>): Promise<Response> {
  const body = formWith('image', bytes);
  return fetch(`${url}/api/file/upload`, { method: 'POST', headers: { authorization }, body });
}

const image = (colour: string) => bytesOf(plainImage(400, 300, colour).jpeg());

test('stores an upload in every width and format and serves it as immutable', async () => {
  const answer = await upload(await image('#c84'));
  expect(answer.status).toBe(200);
  const address: string = (await answer.json()).data.url;
  expect(bucket.things.size).toBe(imageWidths.length * imageFormats.length);
  for (const width of imageWidths) {
    for (const format of imageFormats) {
      const shown = await fetch(url + imageVariantUrl(address, width, format));
      expect([shown.status, shown.headers.get('content-type')]).toEqual([200, `image/${format}`]);
      expect(shown.headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
      const key = `${address.split('/')[2]}/${width}.${format}`;
      const thing = bucket.things.get(`${key.slice(0, 2)}/${key}`);
      expect(thing?.bytes).toEqual(Buffer.from(await shown.arrayBuffer()));
      expect(thing?.contentType).toBe(`image/${format}`);
    }
  }
});

test('draws a demo image once and then serves it from the bucket', async () => {
  const show = () => fetch(`${url}/images/${drawn}/320.avif`);
  bucket.asked.length = 0;
  expect([(await show()).status, (await show()).status]).toEqual([200, 200]);
  const place = `dr/${drawn}/320.avif`;
  expect(bucket.asked).toEqual([`GET ${place}`, `PUT ${place}`, `GET ${place}`]);
});

test('answers images with 503 and Retry-After while the bucket is unreachable, and everything else normally', async () => {
  bucket.fault = () => 'cut';
  const shown = await fetch(`${url}/images/${drawn}/320.avif`);
  expect([shown.status, shown.headers.get('retry-after')]).toEqual([503, '5']);
  // Otherwise browsers would cache the error for a year.
  expect(shown.headers.get('cache-control')).toBe('no-store');
  expect(await shown.json()).toMatchObject({ success: false, code: 'UNAVAILABLE' });
  expect((await fetch(`${url}/health/ready`)).status).toBe(200);
  bucket.fault = () => null;
  expect((await fetch(`${url}/images/${drawn}/320.avif`)).status).toBe(200);
});

test('does not record an upload that was stored in part, and completes it on the next attempt', async () => {
  const bytes = await image('#48c');
  const known = async () => (await db.query(sql`select from image where removed_at is null`)).length;
  const before = await known();
  bucket.fault = (asked) => (asked.startsWith('PUT') && asked.endsWith('1080.webp') ? 'cut' : null);
  const refused = await upload(bytes);
  expect([refused.status, refused.headers.get('retry-after')]).toEqual([503, '5']);
  expect(await known()).toBe(before);
  bucket.fault = () => null;
  expect((await upload(bytes)).status).toBe(200);
  expect(await known()).toBe(before + 1);
  expect(bucket.things.size).toBe(imageWidths.length * imageFormats.length);
});
