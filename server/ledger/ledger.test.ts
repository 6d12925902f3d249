import fc from 'fast-check';
import sql, { type Sql } from 'sql-template-tag';
import { expect, test } from 'vitest';
import { toAmountDue, toRefundDue } from '#contract/ledger/settle-refund.ts';
import { newId } from '#server/database/id.ts';
import { openTestDatabase } from '#tests/fixtures/database.ts';
import { addOrder, payTooMuch } from '#tests/fixtures/seed.ts';
import { toOrderMoney } from './ledger.ts';

const { db } = await openTestDatabase();

/** An order of ₹100 of which ₹100 are paid. */
async function addPaidOrder(): Promise<string> {
  const orderId = await addOrder(db, { at: new Date() });
  await payTooMuch(db, orderId, 0);
  return orderId;
}

async function addRefund(orderId: string, amountPaise: number, status = 'DONE'): Promise<string> {
  const id = newId();
  await db.query(sql`
    insert into ledger_entry (id, order_id, kind, amount_paise, status, reason, created_at, settled_at)
    values (${id}, ${orderId}, 'REFUND', ${amountPaise}, ${status}, 'Cancelled.', now(),
      ${status === 'PENDING' ? null : new Date()})`);
  return id;
}

const totalsOf = (orderId: string) =>
  db.one(sql`
    select paid_paise as paid, refunded_paise as refunded from customer_order where id = ${orderId}`);
const run = (statement: Sql) => db.query(statement);

test('counts pending and completed refunds in the total of an order, and no failed one', async () => {
  const orderId = await addPaidOrder();
  expect(await totalsOf(orderId)).toEqual({ paid: 10_000, refunded: 0 });
  const pending = await addRefund(orderId, 2000, 'PENDING');
  await addRefund(orderId, 3000);
  await addRefund(orderId, 4000, 'FAILED');
  expect(await totalsOf(orderId)).toEqual({ paid: 10_000, refunded: 5000 });
  await run(sql`update ledger_entry set status = 'DONE', settled_at = now() where id = ${pending}`);
  expect(await totalsOf(orderId)).toEqual({ paid: 10_000, refunded: 5000 });
  await run(sql`update ledger_entry set status = 'FAILED' where id = ${pending}`);
  expect(await totalsOf(orderId)).toEqual({ paid: 10_000, refunded: 3000 });
});

test('rejects a refund that exceeds the payment with those before it', async () => {
  const orderId = await addPaidOrder();
  await addRefund(orderId, 6000, 'PENDING');
  await expect(addRefund(orderId, 4001)).rejects.toThrow('refund_within_payment');
  await addRefund(orderId, 4000);
  await expect(addRefund(await addOrder(db, { at: new Date() }), 1)).rejects.toThrow('refund_within_payment');
});

test('accepts of concurrent refunds of the whole payment exactly one', async () => {
  const orderId = await addPaidOrder();
  const outcomes = await Promise.allSettled([1, 2, 3].map(() => addRefund(orderId, 10_000)));
  expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  expect(await totalsOf(orderId)).toEqual({ paid: 10_000, refunded: 10_000 });
});

test('rejects a second payment of an order', async () => {
  const orderId = await addPaidOrder();
  await expect(payTooMuch(db, orderId, 0)).rejects.toThrow('payment_of_order');
});

test('rejects two payments with one reference of a provider', async () => {
  const [first, second] = [await addPaidOrder(), await addPaidOrder()];
  const pay = (orderId: string, provider: string) =>
    run(sql`
      update ledger_entry set provider = ${provider}, provider_reference = 'pi_1' where order_id = ${orderId}`);
  await pay(first, 'stripe');
  await expect(pay(second, 'stripe')).rejects.toThrow('ledger_entry_by_reference');
  await pay(second, 'sandbox');
});

test.each([
  ['the amount 0', sql`amount_paise = 0`, 'ledger_entry_amount_paise_check'],
  ['a negative amount', sql`amount_paise = -1`, 'ledger_entry_amount_paise_check'],
  ['the status PENDING', sql`status = 'PENDING'`, 'payment_is_done'],
  ['the status FAILED', sql`status = 'FAILED'`, 'payment_is_done'],
  ['no settlement time', sql`settled_at = null`, 'settled_entry_has_time'],
])('rejects a payment with %s', async (_name, change, constraint) => {
  const orderId = await addPaidOrder();
  await expect(run(sql`update ledger_entry set ${change} where order_id = ${orderId}`)).rejects.toThrow(
    constraint,
  );
});

test.each([
  ['paid_paise', sql`paid_paise = 20000`],
  ['refunded_paise', sql`refunded_paise = 1`],
])('rejects an update of %s that does not come from the ledger', async (_name, change) => {
  const orderId = await addPaidOrder();
  await expect(run(sql`update customer_order set ${change} where id = ${orderId}`)).rejects.toThrow(
    'totals of ledger_entry',
  );
});

test('the generated columns of an order are what the contract says is to be paid and to be refunded', async () => {
  await run(sql`create table money_example (like customer_order including generated)`);
  const paise = fc.integer({ min: 0, max: 10_000_000 });
  const statuses = [
    'PENDING_PAYMENT',
    'PLACED',
    'PACKING',
    'OUT_FOR_DELIVERY',
    'DELIVERED',
    'CANCELLED',
  ] as const;
  const rows = fc.sample(
    fc.record({
      status: fc.constantFrom(...statuses),
      total_paise: paise,
      paid_paise: paise,
      refunded_paise: paise,
      credit_paise: paise,
      credit_returned_paise: paise,
    }),
    500,
  );
  await run(sql`
    insert into money_example (id, order_number, user_id, payment_status, sub_total_paise, delivery_address, bill, created_at,
      updated_at, payment_method, promised_minutes, status, total_paise, paid_paise, refunded_paise, credit_paise,
      credit_returned_paise)
    select position, position, '', 'PAID', 0, '{}', '[]', now(), now(), 'CARD', 10, row ->> 'status',
      (row ->> 'total_paise')::bigint, (row ->> 'paid_paise')::bigint, (row ->> 'refunded_paise')::bigint,
      (row ->> 'credit_paise')::bigint, (row ->> 'credit_returned_paise')::bigint
    from jsonb_array_elements(${JSON.stringify(rows)}::text::jsonb) with ordinality as given (row, position)`);
  const written = await db.query(sql`
    select amount_due_paise as amount, refund_due_paise as refund from money_example order by order_number::integer`);
  const expected = rows
    .map(toOrderMoney)
    .map((money) => ({ amount: toAmountDue(money), refund: toRefundDue(money) }));
  expect(written).toEqual(expected);
});
