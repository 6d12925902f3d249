import sql from 'sql-template-tag';
import { afterEach, describe, expect, test } from 'vitest';
import type { EndpointInput } from '#contract/api.ts';
import { type Charges, noCharges } from '#contract/delivery/charges.ts';
import type { AutomaticOffer } from '#contract/discounts/offer.ts';
import type { StoreSettings } from '#contract/store/store-settings.ts';
import { apiRoutes } from '#server/app/app.ts';
import { newId } from '#server/database/id.ts';
import { createRateLimits } from '#server/http/rate-limits.ts';
import { hashPassword } from '#server/identity/password.ts';
import { expireUnpaidOrder } from '#server/orders/order.service.ts';
import {
  createAdmin,
  createShopper,
  createShoppers,
  type OrderInput,
  type Shopper,
  testPassword,
} from '#tests/fixtures/accounts.ts';
import { catchAppError, countOutcomes, runCall, testContext } from '#tests/fixtures/context.ts';
import { addCoupon, newCoupon } from '#tests/fixtures/coupons.ts';
import { openTestDatabase } from '#tests/fixtures/database.ts';
import { orderByCard, pay } from '#tests/fixtures/payments.ts';
import { addProduct } from '#tests/fixtures/seed.ts';
import { saveSettings } from '#tests/fixtures/settings.ts';

const { db } = await openTestDatabase();
const passwordHash = await hashPassword(testPassword, null);
const meera = await createAdmin(db);
const milk = await addProduct(db, { name: 'Milk', stock: 100_000, pricePaise: 5_000 });
const soap = await addProduct(db, { name: 'Soap', stock: 100_000, pricePaise: 10_000 });

type Fields = Partial<EndpointInput<'createCoupon'>>;
const coupon = async (fields: Fields = {}) => {
  const { code } = await addCoupon(db, fields);
  const { value, minimumAmt, categoryIds, productIds } = newCoupon(fields);
  return { name: code, value, minimumAmt, categoryIds: categoryIds ?? [], productIds: productIds ?? [] };
};
type TestCoupon = Awaited<ReturnType<typeof coupon>>;

/** A shopper with a verified email address. */
async function createVerified(): Promise<Shopper> {
  const shopper = await createShopper(db);
  await verifyAddress(shopper);
  return shopper;
}

async function verifyAddress({ userId }: Shopper, email?: string): Promise<void> {
  await db.query(sql`
    update account set verify_email = true, email = coalesce(${email ?? null}, email) where id = ${userId}`);
}

const codeOf = async (call: Promise<unknown>) => (await catchAppError(call)).code;
const check = (shopper: Shopper, code: string) =>
  runCall(apiRoutes, 'checkCoupon', shopper.context, { code });

/** Orders two of milk at ₹50 and one soap at ₹100. */
async function buy(shopper: Shopper, used?: TestCoupon, key?: string) {
  await shopper.fill({ [milk]: 2, [soap]: 1 });
  const { data } = await shopper.order(await shopper.checkout(used), key);
  return data;
}

const usedOf = async (code: string) =>
  (await db.one<{ used: number }>(sql`select used from coupon where code = ${code}`)).used;

