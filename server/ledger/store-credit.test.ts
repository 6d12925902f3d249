import fc from 'fast-check';
import sql from 'sql-template-tag';
import { describe, expect, test } from 'vitest';
import { apiRoutes } from '#server/app/app.ts';
import { placeOrder } from '#server/checkout/place-order.service.ts';
import { newId } from '#server/database/id.ts';
import { orderRoutes } from '#server/orders/order.routes.ts';
import { expireUnpaidOrder } from '#server/orders/order.service.ts';
import { createAdmin, createShopper, createShoppers, type Shopper } from '#tests/fixtures/accounts.ts';
import { catchAppError, countOutcomes, runCall } from '#tests/fixtures/context.ts';
import { openTestDatabase } from '#tests/fixtures/database.ts';
import { checkoutInput, pay, shopperContextOf } from '#tests/fixtures/payments.ts';
import { addAddress, addProduct, stockOf } from '#tests/fixtures/seed.ts';

const { db } = await openTestDatabase();
const meera = await createAdmin(db);
const milk = await addProduct(db, { stock: 100_000, pricePaise: 5000 });

const grant = (_id: string, amount: number, reason = 'Late delivery') =>
  meera.call('grantStoreCredit', { _id, amount, reason });
const readCredit = async ({ context }: Shopper) =>
  (await runCall(apiRoutes, 'getStoreCredit', context, {})).data;
const balanceOf = async (shopper: Shopper) => (await readCredit(shopper)).balanceAmt;

async function richShopper(amount: number): Promise<Shopper> {
  const shopper = await createShopper(db);
  await db.query(sql`update account set verify_email = true where id = ${shopper.userId}`);
  if (amount > 0) await grant(shopper.userId, amount);
  return shopper;
}

/** Orders pieces of milk at ₹50, a part of which store credit pays. */
async function buy(shopper: Shopper, quantity: number, creditAmt: number, method: 'CASH' | 'CARD' = 'CASH') {
  await shopper.fill({ [milk]: quantity });
  const { order } = await placeOrder(
    shopperContextOf(shopper),
    { ...(await checkoutInput(shopper)), creditAmt },
    method,
  );
  return order;
}

async function openSession({ context }: Shopper, orderId: string, amountPaise: number): Promise<string> {
  const sessionId = `session${newId()}`;
  await context.db.query(sql`
    insert into payment_session (id, provider, order_id, amount_paise, url, created_at, updated_at)
    values (${sessionId}, 'sandbox', ${orderId}, ${amountPaise}, ${sessionId}, now(), now())`);
  return sessionId;
}

const moneyOf = (orderId: string) =>
  db.one(sql`
    select status, paid_paise as paid, refunded_paise as refunded, credit_paise as credit, credit_returned_paise as returned
    from customer_order where id = ${orderId}`);

