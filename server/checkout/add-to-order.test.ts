import sql from 'sql-template-tag';
import { describe, expect, test } from 'vitest';
import { noCharges } from '#contract/delivery/charges.ts';
import { createOpenOrderLimits } from '#server/http/rate-limits.ts';
import { changeStock } from '#server/inventory/inventory.service.ts';
import { orderRoutes } from '#server/orders/order.routes.ts';
import { createAdmin, createShopper, type Shopper } from '#tests/fixtures/accounts.ts';
import { catchAppError, countOutcomes, runCall } from '#tests/fixtures/context.ts';
import { openTestDatabase } from '#tests/fixtures/database.ts';
import { addProduct, changeProduct, stockOf } from '#tests/fixtures/seed.ts';
import { saveSettings } from '#tests/fixtures/settings.ts';
import { checkoutRoutes } from './checkout.routes.ts';

const { db } = await openTestDatabase();
const meera = await createAdmin(db);

/** A cash order of 2 milk for ₹100 each, and bread for ₹30 in the cart. */
async function ordered(given: { milk?: object; isVerified?: boolean } = {}) {
  const asha = await createShopper(db);
  const milk = await addProduct(db, { pricePaise: 10_000, stock: 10, ...given.milk });
  const bread = await addProduct(db, { pricePaise: 3000, stock: 10 });
  await asha.fill({ [milk]: 2 });
  const { data } = await asha.order(await asha.checkout());
  await asha.fill({ [bread]: 1 });
  return { asha, milk, bread, _id: data._id };
}

const quote = async (asha: Shopper, _id: string) =>
  (await runCall(checkoutRoutes, 'quoteAddition', asha.context, { _id })).data;
const add = (asha: Shopper, _id: string, wanted: Record<string, number>, newTotalAmt: number, key?: string) =>
  runCall(
    checkoutRoutes,
    'addToOrder',
    { ...asha.context, idempotencyKey: key ?? null },
    {
      _id,
      newTotalAmt,
      list_items: Object.entries(wanted).map(([productId, quantity]) => ({ productId, quantity })),
    },
  );
/** Makes these the whole cart. */
async function fillOnly(asha: Shopper, quantities: Record<string, number>): Promise<void> {
  await db.query(sql`delete from cart_line where user_id = ${asha.userId}`);
  await asha.fill(quantities);
}
const cartSize = async ({ userId }: Shopper) =>
  (await db.query(sql`select from cart_line where user_id = ${userId}`)).length;

describe('products that are added to an order', () => {
  test('are lines of it, with their stock, bill and history; the cart is empty and open pages hear of it', async () => {
    const { asha, bread, milk, _id } = await ordered();
    await asha.fill({ [bread]: 3, [milk]: 1 });
    expect(await quote(asha, _id)).toMatchObject({
      ...{ totalAmt: 200, newTotalAmt: 390 },
      lines: [
        { productId: bread, quantity: 3, amount: 90 },
        { productId: milk, quantity: 1, amount: 100 },
      ],
    });
    const { data } = await add(asha, _id, { [bread]: 3, [milk]: 1 }, 390);
    expect(data.items).toMatchObject([
      { productId: milk, quantity: 3, orderedQuantity: 3 },
      { productId: bread, quantity: 3, position: 1, replaces: null },
    ]);
    expect(data).toMatchObject({ status: 'PLACED', totalAmt: 390, subTotalAmt: 390 });
    expect(data.steps.at(-1)).toMatchObject({ by: 'shopper', status: 'PLACED' });
    expect(data.steps.at(-1)?.reason).toMatch(/^Added: 3 × .+, 1 × .+\.$/);
    expect([await stockOf(db, milk), await stockOf(db, bread)]).toEqual([7, 7]);
    expect(await cartSize(asha)).toBe(0);
    const causes = await db.query(sql`select distinct cause from stock_change where order_id = ${_id}`);
    expect(causes).toEqual([{ cause: 'ORDER' }]);
  });

  test('return to stock with a cancellation, and are settled like others when packed', async () => {
    const { asha, bread, milk, _id } = await ordered();
    await add(asha, _id, { [bread]: 1 }, 230);
    await runCall(orderRoutes, 'cancelOrder', asha.context, { _id });
    expect([await stockOf(db, milk), await stockOf(db, bread)]).toEqual([10, 10]);
  });

  test('reach free delivery; the store credit that is too much then returns', async () => {
    await saveSettings(meera, {
      charges: { ...noCharges, deliveryFees: [{ fromAmt: 0, feeAmt: 50 }], freeDeliveryFromAmt: 220 },
    });
    const asha = await createShopper(db);
    await meera.call('grantStoreCredit', { _id: asha.userId, amount: 250, reason: 'A late delivery' });
    const milk = await addProduct(db, { pricePaise: 20_000, stock: 5 });
    const bread = await addProduct(db, { pricePaise: 3000, stock: 5 });
    await asha.fill({ [milk]: 1 });
    const placed = await asha.order({ ...(await asha.checkout()), totalAmt: 250, creditAmt: 250 });
    await asha.fill({ [bread]: 1 });
    expect(await quote(asha, placed.data._id)).toMatchObject({ totalAmt: 250, newTotalAmt: 230 });
    const { data } = await add(asha, placed.data._id, { [bread]: 1 }, 230);
    expect(data).toMatchObject({ totalAmt: 230, creditAmt: 250, creditReturnedAmt: 20 });
    await saveSettings(meera, { charges: noCharges });
  });

  test('of a repeated request are added once; another request with its key fails', async () => {
    const { asha, bread, _id } = await ordered();
    for (let time = 0; time < 3; time += 1) {
      const { data } = await add(asha, _id, { [bread]: 1 }, 230, 'key');
      expect(data.totalAmt).toBe(230);
    }
    expect(await catchAppError(add(asha, _id, { [bread]: 2 }, 230, 'key'))).toMatchObject({
      code: 'IDEMPOTENCY_MISMATCH',
    });
    expect(await stockOf(db, bread)).toBe(9);
  });

  test('by four taps at once are added once', async () => {
    const { asha, bread, _id } = await ordered();
    const taps = Array.from({ length: 4 }, () => add(asha, _id, { [bread]: 1 }, 230));
    const outcomes = await countOutcomes(taps);
    expect(outcomes).toEqual({ '200': 1, '409 CART_EMPTY': 3 });
    expect(await stockOf(db, bread)).toBe(9);
  });

  test('are in the order when packing starts, or are refused: never lost in between', async () => {
    for (let time = 0; time < 8; time += 1) {
      const { asha, bread, _id } = await ordered();
      const [added, taken] = await Promise.allSettled([
        add(asha, _id, { [bread]: 1 }, 230),
        meera.call('takeOrder', { _id }),
      ]);
      const isAdded = added.status === 'fulfilled';
      if (!isAdded) expect(added.reason).toMatchObject({ code: 'ORDER_STATUS' });
      expect(taken.status === 'fulfilled' && taken.value.data.lines).toHaveLength(isAdded ? 2 : 1);
      expect(await cartSize(asha)).toBe(isAdded ? 0 : 1);
      expect(await stockOf(db, bread)).toBe(isAdded ? 9 : 10);
      await meera.call('giveBackOrder', { _id, version: 1 });
    }
  });
});