describe('an order with a coupon', () => {
  test('costs less by its amount, and its bill names the code', async () => {
    const shopper = await createShopper(db);
    const used = await coupon();
    const order = await buy(shopper, used);
    expect(order).toMatchObject({ subTotalAmt: 200, totalAmt: 150 });
    expect(order.bill).toEqual([
      { kind: 'ITEMS', amount: 200 },
      { kind: 'COUPON', name: used.name, amount: -50 },
    ]);
    expect(await usedOf(used.name)).toBe(1);
  });

  test('is refused with PRICE_CHANGED and the right total when the shopper sends another one', async () => {
    const shopper = await createShopper(db);
    const used = await coupon();
    await shopper.fill({ [soap]: 1 });
    const input = { ...(await shopper.checkout(used)), totalAmt: 1 };
    const error = await catchAppError(shopper.order(input));
    expect([error.code, error.details]).toEqual(['PRICE_CHANGED', { subTotalAmt: 100, totalAmt: 50 }]);
  });

  test('is repeated by its Idempotency-Key although the coupon is used up, and not with another coupon', async () => {
    const shopper = await createShopper(db);
    const used = await coupon({ totalLimit: 1 });
    await shopper.fill({ [soap]: 1 });
    const input = await shopper.checkout(used);
    const first = await shopper.order(input, 'once');
    expect((await shopper.order(input, 'once')).data._id).toBe(first.data._id);
    const other = { ...input, couponCode: (await coupon()).name };
    expect(await codeOf(shopper.order(other, 'once'))).toBe('IDEMPOTENCY_MISMATCH');
    expect(await usedOf(used.name)).toBe(1);
  });

  test('of free delivery has no charge for it, and says so', async () => {
    await setStore({ deliveryFees: [{ fromAmt: 0, feeAmt: 25 }] });
    const used = await coupon({ value: { kind: 'FREE_DELIVERY' } });
    const order = await buy(await createShopper(db), used);
    expect(order.bill.slice(1)).toEqual([
      { kind: 'DELIVERY', amount: 25 },
      { kind: 'DELIVERY_DISCOUNT', name: used.name, amount: -25 },
    ]);
    expect(order.totalAmt).toBe(200);
    const row = await db.one(sql`select discount_paise from coupon_use where order_id = ${order._id}`);
    expect(row).toEqual({ discount_paise: 2500 });
  });

  afterEach(() => setStore({}));
});

describe('a coupon is refused with COUPON_UNUSABLE', () => {
  const reasons: [condition: string, fields: Fields, message: string][] = [
    ['switched off', { isActive: false }, 'There is no such coupon.'],
    ['before its start', { startsAt: '2090-01-01T00:00:00.000Z' }, 'This coupon is not valid yet.'],
    ['after its end', { endsAt: '2020-01-01T00:00:00.000Z' }, 'This coupon has expired.'],
  ];
  test.each(reasons)('%s, when checked and when ordered with', async (_condition, fields, message) => {
    const shopper = await createShopper(db);
    const used = await coupon(fields);
    const expected = expect.objectContaining({ code: 'COUPON_UNUSABLE', message });
    expect(await catchAppError(check(shopper, used.name))).toEqual(expected);
    expect(await catchAppError(buy(shopper, used))).toEqual(expected);
  });

  test('with an unknown code', async () => {
    const shopper = await createShopper(db);
    expect(await codeOf(check(shopper, 'NOSUCHCODE'))).toBe('COUPON_UNUSABLE');
  });

  test('at the limit of the customer, until an order with it is cancelled', async () => {
    const shopper = await createVerified();
    const used = await coupon({ customerLimit: 1 });
    const { _id } = await buy(shopper, used);
    expect(await catchAppError(buy(shopper, used))).toMatchObject({
      message: 'You have used this coupon already.',
    });
    await runCall(apiRoutes, 'cancelOrder', shopper.context, { _id });
    expect(await usedOf(used.name)).toBe(0);
    const order = await shopper.order(await shopper.checkout(used));
    expect(order.data.totalAmt).toBe(150);
    // Cancelling an order twice releases its coupon once.
    expect(await codeOf(runCall(apiRoutes, 'cancelOrder', shopper.context, { _id }))).toBe('ORDER_STATUS');
    expect(await usedOf(used.name)).toBe(1);
  });

  test('for a first order when the customer has one that is not cancelled', async () => {
    const shopper = await createVerified();
    const used = await coupon({ isFirstOrderOnly: true });
    const { _id } = await buy(shopper);
    expect(await codeOf(buy(shopper, used))).toBe('COUPON_UNUSABLE');
    await runCall(apiRoutes, 'cancelOrder', shopper.context, { _id });
    expect((await shopper.order(await shopper.checkout(used))).data.totalAmt).toBe(150);
  });
});

