import sql from 'sql-template-tag';
import { afterEach, describe, expect, test } from 'vitest';
import { noCharges } from '#contract/delivery/charges.ts';
import { initialStoreSettings, type StoreSettings } from '#contract/store/store-settings.ts';
import { apiRoutes } from '#server/app/app.ts';
import { newId } from '#server/database/id.ts';
import { type Admin, createAdmin, createShopper, type Shopper } from '#tests/fixtures/accounts.ts';
import { catchAppError, countOutcomes, runCall, testContext } from '#tests/fixtures/context.ts';
import { createTestDatabase, openTestDatabase, orderDuring } from '#tests/fixtures/database.ts';
import { listEmails } from '#tests/fixtures/jobs.ts';
import { addProduct, stockOf } from '#tests/fixtures/seed.ts';
import { saveSettings } from '#tests/fixtures/settings.ts';
import { currentSettings, parseStoredSettings } from './settings.service.ts';
import { ensureFirstSettings } from './store-identity.service.ts';

const database = await openTestDatabase();
const meera = await createAdmin(database.db);
const milk = await addProduct(database.db, { name: 'Milk', stock: 1000, pricePaise: 10_000 });
afterEach(() => change({ ...open }));

const open = initialStoreSettings;
const paused = { reason: 'Flooded street', until: null };

const change = (changed: Partial<StoreSettings>, admin = meera) => saveSettings(admin, changed);

const charged = (given: Partial<StoreSettings['charges']>) => ({ charges: { ...noCharges, ...given } });

async function withCart(quantity = 1): Promise<Shopper> {
  const shopper = await createShopper(database.db);
  await shopper.fill({ [milk]: quantity });
  return shopper;
}

const order = async (shopper: Shopper, key?: string) => shopper.order(await shopper.checkout(), key);
const status = (now?: Date) =>
  runCall(apiRoutes, 'getStoreStatus', testContext(database.db, now && { now: () => now }));

test('a store whose settings were never changed is open for every order', async () => {
  const own = await createTestDatabase();
  const admin = await createAdmin(own.db);
  expect((await admin.call('getStoreSettings')).data).toEqual({
    settings: open,
    version: 0,
    changedAt: null,
  });
  await own.drop();
});

test('the telephone number is taken as people write it, an invalid one is refused, and one of before still opens the store', async () => {
  const withPhone = (phone: string) => change({ identity: { ...open.identity, phone } });
  for (const phone of ['\u202a+91 98765 43210\u202c', 'Mobile: ९८७६५ ४३२१०,', '+9109876543210'])
    expect((await withPhone(phone)).data.settings.identity.phone).toBe('9876543210');
  expect((await withPhone('022-2345 6789')).data.settings.identity.phone).toBe('02223456789');
  for (const phone of ['+91 12345 67890', '12345', 'call us']) {
    const { issues } = await catchAppError(withPhone(phone));
    expect(issues).toEqual([
      {
        path: 'settings.identity.phone',
        message: 'Enter a telephone number, such as 98765 43210, 022 2345 6789 or +44 20 7946 0958.',
      },
    ]);
  }
  const old = { ...open, identity: { ...open.identity, phone: '12 34 56' } };
  expect(parseStoredSettings(JSON.stringify(old)).identity.phone).toBe('12 34 56');
});