describe('nothing is added', () => {
  test.each([
    ['the order is being packed', (_id: string) => meera.call('takeOrder', { _id })],
    ['a line is picked', (_id: string) => meera.call('pickLine', { _id, position: 0, isPicked: true })],
    [
      'it is paid already',
      (_id: string) =>
        meera.call('recordPayment', { _id, method: 'CASH', amount: 200, note: 'At the counter' }),
    ],
    [
      'the order is cancelled',
      (_id: string) => meera.call('changeOrders', { ids: [_id], to: 'CANCELLED', reason: 'x' }),
    ],
  ])('when %s', async (_condition, change) => {
    const { asha, bread, _id } = await ordered();
    await change(_id);
    expect(await catchAppError(quote(asha, _id))).toMatchObject({ code: 'ORDER_STATUS' });
    expect(await catchAppError(add(asha, _id, { [bread]: 1 }, 230))).toMatchObject({ code: 'ORDER_STATUS' });
    expect(await stockOf(db, bread)).toBe(10);
    await meera.call('giveBackOrder', { _id, version: 1 }).catch(() => null);
  });

  test('to the order of another shopper', async () => {
    const { bread, _id } = await ordered();
    const ravi = await createShopper(db);
    await ravi.fill({ [bread]: 1 });
    expect(await catchAppError(quote(ravi, _id))).toMatchObject({ code: 'NOT_FOUND' });
    expect(await catchAppError(add(ravi, _id, { [bread]: 1 }, 230))).toMatchObject({ code: 'NOT_FOUND' });
  });

  test('when the cart, a price or the stock is not what the shopper has seen', async () => {
    const { asha, bread, milk, _id } = await ordered();
    expect(await catchAppError(add(asha, _id, { [bread]: 2 }, 260))).toMatchObject({ code: 'CART_CHANGED' });
    await expect(add(asha, _id, { [bread]: 1 }, 229)).rejects.toMatchObject({
      code: 'PRICE_CHANGED',
      details: { newTotalAmt: 230 },
    });
    await fillOnly(asha, { [bread]: 5 });
    await changeStock({ db }, [{ id: bread, to: 4 }]);
    expect(await catchAppError(add(asha, _id, { [bread]: 5 }, 350))).toMatchObject({ code: 'STOCK_SHORT' });
    await fillOnly(asha, { [milk]: 1 });
    await changeProduct(db, milk, { price_paise: 9000 });
    expect(await catchAppError(add(asha, _id, { [milk]: 1 }, 300))).toMatchObject({ code: 'CONFLICT' });
    await fillOnly(asha, {});
    expect(await catchAppError(quote(asha, _id))).toMatchObject({ code: 'CART_EMPTY' });
  });

  test('beyond the maximum of a product, with what the order has', async () => {
    const { asha, milk, _id } = await ordered();
    await changeProduct(db, milk, { maximum_per_order: 3 });
    await fillOnly(asha, { [milk]: 2 });
    await expect(add(asha, _id, { [milk]: 2 }, 400)).rejects.toMatchObject({
      code: 'MAXIMUM_PER_ORDER',
      details: { lines: [{ productId: milk, wanted: 2, left: 1 }] },
    });
  });

  test('beyond the pieces that an unverified account may order', async () => {
    const { asha, milk, _id } = await ordered({ milk: { stock: 100 } });
    await db.query(sql`update account set verify_email = false where id = ${asha.userId}`);
    const limited = {
      ...asha,
      context: { ...asha.context, openOrderLimits: createOpenOrderLimits(true, 30) },
    };
    await fillOnly(asha, { [milk]: 29 });
    expect(await catchAppError(add(limited, _id, { [milk]: 29 }, 3100))).toMatchObject({
      code: 'ORDER_UNITS_LIMIT',
      details: { maximum: 30, excess: 1 },
    });
  });
});