describe('a coupon with a limit for each customer, or for first orders,', () => {
  const kinds: [what: string, fields: Fields][] = [
    ['one use', { customerLimit: 1 }],
    ['first order', { isFirstOrderOnly: true }],
  ];

  test.each(kinds)('asks for a verified email address: %s', async (_what, fields) => {
    const shopper = await createShopper(db);
    const used = await coupon(fields);
    expect(await codeOf(check(shopper, used.name))).toBe('COUPON_NEEDS_VERIFICATION');
    const error = await catchAppError(buy(shopper, used));
    expect([error.code, error.details]).toEqual(['COUPON_NEEDS_VERIFICATION', { needsVerification: true }]);
    await verifyAddress(shopper);
    expect((await shopper.order(await shopper.checkout(used))).data.totalAmt).toBe(150);
  });

  test.each(kinds)('is refused by the database for an unverified address: %s', async (_what, fields) => {
    const used = await coupon(fields);
    const { _id } = await buy(await createShopper(db));
    const insert = db.query(sql`
      insert into coupon_use (order_id, coupon_id, user_id, version, discount_paise, used_at)
      select ${_id}, c.id, o.user_id, c.version, 100, now() from coupon c, customer_order o
      where c.code = ${used.name} and o.id = ${_id}`);
    await expect(insert).rejects.toThrow('cannot be used');
  });

  /** Deletes the account of a shopper whose orders are all cancelled or delivered and paid. */
  async function deleteAccount(shopper: Shopper): Promise<void> {
    await db.query(sql`update account set password_hash = ${passwordHash} where id = ${shopper.userId}`);
    await runCall(apiRoutes, 'deleteAccount', shopper.context, { password: testPassword });
  }

  test.each(kinds)(
    'counts the uses of a deleted account with the same mailbox: %s',
    async (_what, fields) => {
      const used = await coupon(fields);
      const mailbox = `asha${newId().toLowerCase()}`;
      const shopper = await createShopper(db);
      await verifyAddress(shopper, `${mailbox}@gmail.com`);
      const { _id } = await buy(shopper, used);
      for (const to of ['PACKING', 'OUT_FOR_DELIVERY', 'DELIVERED'])
        await meera.call('changeOrders', { ids: [_id], to, allowUnpicked: true });
      await deleteAccount(shopper);
      // Another spelling of the same mailbox.
      const again = await createShopper(db);
      await verifyAddress(again, `as.ha${mailbox.slice(4)}+again@googlemail.com`);
      expect(await codeOf(buy(again, used))).toBe('COUPON_UNUSABLE');
      const other = await createVerified();
      expect((await buy(other, used)).totalAmt).toBe(150);
    },
  );

  test.each(kinds)('counts the uses of another account with the same mailbox: %s', async (_what, fields) => {
    const used = await coupon(fields);
    const mailbox = `ravi${newId().toLowerCase()}`;
    const [one, other] = await createShoppers(db, 2);
    if (one === undefined || other === undefined) throw new Error('No shoppers.');
    await verifyAddress(one, `${mailbox}+1@example.com`);
    await verifyAddress(other, `${mailbox}+2@example.com`);
    await buy(one, used);
    expect(await codeOf(buy(other, used))).toBe('COUPON_UNUSABLE');
  });

  test.each(kinds)('is not kept by a late payment after another order: %s', async (_what, fields) => {
    const later = () => new Date(Date.now() + 31 * 60_000);
    for (const hasOrdered of [false, true]) {
      const used = await coupon(fields);
      const shopper = await createVerified();
      await shopper.fill({ [soap]: 1 });
      const unpaid = await orderByCard(shopper, used);
      expect(await expireUnpaidOrder({ ...shopper.context, now: later }, unpaid.order._id)).toBe(true);
      if (hasOrdered) await shopper.order(await shopper.checkout(used));
      const { outcome } = await pay(shopper, unpaid);
      expect(outcome).toBe(hasOrdered ? 'refunded late' : 'accepted late');
      expect(await usedOf(used.name)).toBe(1);
    }
  });
});

const offer = {
  ...{ minimumAmt: 0, categoryIds: [], productIds: [], startsAt: null, endsAt: null, isActive: true },
};

