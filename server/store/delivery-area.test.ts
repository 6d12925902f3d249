import sql from 'sql-template-tag';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { noCharges } from '#contract/delivery/charges.ts';
import { everywhere } from '#contract/delivery/delivery-area.ts';
import { initialStoreSettings, type StoreSettings, usualPromise } from '#contract/store/store-settings.ts';
import { apiRoutes } from '#server/app/app.ts';
import { checkoutRoutes } from '#server/checkout/checkout.routes.ts';
import { newId } from '#server/database/id.ts';
import { orderRoutes } from '#server/orders/order.routes.ts';
import { createAdmin, createShopper, type Shopper } from '#tests/fixtures/accounts.ts';
import { catchAppError, runCall, testContext } from '#tests/fixtures/context.ts';
import { openTestDatabase, orderDuring } from '#tests/fixtures/database.ts';
import { addProduct, stockOf } from '#tests/fixtures/seed.ts';
import { saveSettings } from '#tests/fixtures/settings.ts';

const { db } = await openTestDatabase();
const meera = await createAdmin(db);
const milk = await addProduct(db, { name: 'Milk', stock: 1000, pricePaise: 10_000 });
beforeEach(async () => {
  await db.query(sql`update customer_order set status = 'CANCELLED' where status = 'PLACED'`);
});
afterEach(() => change(initialStoreSettings));

const change = (changed: Partial<StoreSettings>) => saveSettings(meera, changed, initialStoreSettings);

type Group = StoreSettings['deliveryArea']['groups'][number];
const groupOf = (given: Partial<Group>): Group => ({
  ...{ name: '', pincodes: ['560'], deliveryFeeAmt: null, minimumOrderAmt: null, extraMinutes: 0 },
  ...given,
});
const toPincodes = (...groups: Partial<Group>[]): Partial<StoreSettings> => ({
  deliveryArea: { ...everywhere, kind: 'PINCODES', groups: groups.map(groupOf) },
});
const circle: Partial<StoreSettings> = {
  deliveryArea: {
    ...{ ...everywhere, kind: 'RADIUS' },
    radius: { latitude: 12.9716, longitude: 77.5946, km: 3, pincodes: ['560001'] },
  },
};

/** A shopper with a bottle of milk in the cart, and what the checkout sends for an address at this PIN code. */
async function withCart(pincode: string) {
  const shopper = await createShopper(db);
  await shopper.fill({ [milk]: 1 });
  const input = await shopper.checkout();
  await move(input.addressId, pincode);
  return { shopper, input };
}

async function move(addressId: string, pincode: string) {
  await db.query(sql`update address set pincode = ${pincode} where id = ${addressId}`);
}

async function placed(shopper: Shopper, input: Parameters<Shopper['order']>[0]) {
  return (await shopper.order(input)).data;
}

