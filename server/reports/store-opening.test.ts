import sql from 'sql-template-tag';
import { beforeEach, expect, test } from 'vitest';
import type { OpeningStep } from '#contract/store/opening-steps.ts';
import { initialStoreSettings } from '#contract/store/store-settings.ts';
import { recordBackup } from '#server/store/opening.service.ts';
import { createAdmin } from '#tests/fixtures/accounts.ts';
import { countOutcomes } from '#tests/fixtures/context.ts';
import { openTestDatabase } from '#tests/fixtures/database.ts';
import {
  addCategory,
  addOrder,
  addProduct,
  addSubCategory,
  changeProduct,
  changeSettings,
  deliverOrder,
} from '#tests/fixtures/seed.ts';

const { db } = await openTestDatabase();
const meera = await createAdmin(db);

beforeEach(async () => {
  await db.query(sql`delete from store_opening`);
  await changeSettings(db, initialStoreSettings);
  await db.query(sql`
    insert into page_version (page, version, english, hindi, is_published, changed_by, changed_at)
    select page, max(version) + 1, '', '', false, ${meera.userId}, now() from page_version group by page`);
  await db.query(sql`delete from customer_order`);
  await db.query(sql`delete from product`);
  await db.query(sql`delete from sub_category_category`);
  await db.query(sql`update account set role = 'USER' where role = 'ADMIN' and id <> ${meera.userId}`);
});

const read = async () => (await meera.call('getStoreOpening')).data;
const gapsOf = async (step: OpeningStep) => (await read()).steps.find((each) => each.step === step)?.gaps;
/** An order of the administrator. */
async function addTestOrder(): Promise<string> {
  const order = await addOrder(db, { at: new Date() });
  await db.query(sql`update customer_order set user_id = ${meera.userId} where id = ${order}`);
  return order;
}
const confirm = (step: OpeningStep, isConfirmed = true) =>
  meera.call('confirmOpeningStep', { step, isConfirmed });

test('a new store lacks something in each step', async () => {
  const opening = await read();
  expect(Object.fromEntries(opening.steps.map(({ step, gaps }) => [step, gaps]))).toEqual({
    name: ['NAME', 'CONTACT', 'LOGO'],
    address: ['ADDRESS', 'GSTIN', 'FSSAI'],
    hours: ['HOURS'],
    area: ['AREA', 'CHARGES'],
    payment: ['TEST_CARDS', 'UPI'],
    products: ['CATEGORIES', 'PRODUCTS'],
    staff: ['STAFF'],
    testOrder: ['ORDER'],
    policies: ['TERMS', 'PRIVACY', 'REFUNDS', 'OFFICER'],
    backup: ['BACKUP'],
    live: ['LIVE'],
  });
  expect(opening).toMatchObject({
    wentLiveAt: null,
    listHiddenAt: null,
    lastBackupAt: null,
    demoProducts: 0,
  });
});

test('each step is done when what it asks for is stored', async () => {
  const { settings } = (await meera.call('getStoreSettings')).data;
  await changeSettings(db, {
    identity: {
      ...settings.identity,
      name: 'Sharma Kirana',
      phone: '+919876543210',
      email: 'shop@sharma.in',
      address: '12 MG Road',
    },
    branding: { logo: { url: '/images/0123456789abcdef/320.webp', width: 400, height: 100 }, colour: '' },
    legal: { gstin: '27AAPFU0939F1ZV', stateCode: '27', fssai: '12345678901234' },
    seller: {
      ...settings.seller,
      officerName: 'Asha',
      officerDesignation: 'Owner',
      officerEmail: 'asha@sharma.in',
    },
    week: settings.week.map(() => [{ from: '07:00', to: '22:00' }]),
    deliveryArea: {
      kind: 'PINCODES',
      groups: [
        { name: '', pincodes: ['411001'], deliveryFeeAmt: null, minimumOrderAmt: null, extraMinutes: 0 },
      ],
      radius: null,
    },
    charges: { ...settings.charges, handlingAmt: 5 },
    paymentMethods: { cash: true, card: false, upi: true },
    upi: { vpa: 'sharma@okbank', payeeName: 'Sharma' },
  });
  await addSubCategory(db, [await addCategory(db)]);
  const product = await addProduct(db);
  await createAdmin(db, 'Arjun');
  const order = await addTestOrder();
  expect(await gapsOf('testOrder')).toEqual(['DELIVERY']);
  await deliverOrder(db, order);
  for (const page of ['terms', 'privacy', 'refunds'])
    await db.query(sql`
      insert into page_version (page, version, english, hindi, is_published, changed_by, changed_at)
      select ${page}, coalesce(max(version), 0) + 1, 'Text', '', true, ${meera.userId}, now() from page_version
      where page = ${page}`);
  await recordBackup(db, new Date('2026-11-20T00:00:00Z'));
  expect((await read()).lastBackupAt).toBe('2026-11-20T00:00:00.000Z');
  expect((await read()).steps.filter(({ gaps }) => gaps.length > 0)).toEqual([
    { step: 'live', gaps: ['LIVE'], isConfirmed: false },
  ]);
  await meera.call('goLive');
  expect(await gapsOf('live')).toEqual([]);

  await changeProduct(db, product, { status: 'draft' });
  expect(await gapsOf('products')).toEqual(['PRODUCTS']);
  await db.query(sql`update product set status = 'active', images = '{}'`);
  expect(await gapsOf('products')).toEqual(['PICTURES']);
  await db.query(sql`update product set is_demo = true`);
  expect(await gapsOf('products')).toEqual(['PRODUCTS', 'DEMO']);
});