/** Sets the charges and offers of the store. */
async function setStore({
  offers = [],
  ...charges
}: Partial<Charges> & Partial<Pick<StoreSettings, 'offers'>>) {
  await saveSettings(meera, { offers, charges: { ...noCharges, ...charges } });
}

describe('an order whose coupon takes nothing off is refused with COUPON_UNUSABLE, and uses up nothing:', () => {
  afterEach(() => setStore({}));

  const delivery = { deliveryFees: [{ fromAmt: 0, feeAmt: 25 }] };
  const freeDelivery = { kind: 'FREE_DELIVERY' } as const;
  const cases: [
    condition: string,
    fields: () => Fields,
    store: Parameters<typeof setStore>[0],
    message: string,
  ][] = [
    ['below its minimum', () => ({ minimumAmt: 120.5 }), {}, 'Add ₹20.50 more to use the coupon CODE.'],
    [
      'without its products',
      () => ({ productIds: [milk] }),
      {},
      'The coupon CODE is not for the products in your cart.',
    ],
    [
      'without its categories',
      () => ({ categoryIds: ['none'] }),
      {},
      'The coupon CODE is not for the products in your cart.',
    ],
    [
      'of free delivery without its products',
      () => ({ value: freeDelivery, productIds: [milk] }),
      delivery,
      'The coupon CODE is not for the products in your cart.',
    ],
    [
      'of free delivery in a store without a charge for it',
      () => ({ value: freeDelivery }),
      {},
      'Delivery is free already, so the coupon CODE takes nothing off.',
    ],
    [
      'of free delivery for an order that has it by its value',
      () => ({ value: freeDelivery }),
      { ...delivery, freeDeliveryFromAmt: 100 },
      'Delivery is free already, so the coupon CODE takes nothing off.',
    ],
    [
      'of free delivery for an order that has it by an offer with the name of the coupon',
      () => ({ value: freeDelivery }),
      { ...delivery, offers: [{ ...offer, name: 'CODE', value: freeDelivery }] },
      'Delivery is free already, so the coupon CODE takes nothing off.',
    ],
    [
      'after an offer that takes off everything',
      () => ({}),
      { offers: [{ ...offer, name: 'All', value: { kind: 'PERCENT', percent: 100, capAmt: null } }] },
      'Other offers leave nothing that the coupon CODE could take off.',
    ],
  ];
  test.each(cases)('%s', async (_condition, fields, store, message) => {
    const used = await coupon({ ...fields(), customerLimit: 1, totalLimit: 1 });
    const named = ({ name, ...rest }: AutomaticOffer) => ({ ...rest, name: name.replace('CODE', used.name) });
    await setStore({ ...store, offers: store.offers?.map(named) ?? [] });
    const shopper = await createVerified();
    await shopper.fill({ [soap]: 1 });
    const input = await shopper.checkout(used);
    const refusal = { code: 'COUPON_UNUSABLE', message: message.replace('CODE', used.name) };
    // The retry of a request gets the same answer.
    for (const key of ['once', 'once', undefined])
      expect(await catchAppError(shopper.order(input, key))).toMatchObject(refusal);
    expect(await usedOf(used.name)).toBe(0);
    expect(await shopper.cart()).toHaveLength(1);
    expect((await shopper.orders()).data).toEqual([]);
    const { couponCode: _unused, ...withoutCoupon } = input;
    expect((await shopper.order(withoutCoupon, 'again')).status).toBe(201);
    expect(await usedOf(used.name)).toBe(0);
  });

  test('after the shopper has removed items; with them again the coupon can be used once', async () => {
    const shopper = await createVerified();
    const used = await coupon({ minimumAmt: 200, customerLimit: 1 });
    await shopper.fill({ [soap]: 2 });
    const before = await shopper.checkout(used);
    const lineId = (await shopper.cart())[0]?._id ?? '';
    await shopper.setQuantity(lineId, 1);
    expect(await codeOf(shopper.order(before))).toBe('CART_CHANGED');
    expect(await codeOf(shopper.order(await shopper.checkout(used)))).toBe('COUPON_UNUSABLE');
    await shopper.setQuantity(lineId, 2);
    expect((await shopper.order(before, 'once')).data.totalAmt).toBe(150);
    expect((await shopper.order(before, 'once')).data.totalAmt).toBe(150);
    expect(await usedOf(used.name)).toBe(1);
  });

  test('when an offer has made delivery free before another process reads the settings', async () => {
    await setStore(delivery);
    const used = await coupon({ value: freeDelivery, totalLimit: 1 });
    const shopper = await createShopper(db);
    await shopper.fill({ [soap]: 1 });
    const input = await shopper.checkout(used);
    await setStore({ ...delivery, offers: [{ ...offer, name: 'Free', value: freeDelivery }] });
    expect(await codeOf(shopper.order(input))).toBe('COUPON_UNUSABLE');
    expect(await usedOf(used.name)).toBe(0);
  });

  test('also by the database', async () => {
    const used = await coupon();
    const { _id } = await buy(await createShopper(db));
    const insert = db.query(sql`
      insert into coupon_use (order_id, coupon_id, user_id, version, discount_paise, used_at)
      select ${_id}, c.id, o.user_id, c.version, 0, now() from coupon c, customer_order o
      where c.code = ${used.name} and o.id = ${_id}`);
    await expect(insert).rejects.toThrow('cannot be used');
    expect(await usedOf(used.name)).toBe(0);
  });
});