describe('stored settings', () => {
  const offer = {
    ...{ name: 'Diwali', value: { kind: 'FLAT' as const, amountAmt: 20 }, minimumAmt: 0 },
    ...{ categoryIds: [], productIds: [], startsAt: null, endsAt: null, isActive: true },
  };
  const known: StoreSettings = { ...open, minimumOrderAmt: 49, offers: [offer] };
  /** Of a version that does not exist yet, with a new section and new keys in objects and lists. */
  const newer = {
    ...{ ...known, loyalty: { pointsPerRupee: 1 } },
    charges: {
      ...known.charges,
      packagingAmt: 5,
      deliveryFees: [{ fromAmt: 0, feeAmt: 10, isExpress: true }],
    },
    offers: [{ ...offer, audience: 'ALL', value: { ...offer.value, unit: 'RUPEES' } }],
  };
  const older = { ...known, charges: { ...known.charges, deliveryFees: [{ fromAmt: 0, feeAmt: 10 }] } };
  const store = (settings: object) =>
    database.db.query(sql`
      insert into store_settings (version, settings)
      select coalesce(max(version), 0) + 1, ${JSON.stringify(settings)}::text::jsonb from store_settings`);

  test('of a newer version are read without its keys, orders are placed, and a change stores what is known', async () => {
    await store(newer);
    expect((await meera.call('getStoreSettings')).data.settings).toEqual(older);
    expect((await status()).data.minimumOrderAmt).toBe(49);
    expect((await order(await withCart())).status).toBe(201);
    expect((await change({ minimumOrderAmt: 50 })).data.settings).toEqual({ ...older, minimumOrderAmt: 50 });
  });

  test('of a newer version get the first name of the store', async () => {
    const { identity: _none, ...unnamed } = newer;
    await store(unnamed);
    const { identity, legal, notifications } = open;
    await ensureFirstSettings(database, { identity, legal, notifications });
    expect((await meera.call('getStoreSettings')).data.settings).toEqual(older);
  });

  test('with an invalid value are refused, also beside unknown keys', async () => {
    await store({ ...newer, minimumOrderAmt: -1 });
    await expect(currentSettings(database)).rejects.toThrow(/minimumOrderAmt/);
    await store(open);
  });

  test('are one object for all requests, which none of them can change', async () => {
    await store(newer);
    const { settings } = await currentSettings(database);
    expect((await currentSettings(database)).settings).toBe(settings);
    expect(() => Object.assign(settings, { minimumOrderAmt: 0 })).toThrow(TypeError);
    expect(() => Object.assign(settings.charges, { handlingAmt: 1 })).toThrow(TypeError);
    expect(() => settings.charges.deliveryFees.push({ fromAmt: 5, feeAmt: 0 })).toThrow(TypeError);
    expect(() => Object.assign(settings.offers[0]?.value ?? {}, { amountAmt: 1 })).toThrow(TypeError);
    const own = await createTestDatabase();
    const initial = await currentSettings(own);
    expect(() => Object.assign(initial.settings.charges, { handlingAmt: 1 })).toThrow(TypeError);
    await own.drop();
  });
});

describe('tax rates', () => {
  test.each([
    ['the same rate twice', { gstRates: [5, 18, 5], cessRates: [] }, 'settings.tax.gstRates'],
    ['more than 100 %', { gstRates: [5, 101], cessRates: [] }, 'settings.tax.gstRates.1'],
    ['a negative rate', { gstRates: [-5], cessRates: [] }, 'settings.tax.gstRates.0'],
    ['three decimals', { gstRates: [], cessRates: [0.125] }, 'settings.tax.cessRates.0'],
    [
      '21 rates',
      { gstRates: Array.from({ length: 21 }, (_, rate) => rate), cessRates: [] },
      'settings.tax.gstRates',
    ],
  ])('with %s are refused', async (_what, tax, path) => {
    const error = await catchAppError(change({ tax }));
    expect([error.code, error.issues?.map((issue) => issue.path)]).toEqual(['INVALID_INPUT', [path]]);
  });

  test('are stored, recorded, and those of stored settings without them are the usual ones', async () => {
    const tax = { gstRates: [0, 0.25, 3, 5], cessRates: [0, 12] };
    expect((await change({ tax })).data.settings.tax).toEqual(tax);
    const [entry] = await meera.historyOf('store');
    expect(entry?.changes).toEqual([{ field: 'tax', before: open.tax, after: tax }]);
    await database.db.query(sql`
      insert into store_settings (version, settings, changed_by)
      select version + 1, settings - 'tax', changed_by from store_settings order by version desc limit 1`);
    expect((await meera.call('getStoreSettings')).data.settings.tax).toEqual({
      gstRates: [0, 5, 18, 40],
      cessRates: [0],
    });
  });
});

