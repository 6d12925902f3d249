import { linkSync, mkdirSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import sql from 'sql-template-tag';
import { loadDemoCatalogue } from '#demo/load.ts';
import { openDatabaseAsApp, toDatabaseAccess } from '#server/database/app-role.ts';
import { connect, type Queryable } from '#server/database/connect.ts';
import { toStoragePath } from '#server/providers/image-storage/image-storage.ts';
import { plainImage } from '#tests/fixtures/files.ts';
import startDatabase from '#tests/fixtures/global-setup.ts';

/**
 * Adds a template database with the demo catalogue, from which each test worker copies its shop, and a folder for
 * images.
 */
export default async function setUp() {
  const tearDown = await startDatabase();
  const url = new URL(process.env.TEST_DATABASE_URL ?? '');
  const server = connect(url.href, { maxConnections: 1 });
  await server.query(sql`create database template_demo template template_shop`);
  await server.close();
  url.pathname = '/template_demo';
  // Its rights are copied with the template.
  const template = await openDatabaseAsApp(toDatabaseAccess(url.href), { maxConnections: 2 });
  await loadDemoCatalogue(template);
  const imageDirectory = await mkdtemp(join(tmpdir(), 'tokri-images-'));
  await storeSmallPictures(template, imageDirectory);
  await template.close();
  process.env.TEST_IMAGE_DIRECTORY = imageDirectory;
  return async () => {
    await tearDown();
    await rm(imageDirectory, { recursive: true, force: true });
  };
}

/**
 * Puts plain pictures where a shop stores the small ones of categories and products: drawing those takes a core for
 * minutes, half a second for the page of each product, and shops that start together draw the same ones. All others
 * are drawn when a page shows them.
 */
async function storeSmallPictures(db: Queryable, directory: string): Promise<void> {
  const images = await db.query<{ hash: string }>(sql`
    select split_part(image, '/', 3) as hash from category
    union select split_part(image, '/', 3) from sub_category
    union select split_part(images[1], '/', 3) from product
    -- Tests claim the first products, and show their pages.
    union select split_part(unnest(images), '/', 3) from (select images from product order by id limit 800) as first`);
  for (const width of [160, 320, 640]) {
    const plain = join(directory, `${width}.avif`);
    await plainImage(width, width, '#8a6').avif().toFile(plain);
    for (const { hash } of images) {
      const path = join(directory, toStoragePath(`${hash}/${width}.avif`));
      mkdirSync(dirname(path), { recursive: true });
      linkSync(plain, path);
    }
  }
}