test('200 shoppers racing for a coupon with 50 uses left make exactly 50 orders with it', async () => {
  const used = await coupon({ totalLimit: 50 });
  const shoppers = await createShoppers(db, 200);
  const inputs = await Promise.all(
    shoppers.map(async (shopper) => {
      await shopper.fill({ [soap]: 1 });
      return shopper.checkout(used);
    }),
  );
  const outcomes = await countOutcomes(shoppers.map((shopper, index) => shopper.order(inputs[index])));
  expect(outcomes).toEqual({ '201': 50, '409 COUPON_UNUSABLE': 150 });
  expect(await usedOf(used.name)).toBe(50);
  const { count, spent } = await db.one<{ count: number; spent: number }>(sql`
    select count(*) as count, sum(discount_paise)::bigint as spent from coupon_use u join coupon c on c.id = u.coupon_id
    where c.code = ${used.name}`);
  expect([count, spent]).toEqual([50, 50 * 5_000]);
});

describe('codes of coupons are limited to 30 wrong ones in 10 minutes', () => {
  /** A shopper whose attempts are counted, with one soap in the cart. */
  async function limited() {
    const shopper = await createShopper(db);
    await shopper.fill({ [soap]: 1 });
    const input = await shopper.checkout();
    const context = { ...shopper.context, rateLimits: createRateLimits(db) };
    const order = (fields: Partial<OrderInput>, idempotencyKey: string | null = null) =>
      runCall(apiRoutes, 'placeCashOrder', { ...context, idempotencyKey }, { ...input, ...fields });
    const call = (code: string) => runCall(apiRoutes, 'checkCoupon', context, { code });
    return { shopper, order, call, context, input };
  }
  const wrong = (index: number) => `WRONG${index}`;
  const codesOf = async (attempts: ((index: number) => Promise<unknown>)[]) => {
    const codes = [];
    for (const [index, attempt] of attempts.entries()) codes.push(await codeOf(attempt(index)));
    return codes;
  };
  const thirty = <Value>(value: Value) => Array.from({ length: 30 }, () => value);

  test('in orders by cash, card and the check together; then the answer is the same for a right code', async () => {
    const right = await coupon({ totalLimit: 1 });
    const { order, call, context, input } = await limited();
    const pay = (couponCode: string) =>
      runCall(apiRoutes, 'checkoutOrder', context, { ...input, couponCode });
    const attempts = thirty(null).map((_none, index) => (one: number) => {
      if (index % 3 === 0) return call(wrong(one));
      return index % 3 === 1 ? pay(wrong(one)) : order({ couponCode: wrong(one) });
    });
    expect(await codesOf(attempts)).toEqual(thirty('COUPON_UNUSABLE'));
    const others = [
      () => order({ couponCode: wrong(30) }),
      () => order({ couponCode: right.name }),
      // The total, the cart and the address do not matter.
      () => order({ couponCode: right.name, totalAmt: 1 }),
      () => order({ couponCode: right.name, addressId: 'unknown' }),
      () => pay(right.name),
      () => call(right.name),
    ];
    expect(await codesOf(others)).toEqual(others.map(() => 'TOO_MANY_REQUESTS'));
    // Without a code the shopper can order.
    expect((await order({})).status).toBe(201);
    expect(await usedOf(right.name)).toBe(0);
  });

  test('and a right code is not counted, whether it is checked, refused for the cart or ordered with', async () => {
    const [right, unfitting] = [await coupon(), await coupon({ minimumAmt: 500 })];
    const { order, call, shopper } = await limited();
    expect(await codesOf(thirty(() => order({ couponCode: wrong(0) })).slice(1))).toHaveLength(29);
    for (let check = 0; check < 40; check += 1) expect((await call(right.name)).data.name).toBe(right.name);
    for (let check = 0; check < 10; check += 1)
      expect(await codeOf(order({ couponCode: unfitting.name }))).toBe('COUPON_UNUSABLE');
    expect(await codeOf(order({ couponCode: right.name, totalAmt: 1 }))).toBe('PRICE_CHANGED');
    expect((await order(await shopper.checkout(right))).data.totalAmt).toBe(50);
  });

  test('and an order with a used coupon can be repeated by its key any number of times', async () => {
    const right = await coupon({ customerLimit: 1 });
    const { order, shopper } = await limited();
    await verifyAddress(shopper);
    const input = await shopper.checkout(right);
    const { data } = await order(input, 'once');
    for (let retry = 0; retry < 35; retry += 1) expect((await order(input, 'once')).data._id).toBe(data._id);
    expect(await codeOf(order({ couponCode: wrong(0) }))).toBe('COUPON_UNUSABLE');
    expect(await codesOf(thirty(() => order({ couponCode: wrong(0) })))).toContain('TOO_MANY_REQUESTS');
    // Beyond the limit too.
    expect((await order(input, 'once')).data._id).toBe(data._id);
  });
});

