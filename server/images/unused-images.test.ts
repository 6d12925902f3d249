import sharp from 'sharp';
import sql from 'sql-template-tag';
import { expect, test } from 'vitest';
import { inTransaction } from '#server/database/transaction.ts';
import type { Context } from '#server/http/context.ts';
import type { ImageStorage } from '#server/providers/image-storage/image-storage.ts';
import { catchAppError, testContext } from '#tests/fixtures/context.ts';
import { openTestDatabase, untilWaiting } from '#tests/fixtures/database.ts';
import { addBanner } from '#tests/fixtures/home.ts';
import { addCategory, addOrder, addProduct, addShopper, addSubCategory } from '#tests/fixtures/seed.ts';
import { lockUnusedImages, removeLockedImages } from './image.queries.ts';
import {
  findKnownImages,
  getImage,
  imageJobs,
  removeUnusedImage,
  requireImages,
  storeImage,
} from './image.service.ts';

const { db } = await openTestDatabase();
const context = testContext(db);

let colours = 0;
/** Uploads an image that no other test has. */
async function upload(): Promise<string> {
  return storeImage(context, await nextSource());
}
function nextSource(): Promise<Buffer> {
  colours += 1;
  const background = { r: colours, g: 100, b: 200 };
  return sharp({ create: { width: 20, height: 20, channels: 3, background } })
    .png()
    .toBuffer();
}

const hashOf = (url: string) => url.split('/')[2] ?? '';

/** As if all times of an image were so many hours earlier. */
async function passHours(url: string, hours: number): Promise<void> {
  await db.query(sql`
    update image set used_at = used_at - ${hours} * interval '1 hour',
      unused_since = unused_since - ${hours} * interval '1 hour', removed_at = removed_at - ${hours} * interval '1 hour'
    where hash = ${hashOf(url)}`);
}

async function runJob(given: Context = context): Promise<void> {
  const signal = new AbortController().signal;
  await imageJobs(given)['remove-unused-images']?.({ id: '1', payload: {}, queuedAt: new Date(), signal });
}

/** Runs the job on the days after the last use of an image. */
async function runForDays(url: string): Promise<void> {
  for (let day = 0; day < 4; day += 1) {
    await passHours(url, 25);
    await runJob();
  }
}

const hasFile = async (url: string, images = context.images) =>
  (await images.find(`${hashOf(url)}/640.webp`)) !== null;
const hasRow = async (url: string) =>
  (await db.query(sql`select from image where hash = ${hashOf(url)}`)).length > 0;
const isKnown = async (url: string) => (await findKnownImages(context, [url])).has(url);

const references: Record<string, (url: string) => Promise<unknown>> = {
  'the avatar of an account': async (url) => {
    const id = await addShopper(db);
    await db.query(sql`update account set avatar = ${url} where id = ${id}`);
  },
  'a product': async (url) => {
    const id = await addProduct(db);
    await db.query(sql`update product set images = array['', ${url}] where id = ${id}`);
  },
  'a category': async (url) => {
    const id = await addCategory(db);
    await db.query(sql`update category set image = ${url} where id = ${id}`);
  },
  'a sub-category': async (url) => {
    const id = await addSubCategory(db, [await addCategory(db)]);
    await db.query(sql`update sub_category set image = ${url} where id = ${id}`);
  },
  'a banner': (url) => addBanner(db, { image: url }),
  'a banner on phones': (url) => addBanner(db, { phoneImage: url }),
  'the line of an order': async (url) => {
    const orderId = await addOrder(db, { at: new Date() });
    await db.query(sql`update order_line set image = ${url} where order_id = ${orderId}`);
  },
};

test.each(Object.entries(references))('the image of %s is never removed', async (_name, refer) => {
  const url = await upload();
  await refer(url);
  await runForDays(url);
  expect([await hasFile(url), await isKnown(url)]).toEqual([true, true]);
});