describe('the UPI account', () => {
  const [own, other] = [
    { vpa: 'store@okbank', payeeName: 'Tokri Store' },
    { vpa: 'thief@okbank', payeeName: 'Tokri Store' },
  ];
  const oldSession = (admin: Admin) =>
    database.db.query(
      sql`update session set authenticated_at = ${new Date(0)} where user_id = ${admin.userId}`,
    );
  const upiEmails = async () => {
    const emails = await listEmails(database.db);
    return emails.flatMap((email) => (email.kind === 'upi-changed' ? [email] : []));
  };

  test('is changed only with a step-up; other settings, and all that keep it, need none', async () => {
    const admin = await createAdmin(database.db, 'Dev');
    await change({ upi: own }, admin);
    await oldSession(admin);
    const queued = (await upiEmails()).length;
    for (const upi of [other, null, { ...own, payeeName: 'Other' }])
      expect((await catchAppError(change({ upi }, admin))).code).toBe('STEP_UP_REQUIRED');
    // With a version that does not exist yet, or one that is over.
    const { data } = await admin.call('getStoreSettings');
    for (const version of [data.version - 1, data.version, data.version + 1]) {
      const settings = { ...data.settings, upi: other };
      const error = await catchAppError(admin.call('updateStoreSettings', { version, settings }));
      expect(error.code).toBe(version === data.version ? 'STEP_UP_REQUIRED' : 'CHANGED_MEANWHILE');
    }
    await change({ pause: paused, minimumOrderAmt: 5, upi: { ...own, vpa: 'STORE@okbank' } }, admin);
    expect((await admin.call('getStoreSettings')).data.settings.upi).toEqual(own);
    expect(await upiEmails()).toHaveLength(queued);
    expect(admin.context.securityLog.take(true).filter(({ kind }) => kind === 'upi-changed')).toHaveLength(1);
  });

  test('and offers need a step-up alike', async () => {
    const admin = await createAdmin(database.db, 'Dev');
    const offer = {
      ...{
        name: 'Ten percent',
        value: { kind: 'PERCENT' as const, percent: 10, capAmt: null },
        minimumAmt: 0,
      },
      ...{ categoryIds: [], productIds: [], startsAt: null, endsAt: null, isActive: true },
    };
    await oldSession(admin);
    expect((await catchAppError(change({ offers: [offer] }, admin))).code).toBe('STEP_UP_REQUIRED');
    await database.db.query(sql`update session set authenticated_at = now() where user_id = ${admin.userId}`);
    await change({ offers: [offer] }, admin);
    await oldSession(admin);
    await change({ minimumOrderAmt: 7, offers: [offer] }, admin);
    expect((await catchAppError(change({ offers: [] }, admin))).code).toBe('STEP_UP_REQUIRED');
  });

  test('is emailed with the former one to each administrator who can log in, once', async () => {
    const [admin, suspended] = [await createAdmin(database.db, 'Dev'), await createAdmin(database.db, 'Om')];
    await database.db.query(sql`update account set status = 'Suspended' where id = ${suspended.userId}`);
    await change({ upi: own });
    const before = (await upiEmails()).length;
    const admins = await database.db.query<{ id: string; email: string; name: string }>(sql`
      select id, email, name from account where role = 'ADMIN' and status <> 'Suspended'`);
    await change({ upi: other }, admin);
    await change({ upi: other, minimumOrderAmt: 7 }, admin);
    const emails = (await upiEmails()).slice(before);
    const emailOf = admins.find(({ id }) => id === admin.userId)?.email;
    expect(emails.map(({ to }) => to).sort()).toEqual(admins.map(({ email }) => email).sort());
    expect(emails[0]).toMatchObject({ by: { name: 'Dev', email: emailOf }, before: own, after: other });
    await change({ upi: null }, admin);
    expect((await upiEmails()).at(-1)).toMatchObject({ before: other, after: null });
    // A change that is refused is not emailed.
    const queued = (await upiEmails()).length;
    const late = admin.call('updateStoreSettings', { version: 0, settings: { ...open, upi: own } });
    expect((await catchAppError(late)).code).toBe('CHANGED_MEANWHILE');
    expect(await upiEmails()).toHaveLength(queued);
  });
});