describe('a discounted order', () => {
  test('whose item is unavailable costs less by what was paid for it, and shows what is left of the discount', async () => {
    const shopper = await createShopper(db);
    const used = await coupon({ value: { kind: 'PERCENT', percent: 10, capAmt: null } });
    const order = await buy(shopper, used);
    const position = order.items.findIndex(({ productId }) => productId === soap);
    const { data } = await meera.call('markLineUnavailable', { _id: order._id, position });
    expect(data.bill).toEqual([
      { kind: 'ITEMS', amount: 200 },
      { kind: 'COUPON', name: used.name, amount: -20 },
      { kind: 'UNAVAILABLE', amount: -100 },
      { kind: 'COUPON', name: used.name, amount: 10 },
    ]);
    expect([data.totalAmt, data.subTotalAmt]).toEqual([90, 100]);
  });

  test('paid after it expired keeps its discount, unless the coupon is used up by then', async () => {
    const later = () => new Date(Date.now() + 31 * 60_000);
    for (const isUsedUp of [false, true]) {
      const used = await coupon({ totalLimit: 1 });
      const shopper = await createShopper(db);
      await shopper.fill({ [soap]: 1 });
      const unpaid = await orderByCard(shopper, used);
      expect(unpaid.order.totalAmt).toBe(50);
      expect(await expireUnpaidOrder({ ...shopper.context, now: later }, unpaid.order._id)).toBe(true);
      expect(await usedOf(used.name)).toBe(0);
      if (isUsedUp) await buy(await createShopper(db), used);
      const { outcome } = await pay(shopper, unpaid);
      expect(outcome).toBe(isUsedUp ? 'refunded late' : 'accepted late');
      expect(await usedOf(used.name)).toBe(1);
    }
  });
});

