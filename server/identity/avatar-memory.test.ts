import { afterAll, expect, test } from 'vitest';
import { maximumUploadBytes } from '#contract/images/image.ts';
import { buildApp } from '#server/app/app.ts';
import { startSession } from '#server/sessions/sessions.service.ts';
import { testContext } from '#tests/fixtures/context.ts';
import { openTestDatabase } from '#tests/fixtures/database.ts';
import { bytesOf, plainImage, putInPieces } from '#tests/fixtures/files.ts';
import { addShoppers } from '#tests/fixtures/seed.ts';

const { db } = await openTestDatabase();

const app = buildApp(testContext(db), 'http://localhost:3000').fastify;
const url = await app.listen({ port: 0, host: '127.0.0.1' });
afterAll(() => app.close());

const megabyte = 1024 * 1024;
const pieceBytes = 64 * 1024;
const boundary = 'a-boundary-of-the-tests';
const head = `--${boundary}\r\nContent-Disposition: form-data; name="avatar"; filename="me.jpg"\r\n\r\n`;
const end = `\r\n--${boundary}--\r\n`;

/** Measures the peak memory of this process during `work`. */
async function peakDuring(work: () => Promise<void>): Promise<{ before: number; peak: number }> {
  const before = process.memoryUsage.rss();
  let peak = before;
  const watch = setInterval(() => {
    peak = Math.max(peak, process.memoryUsage.rss());
  }, 5);
  await work().finally(() => clearInterval(watch));
  return { before: Math.round(before / megabyte), peak: Math.round(peak / megabyte) };
}

test('twenty concurrent 12-megapixel uploads stay below the memory limit', async () => {
  const shoppers = await addShoppers(db, 20);
  const tokens = await Promise.all(
    shoppers.map(async (id) => (await startSession(testContext(db), id)).accessToken),
  );
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
  let statuses: (number | undefined)[] = [];
  const { before, peak } = await peakDuring(async () => {
    statuses = await Promise.all(tokens.map(send));
  });
  console.info(`Twenty images of 5 MB and 12 megapixels at once: ${before} MB before, ${peak} MB peak.`);
  expect(statuses).toEqual(Array(20).fill(200));
  // Usually 300 to 450 MB, mostly the files; the limit allows for late garbage collection.
  expect(peak - before).toBeLessThan(1_000);
}, 120_000);