describe('an order', () => {
  test('is paid wholly or partly with store credit, and a cancellation returns it once', async () => {
    const asha = await richShopper(120);
    const part = await buy(asha, 1, 30);
    expect(part).toMatchObject({ totalAmt: 50, creditAmt: 30, creditReturnedAmt: 0 });
    const whole = await buy(asha, 1, 50);
    expect(whole.creditAmt).toBe(50);
    expect(await balanceOf(asha)).toBe(40);
    const cancel = () => runCall(orderRoutes, 'cancelOrder', asha.context, { _id: part._id });
    expect(await countOutcomes([cancel(), cancel()])).toEqual({ '200': 1, '409 ORDER_STATUS': 1 });
    expect(await balanceOf(asha)).toBe(70);
    const { entries } = await readCredit(asha);
    expect(entries.map(({ kind, amount }) => [kind, amount])).toEqual([
      ['RETURN', 30],
      ['ORDER', -50],
      ['ORDER', -30],
      ['GRANT', 120],
    ]);
    expect(entries[0]?.order?.orderId).toBe(part.orderId);
  });

  test('that uses more than the balance or the total is refused with the balance, and takes nothing', async () => {
    const asha = await richShopper(40);
    const before = await stockOf(db, milk);
    for (const amount of [41, 40.01, 50, 51, 1e9]) {
      const error = await catchAppError(buy(asha, 1, amount));
      expect(error).toMatchObject({ code: 'CREDIT_CHANGED', details: { balanceAmt: 40 } });
    }
    expect(await stockOf(db, milk)).toBe(before);
    expect(await asha.cart()).toHaveLength(1);
    expect(await balanceOf(asha)).toBe(40);
    const { order } = { order: await buy(asha, 1, 40) };
    expect(order.creditAmt).toBe(40);
  });

  test('that was already placed is returned for a retry, which pays nothing again', async () => {
    const asha = await richShopper(100);
    await asha.fill({ [milk]: 1 });
    const input = { ...(await asha.checkout()), creditAmt: 50 };
    const [one, two] = [await asha.order(input, 'same-key'), await asha.order(input, 'same-key')];
    expect(two.data._id).toBe(one.data._id);
    expect(await balanceOf(asha)).toBe(50);
    const other = await catchAppError(asha.order({ ...input, creditAmt: 20 }, 'same-key'));
    expect(other.code).toBe('IDEMPOTENCY_MISMATCH');
  });

  test('by card asks for the rest, is refunded to the card first, and returns the credit it no longer needs', async () => {
    const asha = await richShopper(80);
    const bread = await addProduct(db, { stock: 10, pricePaise: 10_000 });
    await asha.fill({ [bread]: 1 });
    const order = await buy(asha, 1, 80, 'CARD');
    const sessionId = await openSession(asha, order._id, 7000);
    const paid = await pay(asha, { order, sessionId }, { amount: 15_000 });
    expect(paid.outcome).toBe('wrong amount');
    expect(await balanceOf(asha)).toBe(80);

    await asha.fill({ [bread]: 1 });
    const second = await buy(asha, 1, 80, 'CARD');
    const card = { order: second, sessionId: await openSession(asha, second._id, 7000) };
    expect((await pay(asha, card, { amount: 7000 })).outcome).toBe('placed');
    const position = second.items.find(({ productId }) => productId === bread)?.position ?? 0;
    await meera.call('markLineUnavailable', { _id: second._id, position });
    expect(await moneyOf(second._id)).toMatchObject({
      paid: 7000,
      refunded: 7000,
      credit: 8000,
      returned: 3000,
    });
    await runCall(orderRoutes, 'cancelOrder', asha.context, { _id: second._id });
    expect(await moneyOf(second._id)).toMatchObject({ refunded: 7000, returned: 8000 });
    expect(await balanceOf(asha)).toBe(80);
  });

  test('that expires unpaid returns the credit; a late payment takes it again, or is refunded when it is used', async () => {
    const later = () => new Date(Date.now() + 31 * 60_000);
    for (const isUsed of [false, true]) {
      const asha = await richShopper(30);
      const order = await buy(asha, 1, 30, 'CARD');
      const sessionId = await openSession(asha, order._id, 2000);
      expect(await expireUnpaidOrder({ ...asha.context, now: later }, order._id)).toBe(true);
      expect(await balanceOf(asha)).toBe(30);
      if (isUsed) await grant(asha.userId, -10, 'Taken back');
      const before = await stockOf(db, milk);
      const { outcome, orderId } = await pay(asha, { order, sessionId }, { amount: 2000 });
      expect(outcome).toBe(isUsed ? 'refunded late' : 'accepted late');
      expect(await stockOf(db, milk)).toBe(isUsed ? before : before - 1);
      expect(await balanceOf(asha)).toBe(isUsed ? 20 : 0);
      if (!isUsed) expect(await moneyOf(orderId ?? '')).toMatchObject({ paid: 2000, credit: 3000 });
    }
  });
});

test('200 concurrent orders of one account spend exactly the balance', async () => {
  const asha = await richShopper(500);
  // Carts of others that are ordered by the same account at the same time are not possible, so each order has its own
  // product.
  const context = shopperContextOf(asha);
  const orderIds = Array.from({ length: 200 }, () => newId());
  await db.query(sql`
    insert into customer_order (id, order_number, user_id, status, payment_status, sub_total_paise, total_paise, bill,
      delivery_address)
    select id, 'ORD-' || translate(upper(substr(md5(id), 1, 8)), 'ILOU', '0123'), ${asha.userId}, 'PLACED', 'CASH ON DELIVERY', 1000, 1000,
      '[{"kind": "ITEMS", "amount_paise": 1000}]', '{}'
    from unnest(${orderIds}::text[]) id`);
  const uses = await Promise.allSettled(
    orderIds.map((id) =>
      db.query(sql`
        insert into store_credit_entry (id, account_id, kind, amount_paise, order_id, created_at)
        values (${newId()}, ${context.caller.userId}, 'ORDER', -1000, ${id}, now())`),
    ),
  );
  expect(uses.filter(({ status }) => status === 'fulfilled')).toHaveLength(50);
  expect(await balanceOf(asha)).toBe(0);
});

test('concurrent orders of many sessions and grants taken back never spend more than there is', async () => {
  const asha = await richShopper(100);
  await asha.fill({ [milk]: 1 });
  const input = { ...(await checkoutInput(asha)), creditAmt: 50 };
  const order = () =>
    placeOrder(shopperContextOf(asha), input, 'CASH').catch((error: { code: string }) => error.code);
  await Promise.all([
    ...Array.from({ length: 10 }, order),
    ...Array.from({ length: 3 }, () => grant(asha.userId, -50, 'Taken back').catch(() => null)),
  ]);
  const { sum } = await db.one<{ sum: number }>(sql`
    select sum(amount_paise)::integer as sum from store_credit_entry where account_id = ${asha.userId}`);
  expect(sum).toBe((await balanceOf(asha)) * 100);
  expect(sum).toBeGreaterThanOrEqual(0);
});