describe('automatic offers', () => {
  test('of the settings apply without a code, before the coupon, and only while they are active', async () => {
    const from150 = { ...offer, minimumAmt: 150 };
    const value = { kind: 'PERCENT' as const, percent: 10, capAmt: null };
    const tenth = { ...from150, name: 'Ten percent', value };
    const twoForOne = { kind: 'BUY_GET' as const, buy: 1, get: 1 };
    const pair = { ...from150, name: 'Milk for two', productIds: [milk], value: twoForOne };
    const over = { ...tenth, name: 'Over', endsAt: '2020-01-01T00:00:00.000Z' };
    await setStore({ offers: [tenth, pair, over, { ...tenth, isActive: false }] });
    const used = await coupon();
    const order = await buy(await createShopper(db), used);
    expect(order.bill).toEqual([
      { kind: 'ITEMS', amount: 200 },
      { kind: 'OFFER', name: 'Milk for two', amount: -50 },
      { kind: 'OFFER', name: 'Ten percent', amount: -15 },
      { kind: 'COUPON', name: used.name, amount: -50 },
    ]);
    expect(order.totalAmt).toBe(85);
    const status = await runCall(apiRoutes, 'getStoreStatus', meera.context, {});
    expect(status.data.offers.map(({ name }) => name)).toEqual(['Ten percent', 'Milk for two']);
    await setStore({});
  });
});

describe('coupons of the staff', () => {
  test('are created, listed by code with their uses, and changed by the version that was read', async () => {
    const { data: created } = await meera.call('createCoupon', { ...newCoupon(), code: ' diwali25 ' });
    expect(created).toMatchObject({ code: 'DIWALI25', used: 0, version: 1, discountAmt: 0 });
    expect(await codeOf(meera.call('createCoupon', { ...newCoupon(), code: 'DIWALI25' }))).toBe('NAME_TAKEN');
    await buy(await createShopper(db), { ...(await coupon()), name: 'DIWALI25' });
    const { data: listed, totalCount } = await meera.call('listCoupons', { search: 'wali2' });
    expect([totalCount, listed[0]?.used, listed[0]?.discountAmt]).toEqual([1, 1, 50]);
    const change = { ...newCoupon(), code: 'DIWALI25', _id: created._id, version: 1, totalLimit: 5 };
    expect((await meera.call('updateCoupon', change)).data).toMatchObject({ version: 2, totalLimit: 5 });
    expect(await codeOf(meera.call('updateCoupon', change))).toBe('CHANGED_MEANWHILE');
    expect(await codeOf(meera.call('updateCoupon', { ...change, _id: 'unknown' }))).toBe('NOT_FOUND');
    const { data: entries } = await meera.call('listAudit', { thingId: created._id });
    expect(entries.map(({ action }) => action)).toEqual(['updated', 'created']);
  });

  test('keep a total limit of at least their uses', async () => {
    const used = await coupon();
    for (const shopper of await createShoppers(db, 2)) await buy(shopper, used);
    const { id } = await db.one<{ id: string }>(sql`select id from coupon where code = ${used.name}`);
    const lower = { ...newCoupon(), code: used.name, _id: id, version: 1, totalLimit: 1 };
    const error = await catchAppError(meera.call('updateCoupon', lower));
    expect([error.code, error.issues?.[0]?.path]).toEqual(['INVALID_INPUT', 'totalLimit']);
  });

  const invalid: [what: string, fields: Record<string, unknown>, path: string][] = [
    ['a code with a space', { code: 'SAVE 10' }, 'code'],
    ['a percentage over 100', { value: { kind: 'PERCENT', percent: 101, capAmt: null } }, 'value.percent'],
    ['a negative amount', { value: { kind: 'FLAT', amountAmt: -5 } }, 'value.amountAmt'],
    ['free pieces', { value: { kind: 'BUY_GET', buy: 1, get: 1 } }, 'value.kind'],
    [
      'an end before the start',
      { startsAt: '2026-02-01T00:00:00.000Z', endsAt: '2026-01-01T00:00:00.000Z' },
      'endsAt',
    ],
    ['a limit of 0', { totalLimit: 0 }, 'totalLimit'],
  ];
  test.each(invalid)('are refused with %s', async (_what, fields, path) => {
    const error = await catchAppError(meera.call('createCoupon', { ...newCoupon(), ...fields }));
    expect([error.code, error.issues?.[0]?.path]).toEqual(['INVALID_INPUT', path]);
  });

  test('cannot be counted, released twice or moved by a separate statement', async () => {
    const used = await coupon();
    const { _id } = await buy(await createShopper(db), used);
    await expect(db.query(sql`update coupon set used = 0 where code = ${used.name}`)).rejects.toThrow(
      'counted',
    );
    await db.query(sql`update coupon_use set released_at = now() where order_id = ${_id}`);
    await expect(
      db.query(sql`update coupon_use set released_at = now() where order_id = ${_id}`),
    ).rejects.toThrow('once');
    expect(await usedOf(used.name)).toBe(0);
  });
});

