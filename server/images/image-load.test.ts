import { afterAll, expect, test, vi } from 'vitest';
import { buildApp } from '#server/app/app.ts';
import { startSession } from '#server/sessions/sessions.service.ts';
import { testContext } from '#tests/fixtures/context.ts';
import { openTestDatabase } from '#tests/fixtures/database.ts';
import { bytesOf, formWith, plainImage } from '#tests/fixtures/files.ts';
import { addAdmin } from '#tests/fixtures/seed.ts';

// Twenty large images take many seconds on two busy cores.
vi.setConfig({ testTimeout: 240_000 });

const { db } = await openTestDatabase();

const context = testContext(db);
const app = buildApp(context, 'http://localhost:3000').fastify;
const url = await app.listen({ port: 0, host: '127.0.0.1' });
const authorization = `Bearer ${(await startSession(context, await addAdmin(db))).accessToken}`;
afterAll(() => app.close());

// 20.35 megapixels.
const [width, height] = [5500, 3700];
const large = () => plainImage(width, height);

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

async function upload(bytes: Uint8Array<ArrayBuffer>): Promise<{ status: number; address: string }> {
  const body = formWith('image', bytes);
  const response = await fetch(`${url}/api/file/upload`, {
    method: 'POST',
    headers: { authorization },
    body,
  });
  const answer = await response.json();
  return { status: response.status, address: String(answer.data?.url) };
}

test('accepts twenty concurrent uploads of twenty megapixels within 300 MB of memory', async () => {
  const images = await Promise.all(Object.values(kinds).map((make) => bytesOf(make())));
  const files = Array.from({ length: 5 }, (_, round) => images.map((image) => another(image, round)));
  const before = process.memoryUsage.rss();
  let peak = before;
  const watch = setInterval(() => {
    peak = Math.max(peak, process.memoryUsage.rss());
  }, 5);
  const answers = await Promise.all(files.flat().map(upload)).finally(() => clearInterval(watch));
  const [megabytesBefore, megabytes] = [before, peak].map((bytes) => Math.round(bytes / 1024 / 1024));
  console.info(
    `Twenty images of 20 megapixels (${Object.keys(kinds).join(', ')}) at once: ` +
      `${megabytesBefore} MB before, ${megabytes} MB at most.`,
  );
  expect(answers.map(({ status }) => status)).toEqual(Array(20).fill(200));
  expect(new Set(answers.map(({ address }) => address)).size).toBe(20);
  // The files alone: a separate process decodes them.
  expect(peak - before).toBeLessThan(300 * 1024 * 1024);
});