describe('an order', () => {
  test('to an address outside of the area is refused, keeps cart and stock, and can be placed to one inside', async () => {
    await change(toPincodes({ pincodes: ['560'] }));
    const { shopper, input } = await withCart('400001');
    const stock = await stockOf(db, milk);
    const refusal = await catchAppError(shopper.order(input));
    expect([refusal.code, refusal.status, refusal.details]).toEqual([
      ...['OUTSIDE_AREA', 409],
      { needsLocation: false },
    ]);
    expect([(await shopper.cart()).length, await stockOf(db, milk)]).toEqual([1, stock]);
    await move(input.addressId, '560034');
    expect((await placed(shopper, input)).status).toBe('PLACED');
  });

  test('by card outside of the area is refused before anything is reserved', async () => {
    await change(toPincodes({ pincodes: ['560'] }));
    const { shopper, input } = await withCart('400001');
    expect((await catchAppError(runCall(checkoutRoutes, 'checkoutOrder', shopper.context, input))).code).toBe(
      'OUTSIDE_AREA',
    );
    expect((await shopper.cart()).length).toBe(1);
  });

  test('to the address of someone else, or a removed one, is not found when there is an area', async () => {
    await change(toPincodes({ pincodes: ['560'] }));
    const [asha, ravi] = await Promise.all([withCart('560001'), withCart('560001')]);
    const foreign = asha.shopper.order({ ...asha.input, addressId: ravi.input.addressId });
    expect((await catchAppError(foreign)).code).toBe('NOT_FOUND');
    await db.query(sql`update address set status = false where id = ${asha.input.addressId}`);
    expect((await catchAppError(asha.shopper.order(asha.input))).code).toBe('NOT_FOUND');
  });

  test('has the delivery fee of its group, and is refused with the new total when the shopper has seen another one', async () => {
    await change({
      ...toPincodes({ deliveryFeeAmt: 49 }, { pincodes: ['110'], deliveryFeeAmt: 0 }),
      charges: { ...noCharges, deliveryFees: [{ fromAmt: 0, feeAmt: 30 }] },
    });
    const { shopper, input } = await withCart('560001');
    const refusal = await catchAppError(shopper.order({ ...input, totalAmt: 130 }));
    expect(refusal).toMatchObject({ code: 'PRICE_CHANGED', status: 409, details: { totalAmt: 149 } });
    expect((await placed(shopper, { ...input, totalAmt: 149 })).bill).toEqual([
      { kind: 'ITEMS', amount: 100 },
      { kind: 'DELIVERY', amount: 49 },
    ]);
    const free = await withCart('110001');
    expect((await placed(free.shopper, { ...free.input, totalAmt: 100 })).bill).toEqual([
      { kind: 'ITEMS', amount: 100 },
    ]);
  });

  test('has the minimum of its group, also one below that of the store', async () => {
    await change({
      ...toPincodes({ minimumOrderAmt: 300 }, { pincodes: ['110'], minimumOrderAmt: 0 }),
      minimumOrderAmt: 200,
    });
    const far = await withCart('560001');
    const refusal = await catchAppError(far.shopper.order(far.input));
    expect([refusal.code, refusal.details]).toEqual(['MINIMUM_ORDER', { minimumOrderAmt: 300 }]);
    const near = await withCart('110001');
    expect((await placed(near.shopper, near.input)).status).toBe('PLACED');
  });

  test('goes to what is in the circle: by coordinates, or without them by PIN code', async () => {
    await change(circle);
    const { shopper, input } = await withCart('560002');
    expect(await catchAppError(shopper.order(input))).toMatchObject({
      ...{ code: 'OUTSIDE_AREA', details: { needsLocation: true } },
      message: expect.stringContaining('Add your location'),
    });
    await db.query(sql`
      update address set latitude = 13.5, longitude = 77.5946 where id = ${input.addressId}`);
    expect(await catchAppError(shopper.order(input))).toMatchObject({ details: { needsLocation: false } });
    await db.query(sql`update address set latitude = 12.98 where id = ${input.addressId}`);
    expect((await placed(shopper, input)).status).toBe('PLACED');
    const listed = await withCart('560001');
    expect((await placed(listed.shopper, listed.input)).status).toBe('PLACED');
  });

  test.each([
    ['its area is changed', () => change(toPincodes({ pincodes: ['110'] }))],
    ['its address is moved outside', (addressId: string) => move(addressId, '400001')],
    [
      'its address is moved outside of the circle',
      async (addressId: string) => {
        await db.query(sql`
          update address set latitude = 19.07, longitude = 72.88 where id = ${addressId}`);
      },
      circle,
    ],
  ])('is refused when %s while it is placed', async (_what, changeNow, area = toPincodes({})) => {
    await change(area);
    const { shopper, input } = await withCart('560001');
    const outcome = await orderDuring(
      db,
      milk,
      () => catchAppError(shopper.order(input)),
      () => changeNow(input.addressId),
    );
    expect(outcome.code).toBe('OUTSIDE_AREA');
  });

  test('is answered again for its Idempotency-Key after its area was given up', async () => {
    const { shopper, input } = await withCart('560001');
    const key = newId();
    const { data } = await shopper.order(input, key);
    await change(toPincodes({ pincodes: ['110'] }));
    expect((await shopper.order(input, key)).data).toEqual(data);
  });
});