const step = fc.oneof(
  fc.record({ kind: fc.constant('grant' as const), amount: fc.integer({ min: -60, max: 90 }) }),
  fc.record({
    kind: fc.constant('buy' as const),
    quantity: fc.integer({ min: 1, max: 3 }),
    credit: fc.integer({ min: 0, max: 160 }),
  }),
  fc.record({ kind: fc.constant('cancel' as const), which: fc.nat({ max: 5 }) }),
);

test('whatever is granted, ordered and cancelled, the balance is the sum of the entries and all credit is accounted for', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 3, maxLength: 10 }), async (steps) => {
      const asha = await richShopper(0);
      let expected = 0;
      const open: { id: string; credit: number }[] = [];
      for (const taken of steps) {
        if (taken.kind === 'grant') {
          const isOk = await grant(asha.userId, taken.amount).then(
            () => true,
            () => false,
          );
          expect(isOk).toBe(taken.amount !== 0 && expected + taken.amount >= 0);
          if (isOk) expected += taken.amount;
        } else if (taken.kind === 'buy') {
          await db.query(sql`delete from cart_line where user_id = ${asha.userId}`);
          const order = await buy(asha, taken.quantity, taken.credit).catch(() => null);
          expect(order !== null).toBe(taken.credit <= Math.min(expected, taken.quantity * 50));
          if (order !== null) {
            open.push({ id: order._id, credit: taken.credit });
            expected -= taken.credit;
          }
        } else {
          const [cancelled] = open.splice(taken.which, 1);
          if (cancelled === undefined) continue;
          await runCall(orderRoutes, 'cancelOrder', asha.context, { _id: cancelled.id });
          expected += cancelled.credit;
        }
        expect(await balanceOf(asha)).toBe(expected);
      }
    }),
    { numRuns: 15 },
  );
}, 60_000);

describe('the ledger', () => {
  test('is appended to only, and its totals are written by its trigger only', async () => {
    const asha = await richShopper(10);
    await buy(asha, 1, 0);
    for (const statement of [
      sql`update store_credit_entry set amount_paise = 1 where account_id = ${asha.userId}`,
      sql`delete from store_credit_entry where account_id = ${asha.userId}`,
      sql`update store_credit set balance_paise = 1 where account_id = ${asha.userId}`,
      sql`update customer_order set credit_paise = 1 where user_id = ${asha.userId}`,
    ])
      await expect(db.query(statement)).rejects.toThrow(/by new entries only/);
    expect(await balanceOf(asha)).toBe(10);
  });

  test('does not pay the order of another account', async () => {
    const [asha, ravi] = [await richShopper(100), await richShopper(0)];
    const order = await buy(ravi, 1, 0);
    await expect(
      db.query(sql`
        insert into store_credit_entry (id, account_id, kind, amount_paise, order_id, created_at)
        values (${newId()}, ${asha.userId}, 'ORDER', -1000, ${order._id}, now())`),
    ).rejects.toThrow(/is not of the account/);
  });

  test('has a grant once for each Idempotency-Key', async () => {
    const asha = await richShopper(0);
    const input = { _id: asha.userId, amount: 25, reason: 'Late delivery' };
    const context = { ...meera.context, idempotencyKey: 'one' };
    for (let time = 0; time < 2; time += 1) await runCall(apiRoutes, 'grantStoreCredit', context, input);
    expect(await balanceOf(asha)).toBe(25);
  });
});

test.each([
  [{ amount: 0 }],
  [{ amount: 0.001 }],
  [{ amount: 100_001 }],
  [{ amount: '5' }],
  [{ amount: Number.NaN }],
  [{ amount: 5, reason: ' ' }],
])('a grant of %o is invalid', async (given) => {
  const [asha] = await createShoppers(db, 1);
  const input = { _id: asha?.userId, reason: 'Late', ...given };
  expect((await catchAppError(meera.call('grantStoreCredit', input))).code).toBe('INVALID_INPUT');
});

test('addresses of others are of no use with credit', async () => {
  const [asha, ravi] = [await richShopper(50), await richShopper(0)];
  await asha.fill({ [milk]: 1 });
  const addressId = await addAddress(db, ravi.userId);
  const input = { ...(await checkoutInput(asha)), addressId, creditAmt: 50 };
  const error = await catchAppError(placeOrder(shopperContextOf(asha), input, 'CASH'));
  expect(error.code).toBe('NOT_FOUND');
  expect(await balanceOf(asha)).toBe(50);
});