test('a confirmed step is done without what a store can do without, until that is taken back', async () => {
  for (const step of ['name', 'address', 'hours', 'area', 'payment', 'products', 'staff', 'backup'] as const)
    await confirm(step);
  await confirm('staff');
  expect(await gapsOf('name')).toEqual(['NAME', 'CONTACT']);
  expect(await gapsOf('address')).toEqual(['ADDRESS']);
  expect(await gapsOf('products')).toEqual(['CATEGORIES', 'PRODUCTS']);
  for (const step of ['hours', 'area', 'payment', 'staff', 'backup'] as const)
    expect(await gapsOf(step), step).toEqual([]);
  await confirm('staff', false);
  expect(await gapsOf('staff')).toEqual(['STAFF']);
  expect(await gapsOf('backup')).toEqual([]);
  for (const step of ['testOrder', 'policies', 'live'] as const) {
    await confirm(step);
    expect(await gapsOf(step), step).not.toEqual([]);
  }
});

test('two administrators confirm different steps at once', async () => {
  const arjun = await createAdmin(db, 'Arjun');
  await Promise.all([
    confirm('hours'),
    arjun.call('confirmOpeningStep', { step: 'area', isConfirmed: true }),
    confirm('backup'),
  ]);
  const done = (await read()).steps.filter(({ isConfirmed }) => isConfirmed).map(({ step }) => step);
  expect(done).toEqual(['hours', 'area', 'backup']);
});

test('a store that is closed now cannot have its test order yet', async () => {
  const { settings } = (await meera.call('getStoreSettings')).data;
  await changeSettings(db, { week: settings.week.map(() => []) });
  expect(await gapsOf('testOrder')).toEqual(['ORDER', 'CLOSED']);
  await addTestOrder();
  expect(await gapsOf('testOrder')).toEqual(['DELIVERY']);
});

test('goes live once when several requests ask for it, and the audit log says so', async () => {
  const counts = async () => (await meera.call('getMenuCounts')).data.isLive;
  expect(await counts()).toBe(false);
  const before = (await meera.historyOf('store')).length;
  expect(await countOutcomes([meera.call('goLive'), meera.call('goLive'), meera.call('goLive')])).toEqual({
    '200': 3,
  });
  const { wentLiveAt } = await read();
  expect((await meera.call('goLive')).data.wentLiveAt).toBe(wentLiveAt);
  expect(await counts()).toBe(true);
  const entries = await meera.historyOf('store');
  expect(entries).toHaveLength(before + 1);
  expect(entries[0]).toMatchObject({ action: 'opened', by: { name: 'Meera' } });
});

test('the store counts as open from the first delivery to a customer, not from a test order or an open order', async () => {
  const isLive = async () => (await meera.call('getMenuCounts')).data.isLive;
  await deliverOrder(db, await addTestOrder());
  const order = await addOrder(db, { at: new Date() });
  await addOrder(db, { at: new Date(), status: 'CANCELLED' });
  expect(await gapsOf('live')).toEqual(['LIVE']);
  expect((await read()).wentLiveAt).toBeNull();
  expect(await isLive()).toBe(false);

  await deliverOrder(db, order);
  expect(await gapsOf('live')).toEqual([]);
  expect(await isLive()).toBe(true);
  const { delivered_at } = await db.one<{ delivered_at: Date }>(
    sql`select delivered_at from customer_order where id = ${order}`,
  );
  expect((await read()).wentLiveAt).toBe(delivered_at.toISOString());
  const { data } = await meera.call('goLive');
  expect((await read()).wentLiveAt).toBe(data.wentLiveAt);
});

test('the list is put away for all administrators, and shown again', async () => {
  await meera.call('hideOpeningList', { isHidden: true });
  const { listHiddenAt } = await read();
  expect(listHiddenAt).not.toBeNull();
  await meera.call('hideOpeningList', { isHidden: true });
  expect((await read()).listHiddenAt).toBe(listHiddenAt);
  await meera.call('hideOpeningList', { isHidden: false });
  expect((await read()).listHiddenAt).toBeNull();
});
