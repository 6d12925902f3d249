import sql from 'sql-template-tag';
import { afterEach, describe, expect, test } from 'vitest';
import { endpoints } from '#contract/api.ts';
import { initialIdentity } from '#contract/store/store-identity.ts';
import { initialStoreSettings, type StoreSettings } from '#contract/store/store-settings.ts';
import { apiRoutes, buildApp } from '#server/app/app.ts';
import { listenForCatalogueChanges } from '#server/cache/catalogue-cache.ts';
import { checkoutRoutes } from '#server/checkout/checkout.routes.ts';
import { connect } from '#server/database/connect.ts';
import { newId } from '#server/database/id.ts';
import { lowStockJobs } from '#server/inventory/inventory.service.ts';
import { orderRoutes } from '#server/orders/order.routes.ts';
import { createAdmin, createShopper } from '#tests/fixtures/accounts.ts';
import { catchAppError, runCall, testContext } from '#tests/fixtures/context.ts';
import { createTestDatabase, openTestDatabase, orderDuring } from '#tests/fixtures/database.ts';
import { listEmails, listEmailsTo } from '#tests/fixtures/jobs.ts';
import { addProduct } from '#tests/fixtures/seed.ts';
import { saveSettings } from '#tests/fixtures/settings.ts';
import { currentSettings } from './settings.service.ts';
import { ensureFirstSettings, readShopIdentity } from './store-identity.service.ts';

const { db, url } = await openTestDatabase();
const meera = await createAdmin(db);
const milk = await addProduct(db, { name: 'Milk', stock: 1000, pricePaise: 10_000 });
afterEach(() => change({}));

const change = (changed: Partial<StoreSettings>) => saveSettings(meera, changed, initialStoreSettings);

const { identity, legal, notifications } = initialIdentity;
const spiceRoute = {
  identity: { ...identity, name: 'Spice Route', phone: '9876543210', address: '1 Market Street\nPune' },
  legal: { gstin: '27AAPFU0939F1ZV', stateCode: '27', fssai: '11522998000123' },
};

describe('first values', () => {
  const first = { ...spiceRoute, notifications: { ...notifications, senderName: 'Orders' } };

  test('are stored once by processes that start at the same time, without a name in the log, and afterwards only administrators change them', async () => {
    const own = await createTestDatabase();
    await Promise.all([1, 2, 3].map(() => ensureFirstSettings({ db: own.db }, first)));
    const read = () => currentSettings({ db: own.db });
    expect(await read()).toMatchObject({ version: 1, settings: { ...initialStoreSettings, ...first } });
    const admin = await createAdmin(own.db);
    const { data } = await admin.call('getStoreSettings');
    const settings = { ...data.settings, identity: { ...data.settings.identity, name: 'Renamed' } };
    await admin.call('updateStoreSettings', { version: 1, settings });
    await ensureFirstSettings({ db: own.db }, first);
    expect(await read()).toMatchObject({ version: 2, settings: { identity: { name: 'Renamed' } } });
    await own.drop();
  });

  test('are added to settings of an earlier version, which keep what they have', async () => {
    const own = await createTestDatabase();
    const admin = await createAdmin(own.db);
    await own.db.query(sql`
      insert into store_settings (version, settings, changed_by) values (1, '{"minimumOrderAmt": 149}', ${admin.userId})`);
    await ensureFirstSettings({ db: own.db }, first);
    expect(await currentSettings({ db: own.db })).toMatchObject({
      version: 2,
      settings: { minimumOrderAmt: 149, identity: { name: 'Spice Route' }, legal: first.legal },
    });
    await own.drop();
  });
});

