import { afterAll, expect, test, vi } from 'vitest';
import { maximumUploadBytes } from '#contract/images/image.ts';
import { buildApp } from '#server/app/app.ts';
import { startSession } from '#server/sessions/sessions.service.ts';
import { testContext } from '#tests/fixtures/context.ts';
import { openTestDatabase } from '#tests/fixtures/database.ts';
import { bytesOf, formWith, plainImage, putInPieces } from '#tests/fixtures/files.ts';
import { addAdmin, addShoppers } from '#tests/fixtures/seed.ts';

// Twenty large images take many seconds on two busy cores.
vi.setConfig({ testTimeout: 240_000 });

const { db } = await openTestDatabase();

const context = testContext(db);
const app = buildApp(context, 'http://localhost:3000').fastify;
const url = await app.listen({ port: 0, host: '127.0.0.1' });
afterAll(() => app.close());

const megabyte = 1024 * 1024;

/** By how much the memory of this process grows during `work`, at most, in MB; prints it. */
async function measureGrowth(what: string, work: () => Promise<void>): Promise<number> {
  const before = process.memoryUsage.rss();
  let peak = before;
  const watch = setInterval(() => {
    peak = Math.max(peak, process.memoryUsage.rss());
  }, 5);
  await work().finally(() => clearInterval(watch));
  const [megabytesBefore, megabytes] = [before, peak].map((bytes) => Math.round(bytes / megabyte));
  console.info(`${what} at once: ${megabytesBefore} MB before, ${megabytes} MB at most.`);
  return (peak - before) / megabyte;
}

// 20.35 megapixels.
const large = () => plainImage(5500, 3700);

/** The variant of each format that needs the most memory: it has to be decoded completely before it is resized. */
const kinds = {
  JPEG: () =>
    large().withMetadata({ orientation: 6 }).jpeg({ progressive: true, chromaSubsampling: '4:4:4' }),
  PNG: () => large().withMetadata({ orientation: 6 }).png({ progressive: true }),
  WebP: () => large().webp(),
  AVIF: () => large().avif({ effort: 0 }),
};

/** The same image in different bytes, so that it is encoded again. */
function another(image: Uint8Array<ArrayBuffer>, number: number): Uint8Array<ArrayBuffer> {
  // A box of MP4 that decoders skip; trailing bytes for the other formats.
  const box = [0, 0, 0, 9, ...new TextEncoder().encode('free'), number];
  return new Uint8Array([...image, ...box]);
}

test('accepts twenty concurrent product images of 20 megapixels within 300 MB of memory', async () => {
  const authorization = `Bearer ${(await startSession(context, await addAdmin(db))).accessToken}`;
  const upload = async (bytes: Uint8Array<ArrayBuffer>) => {
    const sent = { method: 'POST', headers: { authorization }, body: formWith('image', bytes) };
    const response = await fetch(`${url}/api/file/upload`, sent);
    const answer = await response.json();
    return { status: response.status, address: String(answer.data?.url) };
  };
  const images = await Promise.all(Object.values(kinds).map((make) => bytesOf(make())));
  const files = Array.from({ length: 5 }, (_, round) => images.map((image) => another(image, round)));
  const growth = await measureGrowth(`Twenty images of 20 megapixels (${Object.keys(kinds)})`, async () => {
    const answers = await Promise.all(files.flat().map(upload));
    expect(answers.map(({ status }) => status)).toEqual(Array(20).fill(200));
    expect(new Set(answers.map(({ address }) => address)).size).toBe(20);
  });
  // The files alone: a separate process decodes them.
  expect(growth).toBeLessThan(300);
});

const pieceBytes = 64 * 1024;
const boundary = 'a-boundary-of-the-tests';
const head = `--${boundary}\r\nContent-Disposition: form-data; name="avatar"; filename="me.jpg"\r\n\r\n`;
const end = `\r\n--${boundary}--\r\n`;

test('accepts twenty concurrent avatars of 5 MB and 12 megapixels within 1,000 MB of memory', async () => {
  const shoppers = await addShoppers(db, 20);
  const tokens = await Promise.all(shoppers.map(async (id) => (await startSession(context, id)).accessToken));
  // The most expensive kind: a rotated progressive JPEG must be decoded whole.
  const photograph = await bytesOf(
    plainImage(4000, 3000).withMetadata({ orientation: 6 }).jpeg({ progressive: true }),
  );
  // Of the maximum size, and all different: identical ones are encoded once.
  const file = Buffer.alloc(maximumUploadBytes - 1);
  file.set(photograph);
  async function* pieces(index: number) {
    yield Buffer.from(head);
    for (let at = 0; at < file.length; at += pieceBytes) yield file.subarray(at, at + pieceBytes);
    yield Buffer.from(`${String.fromCharCode(index)}${end}`);
  }
  const send = async (accessToken: string, index: number) => {
    const headers = {
      authorization: `Bearer ${accessToken}`,
      'content-type': `multipart/form-data; boundary=${boundary}`,
    };
    const { status } = await putInPieces(`${url}/api/user/upload-avatar`, headers, pieces(index));
    return status;
  };
  const growth = await measureGrowth('Twenty avatars of 5 MB and 12 megapixels', async () => {
    expect(await Promise.all(tokens.map(send))).toEqual(Array(20).fill(200));
  });
  // Usually 300 to 450 MB, mostly the files; the limit allows for late garbage collection.
  expect(growth).toBeLessThan(1_000);
});