describe('a change', () => {
  test('has the next version, and the audit log has the changed sections before and after', async () => {
    const { data: before } = await meera.call('getStoreSettings');
    const { data } = await change({ minimumOrderAmt: 199, pause: paused });
    expect(data).toMatchObject({
      version: before.version + 1,
      settings: { ...open, minimumOrderAmt: 199, pause: paused },
    });
    expect((await meera.call('getStoreSettings')).data).toEqual(data);
    const [entry] = await meera.historyOf('store');
    expect(entry).toMatchObject({ kind: 'settings', action: 'updated', by: { name: 'Meera' } });
    expect(entry?.changes.map(({ field }) => field).sort()).toEqual(['minimumOrderAmt', 'pause']);
    expect(entry?.changes).toContainEqual({ field: 'minimumOrderAmt', before: 0, after: 199 });
  });

  test('is refused when another administrator was faster, and of concurrent ones exactly one succeeds', async () => {
    const { data } = await meera.call('getStoreSettings');
    const changes = [1, 2, 3, 4, 5].map((minimumOrderAmt) =>
      meera.call('updateStoreSettings', { version: data.version, settings: { ...open, minimumOrderAmt } }),
    );
    expect(await countOutcomes(changes)).toEqual({ '200': 1, '409 CHANGED_MEANWHILE': 4 });
    const tooNew = meera.call('updateStoreSettings', { version: data.version + 7, settings: open });
    expect((await catchAppError(tooNew)).code).toBe('CHANGED_MEANWHILE');
  });

  const times = (...intervals: [string, string][]) => [
    intervals.map(([from, to]) => ({ from, to })),
    ...open.week.slice(1),
  ];
  test.each([
    ['a week of six days', { week: open.week.slice(1) }, 'settings.week'],
    ['a time that does not exist', { week: times(['25:00', '26:00']) }, 'settings.week.0.0.from'],
    ['an end before its start', { week: times(['10:00', '09:00']) }, 'settings.week.0.0.to'],
    ['overlapping times', { week: times(['10:00', '12:00'], ['09:00', '10:30']) }, 'settings.week.0'],
    [
      'a date that does not exist',
      { exceptions: [{ date: '2026-02-30', reason: '', intervals: [] }] },
      'settings.exceptions.0.date',
    ],
    [
      'a date twice',
      { exceptions: [1, 2].map(() => ({ date: '2026-11-24', reason: '', intervals: [] })) },
      'settings.exceptions',
    ],
    ['a pause without a reason', { pause: { reason: ' ', until: null } }, 'settings.pause.reason'],
    ['a negative minimum', { minimumOrderAmt: -1 }, 'settings.minimumOrderAmt'],
    ['a minimum as text', { minimumOrderAmt: '5' }, 'settings.minimumOrderAmt'],
    [
      'delivery fees that do not start at 0',
      charged({ deliveryFees: [{ fromAmt: 1, feeAmt: 30 }] }),
      'settings.charges.deliveryFees',
    ],
    [
      'two delivery fees from one value',
      charged({ deliveryFees: [0, 0].map((fromAmt) => ({ fromAmt, feeAmt: 30 })) }),
      'settings.charges.deliveryFees',
    ],
    [
      'rounding as text',
      { charges: { ...noCharges, isTotalRounded: 'yes' } },
      'settings.charges.isTotalRounded',
    ],
    ['a fee with thousandths', charged({ handlingAmt: 1.005 }), 'settings.charges.handlingAmt'],
    ['an unknown setting', { discount: 100 }, 'settings'],
  ])('rejects %s', async (_what, changed, path) => {
    const { data } = await meera.call('getStoreSettings');
    const call = meera.call('updateStoreSettings', {
      version: data.version,
      settings: { ...open, ...changed },
    });
    const refusal = await catchAppError(call);
    expect([refusal.code, refusal.issues?.[0]?.path]).toEqual(['INVALID_INPUT', path]);
    expect((await meera.call('getStoreSettings')).data).toEqual(data);
  });

  test('cannot be made undone: versions are neither changed nor deleted', async () => {
    await change({ minimumOrderAmt: 1 });
    for (const write of [sql`update store_settings set settings = '{}'`, sql`delete from store_settings`])
      await expect(database.db.query(write)).rejects.toThrow(/only be appended/);
  });
});