describe('the promise of an order', () => {
  const minutesOf = ({ promisedAt, createdAt }: { promisedAt: string | null; createdAt: string }) =>
    promisedAt === null ? null : (Date.parse(promisedAt) - Date.parse(createdAt)) / 60_000;

  test('is the base with the extra minutes of its area, and later settings do not change it', async () => {
    await change({
      ...toPincodes({ extraMinutes: 15 }),
      promise: { ...usualPromise, baseMinutes: 12 },
    });
    const { shopper, input } = await withCart('560001');
    const order = await placed(shopper, input);
    expect([order.promisedMinutes, minutesOf(order)]).toEqual([27, 27]);
    await change({});
    const { data } = await runCall(orderRoutes, 'getOrder', shopper.context, { _id: order._id });
    expect([data.promisedMinutes, minutesOf(data)]).toEqual([27, 27]);
  });

  test('grows with the orders that wait, not with those that are picked, up to the maximum', async () => {
    const promise = { baseMinutes: 10, minutesPerOrder: 3, pickers: 2, maximumMinutes: 14 };
    await change({ promise });
    const promised: number[] = [];
    for (let count = 0; count < 4; count += 1) {
      const { shopper, input } = await withCart('560001');
      const order = await placed(shopper, input);
      promised.push(order.promisedMinutes);
      if (count === 0) {
        for (const status of ['PACKING', 'OUT_FOR_DELIVERY'])
          await db.query(sql`update customer_order set status = ${status} where id = ${order._id}`);
      }
    }
    expect(promised).toEqual([10, 10, 12, 13]);
    const { data } = await runCall(apiRoutes, 'getStoreStatus', testContext(db));
    expect(data.promise).toEqual({ minutes: 14, baseMinutes: 10, queueMinutes: 5, maximumMinutes: 14 });
    const { shopper, input } = await withCart('560001');
    expect((await placed(shopper, input)).promisedMinutes).toBe(14);
  });

  test('is kept when orders have made it up to 3 minutes longer since it was shown; a longer one is refused until it was shown', async () => {
    await change({ promise: { baseMinutes: 10, minutesPerOrder: 3, pickers: 1, maximumMinutes: 60 } });
    const [first, second, third] = await Promise.all([
      withCart('560001'),
      withCart('560001'),
      withCart('560001'),
    ]);
    const shown = { ...second.input, shownMinutes: 10 };
    await placed(first.shopper, first.input);
    const order = await placed(second.shopper, shown);
    expect([order.promisedMinutes, minutesOf(order)]).toEqual([10, 10]);

    const stock = await stockOf(db, milk);
    const key = newId();
    const late = await catchAppError(third.shopper.order({ ...third.input, shownMinutes: 10 }, key));
    expect([late.code, late.status, late.details]).toEqual(['PROMISE_CHANGED', 409, { promisedMinutes: 16 }]);
    expect([(await third.shopper.cart()).length, await stockOf(db, milk)]).toEqual([1, stock]);
    const { data } = await third.shopper.order({ ...third.input, shownMinutes: 16 }, key);
    expect([data.promisedMinutes, minutesOf(data)]).toEqual([16, 16]);
    // A retry of a request whose response was lost, after the browser has seen other minutes.
    expect((await third.shopper.order({ ...third.input, shownMinutes: 19 }, key)).data._id).toBe(data._id);
  });

  test('is that of now when it has become shorter since it was shown', async () => {
    await change({ promise: { baseMinutes: 10, minutesPerOrder: 3, pickers: 1, maximumMinutes: 60 } });
    const { shopper, input } = await withCart('560001');
    expect((await placed(shopper, { ...input, shownMinutes: 40 })).promisedMinutes).toBe(10);
  });
});

