import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { maximumUploadBytes } from '#contract/rules/image.ts';
import { buildApp } from '#server/app.ts';
import { startSession } from '#server/features/accounts/sessions/sessions.service.ts';
import { testContext } from '#tests/fixtures/context.ts';
import { createTestDatabase, type TestDatabase } from '#tests/fixtures/database.ts';
import { bytesOf, plainPicture, putInPieces } from '#tests/fixtures/files.ts';
import { addShoppers } from '#tests/fixtures/seed.ts';

let database: TestDatabase;
let app: FastifyInstance;
let url: string;

beforeAll(async () => {
  database = await createTestDatabase();
  app = buildApp(testContext(database.db), 'http://localhost:3000').fastify;
  url = await app.listen({ port: 0, host: '127.0.0.1' });
});
afterAll(async () => {
  await app.close();
  await database.drop();
});

const megabyte = 1024 * 1024;
const pieceBytes = 64 * 1024;
const boundary = 'a-boundary-of-the-tests';
const head = `--${boundary}\r\nContent-Disposition: form-data; name="avatar"; filename="me.jpg"\r\n\r\n`;
const end = `\r\n--${boundary}--\r\n`;

/** Watches how much memory this process takes while some work is done. */
async function peakDuring(work: () => Promise<void>): Promise<{ before: number; peak: number }> {
  const before = process.memoryUsage.rss();
  let peak = before;
  const watch = setInterval(() => {
    peak = Math.max(peak, process.memoryUsage.rss());
  }, 5);
  await work().finally(() => clearInterval(watch));
  return { before: Math.round(before / megabyte), peak: Math.round(peak / megabyte) };
}

test('twenty shoppers who send large photographs at once wait for each other, not for more memory', async () => {
  const shoppers = await addShoppers(database.db, 20);
  const tokens = await Promise.all(
    shoppers.map(async (id) => (await startSession(testContext(database.db), id)).accessToken),
  );
  // The hungriest kind: of a progressive one that lies on its side, all is unfolded before any of it is used.
  const photograph = await bytesOf(
    plainPicture(4000, 3000).withMetadata({ orientation: 6 }).jpeg({ progressive: true }),
  );
  // As heavy as it may be, and a different one each time, or only the first would be work.
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
  console.info(
    `Twenty photographs of 5 MB and 12 megapixels at once: ${before} MB before, ${peak} MB at most.`,
  );
  expect(statuses).toEqual(Array(20).fill(200));
  // It is 300 to 450 MB, most of it files; the bound is for machines that are slow to collect what is not needed.
  expect(peak - before).toBeLessThan(1_000);
});
