import sharp from 'sharp';
import sql from 'sql-template-tag';
import { expect, test } from 'vitest';
import { maximumUploadBytes } from '#contract/images/image.ts';
import { buildApp } from '#server/app/app.ts';
import { testContext } from '#tests/fixtures/context.ts';
import { openTestDatabase } from '#tests/fixtures/database.ts';
import { listChildren } from '#tests/fixtures/processes.ts';
import { getImage, storeImage } from './image.service.ts';

const square =
  '<svg xmlns="http://www.w3.org/2000/svg" width="400" height="400"><circle cx="200" cy="200" r="150" fill="#484"/></svg>';
const stored = 'stored0123456789ABCDEF';

const { db } = await openTestDatabase();

await db.query(sql`insert into image (hash) values (${stored})`);
const context = testContext(db);
const transparent = sharp(Buffer.from(square));
await context.images.put(`${stored}/640.webp`, await transparent.clone().resize(640).webp().toBuffer());
await context.images.put(`${stored}/320.avif`, await transparent.clone().resize(320).avif().toBuffer());

const photograph = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: '#c84' } })
    .jpeg()
    .withExif({ IFD0: { Copyright: 'A secret place' } })
    .toBuffer();

test('serves a preview as a JPEG of 1200 by 630 on white, made once, and none of an unknown image', async () => {
  const { fastify } = buildApp(context, 'http://localhost');
  const preview = await fastify.inject(`/images/${stored}/1200.jpg`);
  expect(preview.headers).toMatchObject({
    'content-type': 'image/jpeg',
    'cache-control': 'public, max-age=31536000, immutable',
  });
  const { format, width, height } = await sharp(preview.rawPayload).metadata();
  expect([format, width, height]).toEqual(['jpeg', 1200, 630]);
  const corner = await sharp(preview.rawPayload)
    .extract({ left: 0, top: 0, width: 1, height: 1 })
    .raw()
    .toBuffer();
  expect([...corner]).toEqual([255, 255, 255]);
  expect(await context.images.find(`${stored}/1200.jpg`)).toEqual(preview.rawPayload);
  for (const path of ['unknown0123456789ABCD/1200.jpg', `${stored}/640.jpg`, `${stored}/1200.jpeg`])
    expect((await fastify.inject(`/images/${path}`)).statusCode, path).toBe(404);
});

test('serves an image as immutable and answers a known ETag with 304', async () => {
  const { fastify } = buildApp(context, 'http://localhost');
  const first = await fastify.inject(`/images/${stored}/320.avif`);
  expect(first.statusCode).toBe(200);
  expect(first.headers).toMatchObject({
    'content-type': 'image/avif',
    'cache-control': 'public, max-age=31536000, immutable',
    'x-content-type-options': 'nosniff',
  });
  const again = await fastify.inject({
    url: `/images/${stored}/320.avif`,
    headers: { 'if-none-match': String(first.headers.etag) },
  });
  expect([again.statusCode, again.body]).toEqual([304, '']);
  await fastify.close();
});

test.each([
  `/images/${stored}/321.avif`,
  `/images/${stored}/320.png`,
  `/images/${stored}/320.avif.webp`,
  `/images/${stored}/..%2f320.avif`,
  '/images/short/320.avif',
  '/images/unknown0123456789ABCDE/320.avif',
])('answers %s with NOT_FOUND as JSON', async (url) => {
  const { fastify } = buildApp(context, 'http://localhost');
  const answer = await fastify.inject({ url, headers: { accept: 'image/avif,*/*' } });
  expect(answer.statusCode).toBe(404);
  expect(answer.json()).toMatchObject({ success: false, error: true, code: 'NOT_FOUND' });
  await fastify.close();
});

test.each([
  ['SVG', () => Buffer.from(square)],
  ['HTML', () => Buffer.from('<script>alert(1)</script>')],
  ['nothing', () => Buffer.alloc(0)],
  ['GIF', () => Buffer.from('GIF89a\x01\x00\x01\x00\x00\x00\x00;', 'latin1')],
  ['a truncated JPEG', async () => (await photograph(300, 300)).subarray(0, 400)],
  ['a PNG signature without an image', () => Buffer.from('\x89PNG\r\n\x1a\nnothing', 'latin1')],
])('rejects %s with UNSUPPORTED_MEDIA', async (_name, make) => {
  await expect(storeImage(context, await make())).rejects.toMatchObject({ code: 'UNSUPPORTED_MEDIA' });
});

test('rejects an image with too many pixels before decoding it', async () => {
  const huge = await sharp({ create: { width: 8000, height: 5001, channels: 3, background: '#fff' } })
    .png()
    .toBuffer();
  await expect(storeImage(context, huge)).rejects.toMatchObject({
    code: 'UNSUPPORTED_MEDIA',
    message: 'Choose a picture of at most 40 megapixels.',
  });
});

test('rejects a file with too many bytes', async () => {
  const large = Buffer.alloc(maximumUploadBytes + 1);
  await expect(storeImage(context, large)).rejects.toMatchObject({ code: 'BODY_TOO_LARGE' });
});

test('an unknown image is looked up in the database only', async () => {
  const asked: string[] = [];
  const images = {
    find: async (key: string) => {
      asked.push(key);
      return null;
    },
    put: async () => {},
    remove: async () => {},
  };
  const variant = { hash: 'invented0123456789ABCD', width: 320, format: 'avif' } as const;
  await expect(getImage({ ...context, images }, variant)).rejects.toMatchObject({ code: 'NOT_FOUND' });
  expect(asked).toEqual([]);
});

test.runIf(process.platform === 'linux')(
  'rejects an upload with UNSUPPORTED_MEDIA when it crashes the decoder, and stores the next one',
  async () => {
    await storeImage(context, await photograph(20, 20));
    const crashed = storeImage(context, await photograph(2000, 1500));
    let isUnderway = true;
    const end = () => {
      isUnderway = false;
    };
    void crashed.then(end, end);
    // Again and again: one that ends before it has the image is replaced.
    while (isUnderway)
      for (const pid of await listChildren('image-process-main'))
        try {
          process.kill(pid, 'SIGSEGV');
        } catch {
          // It has ended already.
        }
    await expect(crashed).rejects.toMatchObject({ code: 'UNSUPPORTED_MEDIA' });
    await expect(storeImage(context, await photograph(30, 20))).resolves.toContain('/images/');
  },
);

test('stores a product image while avatars wait for their process', async () => {
  const sources = await Promise.all([1100, 1101, 1102, 1103].map((width) => photograph(width, 1100)));
  const product = await photograph(10, 10);
  const stored: string[] = [];
  const store = async (kind: string, storing: Promise<string>) => {
    await storing;
    stored.push(kind);
  };
  const avatars = sources.map((source) => store('avatar', storeImage(context, source, 'square')));
  // By then the others have been inspected and wait to be encoded.
  await avatars[0];
  await Promise.all([...avatars, store('product', storeImage(context, product))]);
  expect(stored.at(-1)).toBe('avatar');
});
