import sharp from 'sharp';
import sql from 'sql-template-tag';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { imageUrl } from '../contract/images/image.ts';
import type { Context } from '../server/http/context.ts';
import { getImage } from '../server/images/image.service.ts';
import type { ImageStorage } from '../server/providers/image-storage/image-storage.ts';
import { imagesInMemory, testContext } from '../tests/fixtures/context.ts';
import { openTestDatabase } from '../tests/fixtures/database.ts';
import { listChildren } from '../tests/fixtures/processes.ts';
import { addCategory, addImage, addProduct, addSubCategory } from '../tests/fixtures/seed.ts';
import { DemoPictures } from './pictures.ts';

const square = '<svg xmlns="http://www.w3.org/2000/svg" width="400" height="400"/>';
/** How many images are drawn at the same time. */
const encoders = 2;

const { db } = await openTestDatabase();
let context: Context;
let pictures: DemoPictures;
/** The names of the images whose drawing has begun, in this order. */
let drawn: string[];
/** Keys of the images that are stored. */
let stored: Set<string>;
/** The values of the statements that the database has answered. */
let answered: string[];
let hold: Promise<void>;
let release: () => void;
/** Drawings in the background end after it. */
let holdBackground: Promise<void>;
let names = 0;

beforeEach(() => {
  drawn = [];
  stored = new Set();
  answered = [];
  hold = Promise.resolve();
  holdBackground = Promise.resolve();
  release = () => {};
  const storage: ImageStorage = {
    find: async (key) => (stored.has(key) ? Buffer.alloc(1) : null),
    async put(key) {
      await hold;
      stored.add(key);
    },
    remove: async () => {},
  };
  pictures = new DemoPictures(storage, db, async (drawing, { isBackground }) => {
    drawn.push(isNamed(drawing) ? drawing.name : '?');
    if (isBackground) await holdBackground;
    return square;
  });
  context = testContext(db, { images: pictures });
  const query = context.db.query.bind(context.db);
  vi.spyOn(context.db, 'query').mockImplementation(async (...given) => {
    const rows = await query(...given);
    answered.push(JSON.stringify(given[0].values));
    return rows;
  });
});
afterEach(() => {
  release();
  vi.restoreAllMocks();
});

const isNamed = (drawing: unknown): drawing is { name: string } =>
  typeof drawing === 'object' && drawing !== null && 'name' in drawing;

/** Inserts an image of the demo catalogue; returns its hash. */
async function addDrawing(name: string): Promise<string> {
  names += 1;
  const hash = `drawing${String(names).padStart(15, '0')}`;
  await db.query(sql`insert into image (hash, drawing) values (${hash}, ${{ name }})`);
  return hash;
}

const request = (hash: string) => getImage(context, { hash, width: 160, format: 'webp' });

/** Lets the encoders store nothing until `release` is called. */
function holdEncoders(): void {
  hold = new Promise((resolve) => {
    release = resolve;
  });
}

/** Requests images one after the other, each when the one before is drawn or waits for it. */
async function requestInOrder(hashes: readonly string[]): Promise<Promise<Buffer>[]> {
  const images: Promise<Buffer>[] = [];
  for (const hash of hashes) {
    const before = answered.length;
    images.push(request(hash));
    // One statement finds the image, one its drawing.
    await expect.poll(() => answered.slice(before).filter((values) => values.includes(hash))).toHaveLength(2);
  }
  await expect.poll(() => drawn.length).toBeGreaterThanOrEqual(encoders);
  return images;
}

test('what was requested last is drawn first, because the screen of a page that is scrolled shows it', async () => {
  const letters = ['a', 'b', 'c', 'd', 'e', 'f'];
  const hashes = await Promise.all(letters.map(addDrawing));
  holdEncoders();
  const images = await requestInOrder(hashes);
  // Another visitor waits for it as well.
  images.push(request(hashes[2] ?? ''));
  await expect.poll(() => images).toHaveLength(7);
  await new Promise(setImmediate);
  release();
  await Promise.all(images);
  expect(drawn).toEqual(['a', 'b', 'c', 'f', 'e', 'd']);
});

