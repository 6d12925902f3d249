import sql from 'sql-template-tag';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { brandPath, productPath } from '#contract/base/slug.ts';
import type { AuditEntry } from '#contract/reports/dashboard.ts';
import { createAdmin, newProduct } from '#tests/fixtures/accounts.ts';
import { type ApiShop, createApiShop } from '#tests/fixtures/api.ts';
import { namedEndpoints } from '#tests/fixtures/context.ts';
import { newCoupon } from '#tests/fixtures/coupons.ts';
import { openTestDatabase } from '#tests/fixtures/database.ts';
import { findCodes } from '#tests/fixtures/history-words.ts';
import { newBanner, newCollection } from '#tests/fixtures/home.ts';
import { validInput } from '#tests/fixtures/inputs.ts';
import { addCategory, addImage, addProduct, addSubCategory } from '#tests/fixtures/seed.ts';
import { toRecordWords } from '#web/admin/history/records.ts';
import { toLines } from '#web/admin/record-fields.ts';

const { db } = await openTestDatabase();
const meera = await createAdmin(db);
const image = await addImage(db);

let shop: ApiShop;
beforeAll(async () => {
  shop = await createApiShop();
});
afterAll(() => shop.close());

test('an entry names what its ids refer to: by the present name, and a deleted record by its last one', async () => {
  const category = await addCategory(db, 'Dairy');
  const subCategory = await addSubCategory(db, [category], 'Ghee');
  const unnamed = await addProduct(db, { name: 'Never changed' });
  const { data: butter } = await meera.call(
    'createProduct',
    await newProduct(db, { name: 'Butter', brand: 'Gauri' }),
  );
  const productIds = [butter._id, unnamed];
  const { data: coupon } = await meera.call(
    'createCoupon',
    newCoupon({ productIds, categoryIds: [category, subCategory] }),
  );
  const { data: collection } = await meera.call(
    'createCollection',
    newCollection({ title: 'Best of dairy', productIds }),
  );
  const { data: banner } = await meera.call('createBanner', newBanner({ image, link: productPath(butter) }));
  const { data: brand } = await meera.call('createBanner', newBanner({ image, link: brandPath('gauri') }));
  const namesOf = async (thingId: string) => (await meera.historyOf(thingId))[0]?.names;
  expect(await namesOf(coupon._id)).toEqual({
    [butter._id]: 'Butter',
    [unnamed]: 'Never changed',
    [category]: 'Dairy',
    [subCategory]: 'Ghee',
  });
  expect(await namesOf(brand._id)).toEqual({ 'brand:gauri': 'Gauri' });

  await meera.call('updateCategory', { _id: category, name: 'Milk and more', image });
  await meera.call('deleteProduct', { _id: butter._id });
  await db.query(sql`delete from product where id = ${unnamed}`);
  expect(await namesOf(coupon._id)).toEqual({
    [butter._id]: 'Butter',
    [category]: 'Milk and more',
    [subCategory]: 'Ghee',
  });
  expect(await namesOf(collection._id)).toEqual({ [butter._id]: 'Butter' });
  expect(await namesOf(banner._id)).toEqual({ [butter._id]: 'Butter' });
  const { data: layout } = await meera.call('getHomeLayout');
  const rows = layout.rows.toReversed();
  await meera.call('arrangeHome', {
    ...{ version: layout.version, bannerIds: layout.banners.map(({ _id }) => _id), rows },
  });
  const [entry] = await meera.historyOf('home');
  expect(entry?.names).toMatchObject({
    [collection._id]: 'Best of dairy',
    [category]: 'Milk and more',
  });
  expect(entry && findCodesOf(entry)).toEqual([]);
});

test('every change that the API records is shown in words', async () => {
  const writes = namedEndpoints.filter(({ audience, method }) => audience === 'staff' && method !== 'GET');
  const admin = await shop.openAccount('ADMIN');
  for (const { name } of writes) {
    const owner = await shop.openAccount();
    await shop.send(name, await validInput(shop, name, owner, admin), admin.accessToken);
  }
  const entries: AuditEntry[] = [];
  for (let page = 1, isLast = false; !isLast; page += 1) {
    const { text } = await shop.send('listAudit', { page, limit: 100 }, admin.accessToken);
    const answer: { data: AuditEntry[]; totalPage: number } = JSON.parse(text);
    entries.push(...answer.data);
    isLast = page >= answer.totalPage;
  }
  // A valid order of the home page is the present one, which changes nothing.
  expect([...new Set(entries.map(({ kind }) => kind))].toSorted()).toEqual([
    'account',
    'banner',
    'category',
    'collection',
    'coupon',
    'day-sheet',
    'order',
    'product',
    'settings',
    'sub-category',
  ]);
  for (const entry of entries) expect(findCodesOf(entry)).toEqual([]);
}, 120_000);

/** Names of fixtures contain an id. */
const withPlainNames = (text: string) => text.replaceAll(/\b[A-Z][a-z-]+ [0-9A-Za-z]{22}\b/g, 'Name');

/** Fields without a label, and codes in the title and in the values. */
function findCodesOf(entry: AuditEntry): unknown[] {
  const { fields, noun, name = '' } = toRecordWords(entry);
  const lines = toLines(entry.changes, fields, entry.names).map((line) => ({
    ...line,
    before: line.before.map(withPlainNames),
    after: line.after.map(withPlainNames),
  }));
  const unknown = entry.changes.filter(({ field }) => !Object.hasOwn(fields, field));
  return [...unknown, ...findCodes(lines), ...(`${noun} ${name}`.match(/Page:|\d{4}-\d\d/) ?? [])];
}