describe('an order', () => {
  test('is refused while the store is paused, keeps cart and stock, and is placed after the pause', async () => {
    const asha = await withCart();
    const stock = await stockOf(database.db, milk);
    await change({ pause: paused });
    const refusal = await catchAppError(order(asha));
    expect([refusal.code, refusal.status, refusal.details]).toEqual([
      'STORE_CLOSED',
      409,
      { opensAt: null, reason: 'Flooded street' },
    ]);
    expect(refusal.message).toBe('The store takes no orders now (Flooded street).');
    expect([(await asha.cart()).length, await stockOf(database.db, milk)]).toEqual([1, stock]);
    await change({ pause: null });
    expect((await order(asha)).status).toBe(201);
  });

  test('is refused outside of the hours and taken when a pause has ended', async () => {
    const asha = await withCart();
    await change({ week: open.week.map(() => []) });
    expect((await catchAppError(order(asha))).code).toBe('STORE_CLOSED');
    await change({ ...open, pause: { reason: 'Rush', until: new Date(Date.now() - 1000).toISOString() } });
    expect((await order(asha)).status).toBe(201);
  });

  test('below the minimum is refused with what is missing, and one of exactly the minimum is taken', async () => {
    await change({ minimumOrderAmt: 200 });
    const asha = await withCart(1);
    const refusal = await catchAppError(order(asha));
    expect([refusal.code, refusal.details]).toEqual(['MINIMUM_ORDER', { minimumOrderAmt: 200 }]);
    expect(refusal.message).toBe('Orders start at ₹200. Add ₹100 more to your cart.');
    expect((await order(await withCart(2))).status).toBe(201);
  });

  test('is answered again for its Idempotency-Key after the store has closed', async () => {
    const asha = await withCart();
    const [input, key] = [await asha.checkout(), newId()];
    const { data } = await asha.order(input, key);
    await change({ pause: paused });
    expect((await asha.order(input, key)).data).toEqual(data);
  });

  test('that was being placed when the settings changed is checked against the new ones', async () => {
    const asha = await withCart();
    const input = await asha.checkout();
    // The order has read the settings, and waits for the stock.
    const outcome = await orderDuring(
      database.db,
      milk,
      () => catchAppError(asha.order(input)),
      () => change({ pause: paused }),
    );
    expect(outcome.code).toBe('STORE_CLOSED');
  });

  const charges = {
    ...noCharges,
    ...{ deliveryFees: [{ fromAmt: 0, feeAmt: 30 }], freeDeliveryFromAmt: 200 },
    ...{ smallOrder: { belowAmt: 150, feeAmt: 9.5 }, handlingAmt: 4 },
  };

  test('stores the lines of its bill, which later settings do not change', async () => {
    await change({ charges });
    const asha = await withCart();
    const { data } = await order(asha);
    expect([data.subTotalAmt, data.totalAmt]).toEqual([100, 143.5]);
    expect(data.bill).toEqual([
      { kind: 'ITEMS', amount: 100 },
      { kind: 'DELIVERY', amount: 30 },
      { kind: 'SMALL_ORDER', amount: 9.5 },
      { kind: 'HANDLING', amount: 4 },
    ]);
    await change({ charges: noCharges });
    expect((await asha.orders()).data).toEqual([data]);
    expect((await order(await withCart(2))).data.bill).toEqual([{ kind: 'ITEMS', amount: 200 }]);
  });

  test('whose charges have changed since the cart was shown is refused with the new bill, and placed when confirmed', async () => {
    const asha = await withCart();
    const input = await asha.checkout();
    await change({ charges });
    const refusal = await catchAppError(asha.order(input));
    expect([refusal.code, refusal.details]).toEqual(['PRICE_CHANGED', { subTotalAmt: 100, totalAmt: 143.5 }]);
    expect((await asha.order({ ...input, totalAmt: 143.5 })).status).toBe(201);
  });

  test('that waits for its stock while the charges change is refused with the new total', async () => {
    const asha = await withCart();
    const input = await asha.checkout();
    const outcome = await orderDuring(
      database.db,
      milk,
      () => catchAppError(asha.order(input)),
      () => change({ charges }),
    );
    expect(outcome).toMatchObject({ code: 'PRICE_CHANGED', details: { totalAmt: 143.5 } });
  });

  const rounded = { charges: { ...noCharges, handlingAmt: 4.33, isTotalRounded: true } };
  const withRounding = async (amount: number) => {
    const asha = await withCart();
    await asha.fill({ [await addProduct(database.db, { pricePaise: amount * 100 })]: 1 });
    return asha;
  };

  test('is rounded to the rupee as its last line, and refused with the new total if the rounding was switched on since', async () => {
    await change({ charges: { ...noCharges, handlingAmt: 4.33 } });
    const asha = await withCart();
    const input = await asha.checkout();
    await change(rounded);
    const refusal = await catchAppError(asha.order(input));
    expect([refusal.code, refusal.details]).toEqual(['PRICE_CHANGED', { subTotalAmt: 100, totalAmt: 104 }]);
    const { data } = await asha.order({ ...input, totalAmt: 104 });
    expect(data.bill).toEqual([
      { kind: 'ITEMS', amount: 100 },
      { kind: 'HANDLING', amount: 4.33 },
      { kind: 'ROUNDING', amount: -0.33 },
    ]);
    await change({ charges: noCharges });
    expect((await asha.orders()).data).toEqual([data]);
  });

  test('that was rounded is rounded again when an item is unavailable, also after the rounding was switched off', async () => {
    await change(rounded);
    const { data } = await order(await withRounding(50.5));
    expect([data.totalAmt, data.bill.at(-1)]).toEqual([155, { kind: 'ROUNDING', amount: 0.17 }]);
    await change({ charges: noCharges });
    const { data: reduced } = await meera.call('markLineUnavailable', { _id: data._id, position: 1 });
    expect(reduced.totalAmt).toBe(104);
    expect(reduced.bill.slice(3)).toEqual([
      { kind: 'UNAVAILABLE', amount: -50.5 },
      { kind: 'ROUNDING', amount: -0.5 },
    ]);
  });

  test('with a total that was whole by chance is rounded when an item is unavailable, and one that was not rounded is not', async () => {
    await change(rounded);
    const { data: whole } = await order(await withRounding(50.67));
    expect([whole.totalAmt, whole.bill.length]).toEqual([155, 2]);
    const { data: first } = await meera.call('markLineUnavailable', { _id: whole._id, position: 1 });
    expect([first.totalAmt, first.bill.at(-1)]).toEqual([104, { kind: 'ROUNDING', amount: -0.33 }]);
    await change({ charges: { ...rounded.charges, isTotalRounded: false } });
    const { data: exact } = await order(await withRounding(50.5));
    await change(rounded);
    const { data: second } = await meera.call('markLineUnavailable', { _id: exact._id, position: 1 });
    expect([exact.totalAmt, second.totalAmt]).toEqual([154.83, 104.33]);
  });

  test('of a store whose settings have no rounding, as those of former versions, is not rounded', async () => {
    await change({ charges: { ...noCharges, handlingAmt: 4.33 } });
    await database.db.query(sql`
      insert into store_settings (version, settings, changed_by)
      select version + 1, settings #- '{charges,isTotalRounded}', changed_by from store_settings order by version desc limit 1`);
    expect((await meera.call('getStoreSettings')).data.settings.charges.isTotalRounded).toBe(false);
    expect((await order(await withCart())).data.totalAmt).toBe(104.33);
  });

  test('has a bill that nothing can change but a line for what is unavailable', async () => {
    await change({ charges });
    const { data } = await order(await withCart());
    for (const bill of [
      [{ kind: 'ITEMS', amount_paise: 14_350 }],
      data.bill.map(({ kind, amount }) => ({ kind, amount_paise: kind === 'ITEMS' ? 10_001 : amount * 100 })),
      [],
    ]) {
      const write = database.db.query(sql`
        update customer_order set bill = ${JSON.stringify(bill)}::text::jsonb where id = ${data._id}`);
      await expect(write).rejects.toThrow(/only be appended/);
    }
    for (const write of [
      sql`update customer_order set total_paise = total_paise - 1 where id = ${data._id}`,
      sql`update customer_order set bill = bill || '{"kind": "HANDLING", "amount_paise": 100}' where id = ${data._id}`,
      sql`update customer_order set bill = bill || '{"kind": "GIFT", "amount_paise": 0}' where id = ${data._id}`,
    ])
      await expect(database.db.query(write)).rejects.toThrow(/customer_order_bill_check/);
  });

  test('loses what is unavailable from its items and keeps its charges', async () => {
    await change({ charges: { ...charges, smallOrder: null } });
    const asha = await withCart();
    await asha.fill({ [await addProduct(database.db, { pricePaise: 5050 })]: 1 });
    const { data } = await order(asha);
    const { data: reduced } = await meera.call('markLineUnavailable', { _id: data._id, position: 0 });
    expect([data.totalAmt, reduced.totalAmt, reduced.subTotalAmt]).toEqual([184.5, 84.5, 50.5]);
    expect(reduced.bill).toEqual([...data.bill, { kind: 'UNAVAILABLE', amount: -100 }]);
  });
});

test('everybody reads whether the store is open, when that changes and the minimum', async () => {
  const monday = new Date('2026-11-23T12:00:00+05:30');
  await change({ week: open.week.map(() => [{ from: '07:00', to: '22:30' }]), minimumOrderAmt: 99 });
  expect((await status(monday)).data).toMatchObject({
    ...{ isOpen: true, minimumOrderAmt: 99, changesAt: '2026-11-23T17:00:00.000Z' },
    text: expect.stringMatching(/^Open until 10:30\spm\.$/),
  });
  const night = new Date('2026-11-23T23:00:00+05:30');
  expect((await status(night)).data).toMatchObject({ isOpen: false, changesAt: '2026-11-24T01:30:00.000Z' });
});