test('a change is in the next response of its process, then of every process, in emails, and in security.txt', async () => {
  const processes = await Promise.all([1, 2].map(() => openProcess()));
  const names = () =>
    Promise.all(
      processes.map(async ({ fastify }) => {
        const { body } = await fastify.inject(endpoints.getStoreProfile.path);
        const { name, promisedMinutes } = JSON.parse(body).data;
        return `${name} in ${promisedMinutes} min`;
      }),
    );
  expect(await names()).toEqual(['Tokri in 10 min', 'Tokri in 10 min']);
  const [first] = processes;
  const { data } = await meera.call('getStoreSettings');
  const changed = {
    ...data.settings,
    ...spiceRoute,
    identity: { ...spiceRoute.identity, email: 'care@spice.example' },
    promise: { ...data.settings.promise, baseMinutes: 25 },
  };
  await runCall(
    apiRoutes,
    'updateStoreSettings',
    { ...meera.context, db: first?.db ?? db },
    {
      version: data.version,
      settings: changed,
    },
  );
  expect((await names())[0]).toBe('Spice Route in 25 min');
  await expect.poll(names).toEqual(['Spice Route in 25 min', 'Spice Route in 25 min']);
  const security = await first?.fastify.inject('/.well-known/security.txt');
  expect(security?.body).toContain('Contact: mailto:care@spice.example\n');
  expect(await readShopIdentity(meera.context)).toEqual({
    ...{ name: 'Spice Route', url: 'https://shop.example', contactEmail: 'care@spice.example' },
    ...{ phone: '9876543210', address: '1 Market Street\nPune' },
    legal: ['GSTIN 27AAPFU0939F1ZV', 'State: Maharashtra (27)', 'FSSAI 11522998000123'],
    sender: { name: 'Spice Route', address: 'hello@tokri.local' },
  });
  for (const each of processes) await each.close();
});

async function openProcess() {
  const db = connect(url);
  const context = testContext(db);
  const following = await listenForCatalogueChanges(db, context.catalogueCache, context.log);
  const { fastify, close } = buildApp(context, 'http://localhost:3000');
  return {
    db,
    fastify,
    async close() {
      await following.stop();
      await close();
      await db.close();
    },
  };
}

test('the profile says whether the header asks for a place, tells a time, or has nothing to tell', async () => {
  const read = async () => (await runCall(apiRoutes, 'getStoreProfile', testContext(db))).data.deliveryHeader;
  const { week, promise } = initialStoreSettings;
  const group = { name: '', pincodes: ['560'], deliveryFeeAmt: null, minimumOrderAmt: null, extraMinutes: 0 };
  expect(await read()).toBe('NONE');
  await change({ week: week.with(6, []) });
  expect(await read()).toBe('TIME');
  await change({ pause: { reason: 'Rain', until: null } });
  expect(await read()).toBe('TIME');
  await change({ promise: { ...promise, minutesPerOrder: 2 } });
  expect(await read()).toBe('TIME');
  await change({ deliveryArea: { kind: 'PINCODES', groups: [group], radius: null } });
  expect(await read()).toBe('PLACE');
});

test('the first tagline names the promised minutes of now, another one stays as it is', async () => {
  const read = async () => (await runCall(apiRoutes, 'getStoreProfile', testContext(db))).data.tagline;
  expect(await read()).toBe('Groceries at your door in 10 minutes');
  const promise = { ...initialStoreSettings.promise, baseMinutes: 45 };
  await change({ promise });
  expect(await read()).toBe('Groceries at your door in 45 minutes');
  await change({ promise, identity: { ...identity, tagline: 'Fruit in 10 minutes' } });
  expect(await read()).toBe('Fruit in 10 minutes');
});

test('the audit log has name and legal data before and after', async () => {
  await change(spiceRoute);
  const [entry] = await meera.historyOf('store');
  expect(entry?.changes.map(({ field }) => field).sort()).toEqual(['identity', 'legal']);
  expect(entry?.changes).toContainEqual({ field: 'legal', before: legal, after: spiceRoute.legal });
});