test('an image that was replaced is kept for a day, and then neither its row nor a file is left', async () => {
  const [url, other] = [await upload(), await upload()];
  const id = await addShopper(db);
  await db.query(sql`update account set avatar = ${url} where id = ${id}`);
  await passHours(url, 1000);
  await runJob();
  await db.query(sql`update account set avatar = '' where id = ${id}`);
  await runJob();
  await passHours(url, 23);
  await runJob();
  expect(await hasFile(url)).toBe(true);
  await passHours(url, 2);
  await runJob();
  await expect(getImage(context, { hash: hashOf(url), width: 640, format: 'webp' })).rejects.toMatchObject({
    code: 'NOT_FOUND',
  });
  await passHours(url, 2);
  await runJob();
  expect([await hasRow(url), await hasFile(url)]).toEqual([false, false]);
  expect(await hasFile(other)).toBe(true);
});

test('a new upload and one that an import has checked stay for a day', async () => {
  const [url, checked] = [await upload(), await upload()];
  await passHours(checked, 1000);
  expect(await isKnown(checked)).toBe(true);
  for (let run = 0; run < 3; run += 1) await runJob();
  expect([await hasFile(url), await hasFile(checked)]).toEqual([true, true]);
});

test('an image that is used again after it was unused for a while stays', async () => {
  const url = await upload();
  await passHours(url, 25);
  await runJob();
  await passHours(url, 25);
  await references['a product']?.(url);
  await runJob();
  await runForDays(url);
  expect(await hasFile(url)).toBe(true);
});

test('a product that is being saved with an image that was about to be removed keeps it', async () => {
  const url = await upload();
  await passHours(url, 25);
  await runJob();
  await passHours(url, 25);
  const productId = await addProduct(db);
  let job: Promise<void> | undefined;
  await inTransaction(context, async (transaction) => {
    await requireImages(transaction, [url]);
    job = runJob();
    await untilWaiting(db);
    await transaction.db.query(sql`update product set images = ${[url]} where id = ${productId}`);
  });
  await job;
  await runForDays(url);
  expect([await hasFile(url), await isKnown(url)]).toEqual([true, true]);
});

test('an image to which something refers since the job has chosen it stays', async () => {
  const url = await upload();
  await passHours(url, 25);
  await runJob();
  await passHours(url, 25);
  const found = await inTransaction(context, async ({ db }) => {
    const hashes = await lockUnusedImages(db, 24, 100);
    await references['a product']?.(url);
    await removeLockedImages(db, hashes);
    return hashes;
  });
  expect(found).toContain(hashOf(url));
  expect(await isKnown(url)).toBe(true);
  await runForDays(url);
  expect(await hasFile(url)).toBe(true);
});

test('a removed image cannot be used, and its upload stores all files again', async () => {
  const source = await nextSource();
  const url = await storeImage(context, source);
  await inTransaction(context, (transaction) => removeUnusedImage(transaction, url));
  expect(await isKnown(url)).toBe(false);
  await expect(requireImages(context, [url])).rejects.toMatchObject({ code: 'INVALID_INPUT' });
  // The files may be gone already, as after a process that ended while it deleted them.
  await context.images.remove(`${hashOf(url)}/640.webp`);
  expect(await storeImage(context, source)).toBe(url);
  expect([await isKnown(url), await hasFile(url)]).toEqual([true, true]);
  await runJob();
  expect(await hasFile(url)).toBe(true);
});

test('an image of a banner stays when a former avatar of the same picture is removed', async () => {
  for (const field of ['image', 'phoneImage'] as const) {
    const url = await upload();
    await addBanner(db, { [field]: url });
    await inTransaction(context, (transaction) => removeUnusedImage(transaction, url));
    expect(await isKnown(url)).toBe(true);
  }
});