test('the pictures of the first screens are drawn after the start, once, and before them whatever is requested', async () => {
  const [tile, rail, card, later, requested] = await Promise.all(
    ['tile', 'rail', 'card', 'later', 'requested'].map(addDrawing),
  );
  const category = await addCategory(db);
  await db.query(sql`update category set image = ${imageUrl(tile ?? '')} where id = ${category}`);
  const subCategory = await addSubCategory(db, [category]);
  await db.query(sql`update sub_category set image = ${imageUrl(rail ?? '')} where id = ${subCategory}`);
  const images = [imageUrl(card ?? ''), imageUrl(later ?? '')];
  const product = await addProduct(db);
  await db.query(
    sql`insert into product_category (product_id, category_id) values (${product}, ${category})`,
  );
  await db.query(
    sql`insert into product_sub_category (product_id, sub_category_id) values (${product}, ${subCategory})`,
  );
  await db.query(sql`update product set images = ${images} where id = ${product}`);
  await addCategory(db, 'With an uploaded image').then(async (id) =>
    db.query(sql`update category set image = ${await addImage(db)} where id = ${id}`),
  );

  await pictures.prepare(context).done;
  expect(drawn).toEqual(['tile', 'card', 'rail', 'tile', 'card']);
  expect([...stored].toSorted()).toEqual(
    [`${tile}/160`, `${tile}/320`, `${card}/320`, `${card}/640`, `${rail}/160`]
      .map((name) => `${name}.avif`)
      .toSorted(),
  );
  await pictures.prepare(context).done;
  expect(drawn).toHaveLength(5);

  stored.clear();
  drawn.length = 0;
  holdEncoders();
  const busy = await requestInOrder(await Promise.all(['one', 'two', 'three'].map(addDrawing)));
  const preparing = pictures.prepare(context);
  const waiting = await requestInOrder([requested ?? '']);
  const stopped = preparing.stop();
  release();
  await Promise.all([...busy, ...waiting, stopped]);
  expect(drawn.slice(0, 4)).toEqual(['one', 'two', 'requested', 'three']);
  // A stop waits for the drawing under way and begins no other.
  expect(drawn.length).toBeLessThanOrEqual(5);
});

test('a request for a picture that is being drawn in the background draws it without waiting for that', async () => {
  const tile = await addDrawing('awaited');
  await db.query(sql`update category set image = ''`);
  await db.query(sql`update sub_category set image = ''`);
  await db.query(sql`update product set images = '{}'`);
  const category = await addCategory(db);
  await db.query(sql`update category set image = ${imageUrl(tile)} where id = ${category}`);
  let goOn = () => {};
  holdBackground = new Promise((resolve) => {
    goOn = resolve;
  });
  const preparing = pictures.prepare(context);
  await expect.poll(() => drawn).toEqual(['awaited']);
  await getImage(context, { hash: tile, width: 160, format: 'avif' });
  expect(drawn).toEqual(['awaited', 'awaited']);
  goOn();
  await preparing.done;
  expect(stored).toEqual(new Set([`${tile}/160.avif`, `${tile}/320.avif`]));
});

/** A separate storage, whose pictures are drawn for real. */
async function openPictures(beforeDrawing: () => void = () => {}) {
  const hash = await addDrawing('any');
  const svg =
    '<svg xmlns="http://www.w3.org/2000/svg" width="400" height="400"><circle cx="200" cy="200" r="150" fill="#484"/></svg>';
  let timesDrawn = 0;
  const images = new DemoPictures(imagesInMemory(), db, () => {
    timesDrawn += 1;
    beforeDrawing();
    return svg;
  });
  return {
    timesDrawn: () => timesDrawn,
    find: (name: string) => images.find(`${hash}/${name}`),
  };
}

test('draws an image once for concurrent requests', async () => {
  const { find, timesDrawn } = await openPictures();
  const answers = await Promise.all(Array.from({ length: 50 }, () => find('320.avif')));
  expect(timesDrawn()).toBe(1);
  expect(new Set(answers.map((bytes) => bytes?.toString('base64'))).size).toBe(1);
});

test.each([160, 320, 640, 1080])('draws %i pixels wide with a transparent background', async (width) => {
  const { find } = await openPictures();
  const metadata = await sharp((await find(`${width}.webp`)) ?? undefined).metadata();
  expect([metadata.format, metadata.width, metadata.height, metadata.hasAlpha]).toEqual([
    'webp',
    width,
    width,
    true,
  ]);
});

test.runIf(process.platform === 'linux')('draws again when the process that draws has ended', async () => {
  let decoders: number[] = [];
  const { find } = await openPictures(() => {
    for (const pid of decoders) process.kill(pid, 'SIGKILL');
  });
  await find('640.avif');
  decoders = await listChildren('image-process-main');
  expect(decoders).not.toEqual([]);
  expect((await find('1080.avif'))?.length).toBeGreaterThan(0);
});