describe('listed coupons', () => {
  const listed = async (context = testContext(db)) => {
    const { data } = await runCall(apiRoutes, 'listListedCoupons', context, {});
    return new Map(data.map(({ name, ...rest }) => [name, rest]));
  };
  const past = '2020-01-01T00:00:00.000Z';
  const future = '2120-01-01T00:00:00.000Z';

  test('are those that the staff show to all; the code of another one is told to no one', async () => {
    const shown = await coupon({ isListed: true, minimumAmt: 300, productIds: [milk] });
    const secret = await coupon();
    const shopper = await createVerified();
    for (const context of [testContext(db), shopper.context, meera.context]) {
      const coupons = await listed(context);
      expect(coupons.get(shown.name)).toEqual({
        ...{ value: { kind: 'FLAT', amountAmt: 50 }, minimumAmt: 300, categoryIds: [], productIds: [milk] },
        needsVerification: false,
      });
      expect(coupons.has(secret.name)).toBe(false);
    }
    await buy(shopper, secret);
    expect((await listed(shopper.context)).has(secret.name)).toBe(false);
  });

  test.each<[string, Fields]>([
    ['switched off', { isActive: false }],
    ['planned', { startsAt: future }],
    ['over', { startsAt: null, endsAt: past }],
  ])('are without those that are %s', async (_name, fields) => {
    const { name } = await coupon({ isListed: true, ...fields });
    expect((await listed()).has(name)).toBe(false);
  });

  test('are without those that the shopper has used up, while others see them until they are used up in total', async () => {
    const [first, once, two] = [
      await coupon({ isListed: true, isFirstOrderOnly: true }),
      await coupon({ isListed: true, customerLimit: 1 }),
      await coupon({ isListed: true, totalLimit: 2 }),
    ];
    const namesOf = async (context?: Shopper['context']) => {
      const coupons = await listed(context);
      return [first, once, two].map(({ name }) => coupons.has(name));
    };
    const [shopper, other] = [await createVerified(), await createVerified()];
    expect(await namesOf(shopper.context)).toEqual([true, true, true]);
    await buy(shopper, once);
    expect(await namesOf(shopper.context)).toEqual([false, false, true]);
    await buy(shopper, two);
    await buy(other, two);
    expect(await namesOf(other.context)).toEqual([false, true, false]);
    expect(await namesOf()).toEqual([true, true, false]);
  });

  test('with a limit for each customer need a verified address', async () => {
    const { name } = await coupon({ isListed: true, customerLimit: 1 });
    const shopper = await createShopper(db);
    expect((await listed()).get(name)?.needsVerification).toBe(true);
    expect((await listed(shopper.context)).get(name)?.needsVerification).toBe(true);
    await verifyAddress(shopper);
    expect((await listed(shopper.context)).get(name)?.needsVerification).toBe(false);
  });

  test('are the newest twenty', async () => {
    const names: string[] = [];
    for (let count = 0; count < 21; count += 1) names.unshift((await coupon({ isListed: true })).name);
    expect([...(await listed()).keys()]).toEqual(names.slice(0, 20));
  });
});
