import sql from 'sql-template-tag';
import { beforeEach, expect, test } from 'vitest';
import { exampleLinks } from '#contract/store/store-identity.ts';
import { loadDemoCatalogue } from '#demo/load.ts';
import { createAdmin, createShopper, newProduct, type Shopper } from '#tests/fixtures/accounts.ts';
import { catchAppError, countOutcomes } from '#tests/fixtures/context.ts';
import { lockStock, openTestDatabase, untilWaiting } from '#tests/fixtures/database.ts';
import { addAddress, addImage, parseProducts, seedCatalogue, stockOf } from '#tests/fixtures/seed.ts';
import { saveSettings } from '#tests/fixtures/settings.ts';

const { db } = await openTestDatabase();
const meera = await createAdmin(db);

type Catalogue = Awaited<ReturnType<typeof seedCatalogue>>;
let demo: Catalogue;

beforeEach(async () => {
  // Orders of an earlier test must not count.
  await db.query(sql`update customer_order set status = 'CANCELLED' where status = 'PLACED'`);
  await db.query(sql`update product set is_demo = false where is_demo`);
  await db.query(sql`delete from product`);
  await db.query(sql`delete from sub_category`);
  await db.query(sql`delete from category`);
  await db.query(sql`delete from store_opening`);
  demo = await seedCatalogue(
    db,
    parseProducts(`
      Dairy > Milk: Toned Milk; Cow Milk
      Dairy > Curd: Curd Cup
      Snacks > Chips: Salted Chips`),
  );
  for (const table of ['product', 'category', 'sub_category'])
    await db.pool.query(`update ${table} set is_demo = true`);
});

const idOf = (name: string) => demo.products.get(name) ?? '';
const namesOf = async (table: 'product' | 'category' | 'sub_category') =>
  (await db.pool.query<{ name: string }>(`select name from ${table} order by name`)).rows.map(
    ({ name }) => name,
  );
const remove = () => meera.call('removeDemoCatalogue');
const setLive = (at: Date) =>
  db.query(sql`
    insert into store_opening (went_live_at) values (${at})
    on conflict (is_only) do update set went_live_at = excluded.went_live_at`);

async function order(shopper: Shopper, productId: string): Promise<string> {
  await shopper.fill({ [productId]: 1 });
  return (await shopper.order(await shopper.checkout())).data._id;
}

/** An administrator who orders. */
async function createTester(): Promise<Shopper> {
  const shopper = await createShopper(db);
  await addAddress(db, shopper.userId);
  await db.query(sql`update account set role = 'ADMIN' where id = ${shopper.userId}`);
  return shopper;
}

test('deletes the demo catalogue from lists, searches, carts and stock, once, and records that', async () => {
  const shopper = await createShopper(db);
  await shopper.fill({ [idOf('Toned Milk')]: 2 });
  const search = async () => (await meera.call('searchProducts', { search: 'milk' })).data.length;
  expect(await search()).toBe(2);
  const counts = { products: 4, categories: 2, subCategories: 3 };
  expect((await meera.call('getDemoCatalogue')).data).toEqual(counts);
  expect(await remove()).toMatchObject({ message: 'Demo catalogue removed', data: counts });

  expect([await namesOf('product'), await namesOf('category'), await namesOf('sub_category')]).toEqual([
    [],
    [],
    [],
  ]);
  expect([await search(), await shopper.cart()]).toEqual([0, []]);
  expect((await meera.call('listCategories')).data).toEqual([]);
  expect(
    await db.query(sql`
      select cause, stock, changed_by from stock_change where product_id = ${idOf('Curd Cup')}
      order by id desc limit 1`),
  ).toEqual([{ cause: 'DELETED', stock: 0, changed_by: meera.userId }]);
  const none = { products: 0, categories: 0, subCategories: 0 };
  expect((await remove()).data).toEqual(none);
  expect((await meera.call('getDemoCatalogue')).data).toEqual(none);
  const entries = await meera.historyOf('demo');
  expect(entries).toHaveLength(1);
  expect(entries[0]).toMatchObject({ action: 'removed', thingName: 'Demo catalogue', by: { name: 'Meera' } });
  // The next start of the server.
  expect(await loadDemoCatalogue(db)).toBe(false);
});

