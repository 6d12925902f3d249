import { strToU8, zipSync } from 'fflate';
import sql from 'sql-template-tag';
import { expectAccessible } from './accessibility.ts';
import { download, imageFile } from './dashboard.ts';
import { hold, startSession } from './storefront.ts';
import { expect, test } from './test.ts';

test('pictures in a ZIP file are matched, reported, uploaded once, and not sent again', async ({
  page,
  shop,
  admin,
}) => {
  const [mango, dal] = [await shop.claimProduct(), await shop.claimProduct()];
  await shop.db.query(sql`update product set sku = 'ZIP-1' where id = ${mango.id}`);
  const bytes = async (colour: string) => (await imageFile(colour)).buffer;
  const [red, green, blue] = [await bytes('#c33'), await bytes('#3c3'), await bytes('#33c')];
  const zip = zipSync({
    'pictures/zip-1-2.png': green,
    'pictures/ZIP-1-1.PNG': red,
    [`pictures/${dal.name.replaceAll(/[/\\]/g, ' ')}.png`]: blue,
    'pictures/nothing-like-it.png': red,
    'pictures/notes.txt': strToU8('hello'),
    '../outside.png': red,
  });
  const file = { name: 'pictures.zip', mimeType: 'application/zip', buffer: Buffer.from(zip) };
  let uploads = 0;
  page.on('request', (request) => {
    if (request.url().endsWith('/api/file/upload')) uploads += 1;
  });
  const imagesOf = async (id: string) => {
    const [row] = await shop.db.query<{ images: string[] }>(sql`select images from product where id = ${id}`);
    return row?.images ?? [];
  };
  const before = [await imagesOf(mango.id), await imagesOf(dal.id)];
  await startSession(page, admin);
  await page.goto('/dashboard/product-import');
  await page.getByRole('link', { name: 'upload them as a ZIP or many files' }).click();
  await expect(page.getByRole('button', { name: 'Choose files' })).toBeVisible();
  await expectAccessible(page);
  await page.getByLabel('Pictures or ZIP files').setInputFiles(file);
  await expect(page.getByRole('heading', { name: 'Check what will be uploaded' })).toBeFocused();
  await expect(page.getByText('pictures/nothing-like-it.png')).toBeVisible();
  await expect(page.getByText('pictures/notes.txt')).toBeVisible();
  await expect(page.getByText('../outside.png')).toBeVisible();
  await expectAccessible(page);
  expect(uploads).toBe(0);
  const report = await download(page, page.getByRole('button', { name: 'Download report as CSV' }));
  expect(report.name).toBe('pictures.csv');
  expect(report.content.toString()).toContain('"pictures/notes.txt","","","Not a picture"');
  await page.getByRole('button', { name: 'Upload 3 pictures' }).click();
  await expect(page.getByRole('heading', { name: 'Pictures uploaded' })).toBeFocused();
  const [mangoImages, dalImages] = [await imagesOf(mango.id), await imagesOf(dal.id)];
  expect([mangoImages.length, dalImages.length]).toEqual([
    (before[0]?.length ?? 0) + 2,
    (before[1]?.length ?? 0) + 1,
  ]);
  expect(uploads).toBe(3);
  await expectAccessible(page);

  await page.getByLabel('Pictures or ZIP files').setInputFiles(file);
  await page.getByRole('button', { name: 'Upload 3 pictures' }).click();
  await expect(page.getByRole('heading', { name: 'Pictures uploaded' })).toBeFocused();
  expect(uploads).toBe(3);
  expect(await imagesOf(mango.id)).toEqual(mangoImages);
});

test('an upload that is stopped goes on without sending a picture again', async ({ page, shop, admin }) => {
  const product = await shop.claimProduct();
  await shop.db.query(sql`update product set sku = 'STOP-1' where id = ${product.id}`);
  const files = await Promise.all(
    ['#c13', '#1c3', '#13c'].map((colour, index) => imageFile(colour, `STOP-1-${index + 1}.png`)),
  );
  let uploads = 0;
  page.on('request', (request) => {
    if (request.url().endsWith('/api/file/upload')) uploads += 1;
  });
  await startSession(page, admin);
  await page.goto('/dashboard/product-import/pictures');
  const release = await hold(page, /\/api\/file\/upload$/);
  await page.getByLabel('Pictures or ZIP files').setInputFiles(files);
  await page.getByRole('button', { name: 'Upload 3 pictures' }).click();
  await expect.poll(() => uploads).toBe(1);
  await page.getByRole('button', { name: 'Stop' }).click();
  release();
  await expect(page.getByRole('heading', { name: 'Stopped' })).toBeFocused();
  await page.getByRole('button', { name: 'Go on' }).click();
  await expect(page.getByRole('heading', { name: 'Pictures uploaded' })).toBeFocused();
  expect(uploads).toBe(3);
  const [row] = await shop.db.query<{ images: string[] }>(
    sql`select images from product where id = ${product.id}`,
  );
  expect(new Set(row?.images).size).toBeGreaterThanOrEqual(4);
});