test.each([
  ['a name of spaces', { identity: { ...identity, name: ' \u200b' } }, 'identity.name'],
  ['a telephone number of words', { identity: { ...identity, phone: 'call us' } }, 'identity.phone'],
  ['an invalid email address', { identity: { ...identity, email: 'care@' } }, 'identity.email'],
  [
    'a page without https',
    { identity: { ...identity, facebook: 'http://facebook.example' } },
    'identity.facebook',
  ],
  ['a script as a page', { identity: { ...identity, linkedin: 'javascript:alert(1)' } }, 'identity.linkedin'],
  [
    'a GSTIN with another check character',
    { legal: { ...spiceRoute.legal, gstin: '27AAPFU0939F1ZW' } },
    'legal.gstin',
  ],
  [
    'a GSTIN without an address, which invoices need',
    { legal: spiceRoute.legal, identity: { ...identity, address: ' \n' } },
    'identity.address',
  ],
  ['a GSTIN of another state', { legal: { ...spiceRoute.legal, stateCode: '29' } }, 'legal.stateCode'],
  ['a GSTIN without a state', { legal: { ...spiceRoute.legal, stateCode: '' } }, 'legal.stateCode'],
  ['a state that does not exist', { legal: { ...legal, stateCode: '00' } }, 'legal.stateCode'],
  ['an FSSAI number of 13 digits', { legal: { ...legal, fssai: '1152299800012' } }, 'legal.fssai'],
  ['no payment method', { paymentMethods: { cash: false, card: false, upi: false } }, 'paymentMethods'],
  ['UPI alone without an id', { paymentMethods: { cash: false, card: false, upi: true } }, 'paymentMethods'],
  [
    'a sender without an address',
    { notifications: { ...notifications, senderAddress: '' } },
    'notifications.senderAddress',
  ],
  [
    'a header in the name of the sender',
    { notifications: { ...notifications, senderName: 'Tokri\r\nBcc: all@example.com' } },
    'notifications.senderName',
  ],
])('rejects %s', async (_what, changed, path) => {
  const refusal = await catchAppError(change(changed));
  expect([refusal.code, refusal.issues?.[0]?.path]).toEqual(['INVALID_INPUT', `settings.${path}`]);
});

test('stored settings with a GSTIN and no address stay readable, and take another change once they have an address', async () => {
  const own = await createTestDatabase();
  const { legal: registered } = spiceRoute;
  await ensureFirstSettings({ db: own.db }, { identity, legal: registered, notifications });
  const admin = await createAdmin(own.db);
  const { data } = await admin.call('getStoreSettings');
  expect(data.settings).toMatchObject({ identity: { address: '' }, legal: registered });
  const save = (settings: StoreSettings) =>
    admin.call('updateStoreSettings', {
      version: data.version,
      settings: { ...settings, minimumOrderAmt: 99 },
    });
  const refusal = await catchAppError(save(data.settings));
  expect(refusal.issues).toEqual([
    {
      path: 'settings.identity.address',
      message: 'Enter the address: a store with a GSTIN prints it on invoices.',
    },
  ]);
  await save({ ...data.settings, identity: { ...identity, address: '1 Market Street' } });
  expect((await admin.call('getStoreSettings')).data.settings.minimumOrderAmt).toBe(99);
  await own.drop();
});

test('cards alone are refused for a store without a payment provider', async () => {
  const context = { ...meera.context, payments: { ...meera.context.payments, name: 'none' as const } };
  const { data } = await meera.call('getStoreSettings');
  const settings = { ...initialStoreSettings, paymentMethods: { cash: false, card: true, upi: true } };
  const call = runCall(apiRoutes, 'updateStoreSettings', context, { version: data.version, settings });
  expect((await catchAppError(call)).issues?.[0]?.path).toBe('settings.paymentMethods');
});