test('a process that ends while it deletes files leaves the rest for the next run', async () => {
  const url = await upload();
  await inTransaction(context, (transaction) => removeUnusedImage(transaction, url));
  await passHours(url, 2);
  let removed = 0;
  const images: ImageStorage = {
    ...context.images,
    async remove(key) {
      removed += 1;
      if (removed > 3) throw new Error('The process has ended.');
      await context.images.remove(key);
    },
  };
  await expect(runJob({ ...context, images })).rejects.toThrow('The process has ended.');
  expect([await hasRow(url), await isKnown(url)]).toEqual([true, false]);
  await passHours(url, 2);
  await runJob();
  expect([await hasRow(url), await hasFile(url)]).toEqual([false, false]);
});

test('an upload that ended before all files were stored leaves nothing', async () => {
  const images: ImageStorage = {
    ...context.images,
    async put(key, bytes) {
      if (key.endsWith('1080.avif')) throw new Error('The disk is full.');
      await context.images.put(key, bytes);
    },
  };
  const source = await nextSource();
  await expect(storeImage({ ...context, images }, source)).rejects.toThrow('The disk is full.');
  const [row] = await db.query<{ hash: string }>(
    sql`select hash from image where removed_at is not null order by used_at desc limit 1`,
  );
  const url = `/images/${row?.hash}/640.webp`;
  expect(await isKnown(url)).toBe(false);
  // Another upload may be storing the files of the same image.
  await runJob();
  expect(await hasRow(url)).toBe(true);
  await passHours(url, 2);
  await runJob();
  expect([await hasRow(url), await hasFile(url)]).toEqual([false, false]);
});

test('files of an upload are stored outside transactions', async () => {
  let open: object[] = [];
  const images: ImageStorage = {
    ...context.images,
    async put(key, bytes) {
      open = await db.query(sql`
        select from pg_stat_activity
        where datname = current_database() and state = 'idle in transaction'`);
      await context.images.put(key, bytes);
    },
  };
  const url = await storeImage({ ...context, images }, await nextSource());
  expect(open).toEqual([]);
  expect(await hasFile(url)).toBe(true);
});

test('files are deleted outside transactions, and their upload is refused until all are deleted', async () => {
  const source = await nextSource();
  const url = await storeImage(context, source);
  await inTransaction(context, (transaction) => removeUnusedImage(transaction, url));
  await passHours(url, 2);
  const isDeleting = Promise.withResolvers<void>();
  const mayDelete = Promise.withResolvers<void>();
  const images: ImageStorage = {
    ...context.images,
    async remove(key) {
      isDeleting.resolve();
      await mayDelete.promise;
      await context.images.remove(key);
    },
  };
  const job = runJob({ ...context, images });
  await isDeleting.promise;
  expect(await catchAppError(storeImage(context, source))).toMatchObject({ code: 'UNAVAILABLE' });
  const open = await db.query(sql`
    select from pg_stat_activity where datname = current_database() and state = 'idle in transaction'`);
  expect(open).toHaveLength(0);
  mayDelete.resolve();
  await job;
  expect(await storeImage(context, source)).toBe(url);
  expect([await isKnown(url), await hasFile(url)]).toEqual([true, true]);
});

test('two processes that run the job at the same time delete each image once', async () => {
  const urls = [await upload(), await upload(), await upload()];
  for (const url of urls) {
    await inTransaction(context, (transaction) => removeUnusedImage(transaction, url));
    await passHours(url, 2);
  }
  const removed: string[] = [];
  const images: ImageStorage = {
    ...context.images,
    async remove(key) {
      removed.push(key);
      await context.images.remove(key);
    },
  };
  await Promise.all([runJob({ ...context, images }), runJob({ ...context, images })]);
  expect(new Set(removed).size).toBe(removed.length);
  expect(await Promise.all(urls.map(hasRow))).toEqual([false, false, false]);
});

test('an image of the demo catalogue is never removed', async () => {
  const url = '/images/drawn0123456789ABCDEFG/640.webp';
  await db.query(sql`insert into image (hash, drawing) values (${hashOf(url)}, ${{ any: 'drawing' }})`);
  await runForDays(url);
  expect(await isKnown(url)).toBe(true);
});