test('the footer loses the links of the demo, and keeps a page of the store', async () => {
  const { settings } = (await meera.call('getStoreSettings')).data;
  const instagram = 'https://www.instagram.com/sharma';
  await saveSettings(meera, { identity: { ...settings.identity, ...exampleLinks, instagram } });
  await remove();
  const { identity } = (await meera.call('getStoreSettings')).data.settings;
  expect(identity).toMatchObject({ facebook: '', instagram, linkedin: '' });
  expect((await meera.historyOf('store'))[0]).toMatchObject({ action: 'updated', by: { name: 'Meera' } });
  // The second removal finds nothing to change.
  const { version: after } = (await meera.call('getStoreSettings')).data;
  await remove();
  expect((await meera.call('getStoreSettings')).data.version).toBe(after);
});

test('leaves what is the own of the owner, with its categories', async () => {
  const dairy = demo.categories.get('Dairy') ?? '';
  const milk = demo.subCategories.get('Milk') ?? '';
  const own = { ...(await newProduct(db)), category: [dairy], subCategory: [milk], name: 'My Milk' };
  const { data: mine } = await meera.call('createProduct', own);
  // Curd gets another picture, and salted chips get another price only.
  const curd = idOf('Curd Cup');
  await meera.call('changeProducts', { changes: [{ _id: curd, image: [await addImage(db)] }] });
  await meera.call('changeProducts', { changes: [{ _id: idOf('Salted Chips'), price: 12 }] });

  expect((await remove()).data).toEqual({ products: 3, categories: 1, subCategories: 1 });
  expect(await namesOf('product')).toEqual(['Curd Cup', 'My Milk']);
  expect(await namesOf('category')).toEqual([expect.stringMatching(/^Category/), 'Dairy']);
  expect(await stockOf(db, mine._id)).toBe(10);
  expect((await meera.call('searchProducts', { search: 'curd' })).data).toHaveLength(1);
  // What stays is no demo any more.
  await meera.call('deleteProduct', { _id: mine._id });
  await meera.call('deleteProduct', { _id: curd });
  expect((await remove()).data).toEqual({ products: 0, categories: 0, subCategories: 0 });
  expect(await namesOf('category')).toContain('Dairy');
});

test('keeps a demo product that an import has changed', async () => {
  await db.transaction(async (transaction) => {
    await transaction.query(sql`select set_config('tokri.bulk', 'on', true)`);
    await transaction.query(sql`update product set price_paise = 4200 where id = ${idOf('Cow Milk')}`);
  });
  expect((await remove()).data.products).toBe(3);
  expect(await namesOf('product')).toEqual(['Cow Milk']);
});

test('is refused with DEMO_ORDERED once a customer has ordered a demo product', async () => {
  await setLive(new Date(0));
  const shopper = await createShopper(db);
  const orderId = await order(shopper, idOf('Toned Milk'));
  const refusal = await catchAppError(remove());
  expect(refusal).toMatchObject({ code: 'DEMO_ORDERED', status: 409, details: { orders: 1 } });
  expect(await namesOf('product')).toHaveLength(4);
  await db.query(sql`update customer_order set status = 'CANCELLED' where id = ${orderId}`);
  expect((await remove()).data.products).toBe(4);
});

test('does not count a test order of an administrator before the store went live, but one after it', async () => {
  const tester = await createTester();
  await order(tester, idOf('Toned Milk'));
  await setLive(new Date(0));
  expect((await catchAppError(remove())).code).toBe('DEMO_ORDERED');
  await setLive(new Date());
  expect((await remove()).data.products).toBe(4);
  expect((await tester.orders()).data[0]?.product_details).toMatchObject({ name: 'Toned Milk' });
});

test('an order that is being placed refuses the removal, which waits for it', async () => {
  const shopper = await createShopper(db);
  await shopper.fill({ [idOf('Toned Milk')]: 1 });
  const input = await shopper.checkout();
  const stock = await lockStock(db, idOf('Toned Milk'));
  const ordering = shopper.order(input);
  await untilWaiting(db, 1);
  const removal = catchAppError(remove());
  await untilWaiting(db, 2);
  await stock.end();
  expect((await ordering).status).toBe(201);
  expect((await removal).code).toBe('DEMO_ORDERED');
  expect(await stockOf(db, idOf('Toned Milk'))).toBe(19);
});

test('two requests at once delete it once', async () => {
  const arjun = await createAdmin(db, 'Arjun');
  const outcomes = await countOutcomes([remove(), arjun.call('removeDemoCatalogue'), remove()]);
  expect(outcomes).toEqual({ '200': 3 });
  expect(await namesOf('product')).toEqual([]);
});