describe('settings', () => {
  const area = (given: Partial<StoreSettings['deliveryArea']>) => ({
    deliveryArea: { ...everywhere, ...given },
  });
  const radius = { latitude: 12.9, longitude: 77.6, km: 3, pincodes: [] };
  test.each([
    ['a PIN code of seven digits', toPincodes({ pincodes: ['5600011'] }), 'deliveryArea.groups.0.pincodes.0'],
    ['a PIN code that begins with 0', toPincodes({ pincodes: ['056'] }), 'deliveryArea.groups.0.pincodes.0'],
    ['a PIN code of letters', toPincodes({ pincodes: ['56%'] }), 'deliveryArea.groups.0.pincodes.0'],
    ['a group without PIN codes', toPincodes({ pincodes: [] }), 'deliveryArea.groups.0.pincodes'],
    ['a PIN code twice', toPincodes({ pincodes: ['560', '560'] }), 'deliveryArea.groups.0.pincodes'],
    ['a PIN code in two groups', toPincodes({}, {}), 'deliveryArea.groups'],
    ['a list without groups', area({ kind: 'PINCODES' }), 'deliveryArea.groups'],
    ['a negative fee', toPincodes({ deliveryFeeAmt: -1 }), 'deliveryArea.groups.0.deliveryFeeAmt'],
    ['half a minute', toPincodes({ extraMinutes: 0.5 }), 'deliveryArea.groups.0.extraMinutes'],
    ['a circle without a centre', area({ kind: 'RADIUS' }), 'deliveryArea.radius'],
    ['a circle of 0 km', area({ kind: 'RADIUS', radius: { ...radius, km: 0 } }), 'deliveryArea.radius.km'],
    [
      'a centre that is not on earth',
      area({ kind: 'RADIUS', radius: { ...radius, latitude: 91 } }),
      'deliveryArea.radius.latitude',
    ],
    [
      'a maximum below the usual minutes',
      { promise: { ...usualPromise, maximumMinutes: 9 } },
      'promise.maximumMinutes',
    ],
    [
      'a maximum below those of a group',
      { ...toPincodes({ extraMinutes: 51 }), promise: usualPromise },
      'promise.maximumMinutes',
    ],
    ['no pickers', { promise: { ...usualPromise, pickers: 0 } }, 'promise.pickers'],
  ])('reject %s', async (_what, changed, path) => {
    const refusal = await catchAppError(change(changed));
    expect([refusal.code, refusal.issues?.[0]?.path]).toEqual(['INVALID_INPUT', `settings.${path}`]);
  });

  test('of a version before delivery areas stay valid and take every address', async () => {
    const { data } = await meera.call('getStoreSettings');
    const { deliveryArea: _area, promise: _promise, ...former } = data.settings;
    await db.query(sql`
      insert into store_settings (version, settings, changed_by)
      values (${data.version + 1}, ${JSON.stringify(former)}::text::jsonb, ${meera.userId})`);
    expect((await meera.call('getStoreSettings')).data.settings).toEqual(initialStoreSettings);
    const { shopper, input } = await withCart('400001');
    expect((await placed(shopper, input)).promisedMinutes).toBe(10);
  });

  test('that change the area have it before and after in the audit log', async () => {
    const changed = toPincodes({ name: 'Centre', pincodes: ['560001'] });
    await change(changed);
    const [entry] = await meera.historyOf('store');
    expect(entry?.changes).toEqual([
      { field: 'deliveryArea', before: everywhere, after: changed.deliveryArea },
    ]);
  });
});

test('the names of groups are in the settings of the staff, not in what every visitor reads', async () => {
  await change(toPincodes({ name: 'Far and unprofitable', deliveryFeeAmt: 40 }));
  const { data } = await meera.call('getStoreSettings');
  expect(data.settings.deliveryArea.groups[0]?.name).toBe('Far and unprofitable');
  const status = await runCall(apiRoutes, 'getStoreStatus', testContext(db));
  expect(status.data.deliveryArea.groups).toEqual([groupOf({ deliveryFeeAmt: 40 })]);
});