describe('a payment method that is off', () => {
  const upi = { vpa: 'store@upi', payeeName: 'Tokri' };
  const off = (method: keyof StoreSettings['paymentMethods']) => ({
    ...{ upi, paymentMethods: { cash: true, card: true, upi: true, [method]: false } },
  });
  const calls = { cash: 'placeCashOrder', card: 'checkoutOrder', upi: 'placeUpiOrder' } as const;

  test.each([
    ['cash', 'CASH_PAYMENT_OFF', ['CARD', 'UPI']],
    ['card', 'CARD_PAYMENT_OFF', ['UPI', 'CASH']],
    ['upi', 'UPI_PAYMENT_OFF', ['CARD', 'CASH']],
  ] as const)('%s is not offered, refused with %s, and keeps the cart', async (method, code, offered) => {
    await change(off(method));
    const shopper = await createShopper(db);
    await shopper.fill({ [milk]: 1 });
    const input = await shopper.checkout();
    const place = () =>
      method === 'cash' ? shopper.order(input) : runCall(apiRoutes, calls[method], shopper.context, input);
    const refusal = await catchAppError(place());
    expect([refusal.code, refusal.status]).toEqual([code, 409]);
    expect(await shopper.cart()).toHaveLength(1);
    const context = testContext(db);
    expect((await runCall(checkoutRoutes, 'listPaymentMethods', context)).data.methods).toEqual(offered);
    expect((await runCall(apiRoutes, 'getStoreStatus', context)).data.paymentMethods).toEqual(offered);
    expect((await runCall(apiRoutes, 'getStoreProfile', context)).data.paymentMethods).toEqual(offered);
    await change({ upi });
    expect((await place()).status).toBe(201);
  });

  test('refuses an order that waits for its stock while the method is switched off', async () => {
    const shopper = await createShopper(db);
    await shopper.fill({ [milk]: 1 });
    const input = await shopper.checkout();
    const outcome = await orderDuring(
      db,
      milk,
      () => catchAppError(shopper.order(input)),
      () => change(off('cash')),
    );
    expect(outcome.code).toBe('CASH_PAYMENT_OFF');
  });

  test('answers an order again that was placed before, and takes one that store credit pays', async () => {
    const shopper = await createShopper(db);
    await shopper.fill({ [milk]: 1 });
    const [input, key] = [await shopper.checkout(), newId()];
    const { data } = await shopper.order(input, key);
    await change(off('cash'));
    expect((await shopper.order(input, key)).data).toEqual(data);
    await shopper.fill({ [milk]: 1 });
    await meera.call('grantStoreCredit', { _id: shopper.userId, amount: 100, reason: 'Late delivery' });
    const paid = await shopper.order({ ...(await shopper.checkout()), creditAmt: 100 });
    expect(paid.data).toMatchObject({ payment_method: 'CASH', creditAmt: 100 });
  });
});

describe('notifications', () => {
  const off = (changed: Partial<StoreSettings['notifications']>) => ({
    notifications: { ...notifications, ...changed },
  });

  test('emails that are switched off are not sent, those about a cancellation are', async () => {
    await change(off({ orderPlacedEmail: false, orderStepsEmail: false }));
    const shopper = await createShopper(db);
    const { email } = await db.one<{ email: string }>(sql`
      select email from account where id = ${shopper.userId}`);
    const kinds = async () => (await listEmailsTo(db, email)).map(({ kind }) => kind);
    const place = async () => {
      await shopper.fill({ [milk]: 1 });
      return (await shopper.order(await shopper.checkout())).data._id;
    };
    await runCall(orderRoutes, 'cancelOrder', shopper.context, { _id: await place() });
    expect(await kinds()).toEqual(['order-cancelled']);
    await change({});
    await place();
    expect(await kinds()).toContain('order-placed');
  });

  test('the email about low stock is queued in the morning of the store, to the address of the settings', async () => {
    await addProduct(db, { name: 'Curd', stock: 0 });
    await addProduct(db, { name: 'Bread', stock: 10 });
    await addProduct(db, { name: 'Rice', stock: 11 });
    const run = async (time: string) => {
      const context = testContext(db, { now: () => new Date(`2026-11-24T${time}+05:30`) });
      const { signal } = new AbortController();
      const job = { id: '1', payload: {}, queuedAt: new Date(), signal };
      await lowStockJobs(context)['report-low-stock']?.(job);
      return (await listEmails(db)).filter(({ kind }) => kind === 'low-stock');
    };
    expect(await run('07:30')).toEqual([]);
    await change(off({ lowStockEmail: 'stock@shop.example' }));
    expect(await run('06:59')).toEqual([]);
    expect(await run('08:00')).toEqual([]);
    const products = [
      { name: 'Curd', unit: expect.any(String), stock: 0 },
      { name: 'Bread', unit: expect.any(String), stock: 10 },
    ];
    expect(await run('07:30')).toEqual([
      { kind: 'low-stock', to: 'stock@shop.example', name: '', count: 2, products },
    ]);
  });
});
