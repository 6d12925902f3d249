import sql from 'sql-template-tag';
import { afterAll, expect, test } from 'vitest';
import type { ParsedInput } from '#contract/api.ts';
import { AppError } from '#contract/base/errors.ts';
import { checkoutOrder, placeOrder } from '#server/checkout/place-order.service.ts';
import { newId } from '#server/database/id.ts';
import type { AuthenticatedContext } from '#server/http/context.ts';
import { handlePaymentEvent } from '#server/payments/payment-event.service.ts';
import { expireOrderAndSession } from '#server/payments/payment-jobs.ts';
import { sendRefund, settleRefund } from '#server/payments/refund.service.ts';
import { createAdmin, createShopper } from '#tests/fixtures/accounts.ts';
import { asStaff } from '#tests/fixtures/context.ts';
import { openTestDatabase } from '#tests/fixtures/database.ts';
import { checkoutInput, shopperContextOf } from '#tests/fixtures/payments.ts';
import { addProduct } from '#tests/fixtures/seed.ts';
import { openPostgresProxy, settle } from '#tests/fixtures/servers/postgres-proxy.ts';
import { cancelOwnOrder } from './order.service.ts';
import { markLineUnavailable } from './staff-orders.service.ts';

const { db, url } = await openTestDatabase();
const proxy = await openPostgresProxy(url);
const admin = await createAdmin(db);
afterAll(() => proxy.close());

/** A shopper with 2 of milk and 1 of bread in the cart, together ₹130. The stock of each was 10. */
interface Purchase {
  context: AuthenticatedContext;
  input: ParsedInput<'placeCashOrder'>;
  productIds: string[];
  orderId: string;
  sessionId: string;
}

async function createPurchase(): Promise<Purchase> {
  const productIds = [await addProduct(db, { pricePaise: 5000 }), await addProduct(db, { pricePaise: 3000 })];
  for (const id of productIds)
    await db.query(sql`update product_stock set stock = 10 where product_id = ${id}`);
  const shopper = await createShopper(db);
  await shopper.fill(Object.fromEntries(productIds.map((id, index) => [id, 2 - index])));
  const context = { ...shopperContextOf(shopper), idempotencyKey: newId() };
  return { context, input: await checkoutInput(shopper), productIds, orderId: '', sessionId: '' };
}

/** `context` is that of the shopper, with another connection. */
type Step = (context: AuthenticatedContext, purchase: Purchase) => Promise<unknown>;

const placeByCash: Step = async (context, purchase) => {
  const { order } = await placeOrder(context, purchase.input, 'CASH');
  purchase.orderId = order._id;
};

const checkout: Step = async (context, purchase) => {
  const { order, session } = await checkoutOrder(context, purchase.input);
  Object.assign(purchase, { orderId: order._id, sessionId: session.id });
};

const pay: Step = (context, { orderId, sessionId }) =>
  handlePaymentEvent(context, {
    ...{ id: `paid_${orderId}`, kind: 'paid', about: 'paid', sessionId },
    ...{ paymentId: `payment_${orderId}`, amount: 13_000, currency: 'inr' },
  });

const payTooLittle: Step = (context, { orderId, sessionId }) =>
  handlePaymentEvent(context, {
    ...{ id: `paid_${orderId}`, kind: 'paid', about: 'paid', sessionId },
    ...{ paymentId: `payment_${orderId}`, amount: 12_999, currency: 'inr' },
  });

const cancel: Step = (context, { orderId }) => cancelOwnOrder(context, orderId, null);

const expire: Step = (context, { orderId }) => {
  const now = () => new Date(Date.now() + 31 * 60_000);
  return expireOrderAndSession({ ...context, now }, orderId);
};

const toStaff = (context: AuthenticatedContext) => asStaff({ ...context, caller: admin.context.caller });

const removeBread: Step = (context, { orderId: _id }) =>
  markLineUnavailable(toStaff(context), { _id, position: 1 });

async function refundIds({ orderId }: Purchase): Promise<string[]> {
  const rows = await db.query<{ id: string }>(sql`
    select id from ledger_entry where order_id = ${orderId} and kind = 'REFUND' and status = 'PENDING'`);
  return rows.map(({ id }) => id);
}

const sendRefunds: Step = async (context, purchase) => {
  for (const id of await refundIds(purchase)) await sendRefund(context, id);
};

const failRefunds: Step = async (context, purchase) => {
  for (const refundId of await refundIds(purchase))
    await handlePaymentEvent(context, {
      ...{ id: `failed_${refundId}`, kind: 'failed', about: 'refund failed', sessionId: null },
      ...{ providerRefundId: 'unknown', refundId },
    });
};

const refundByHand: Step = (context, { orderId: _id }) =>
  settleRefund(toStaff(context), { _id, amount: 130, how: 'UPI', method: 'UPI' });

/** Everything that the operations change, without ids and times. */
async function stateOf({ context, productIds }: Purchase) {
  const { userId } = context.caller;
  const orders = await db.query(sql`
    select o.status, o.payment_status, o.total_paise, o.paid_paise, o.refunded_paise,
      (select json_agg(array[h.status, h.payment_status, h.changed_as] order by h.id)
        from order_history h where h.order_id = o.id) as history,
      (select json_agg(array[e.kind, e.status, e.amount_paise::text] order by e.kind, e.status)
        from ledger_entry e where e.order_id = o.id) as ledger,
      (select json_agg(s.status) from payment_session s where s.order_id = o.id) as sessions,
      (select count(*) from unqueued_order_email e join order_history h on h.id = e.change_id
        where h.order_id = o.id) as emails,
      (select json_agg(j.task_identifier order by j.task_identifier) from graphile_worker.jobs j
        where j.key = 'expire-order-' || o.id
          or j.key in (select 'send-refund-' || e.id from ledger_entry e where e.order_id = o.id)) as jobs
    from customer_order o where o.user_id = ${userId} order by o.created_at, o.id`);
  const stock = await db.query(sql`
    select s.stock, coalesce(c.quantity, 0) as in_cart
    from unnest(${productIds}::text[]) with ordinality as wanted (id, position)
    join product_stock s on s.product_id = wanted.id
    left join cart_line c on c.product_id = wanted.id and c.user_id = ${userId} order by position`);
  return { orders, stock };
}

/** The totals of orders equal their ledger, their statuses the last row of their history, and no unit is lost. */
async function expectConsistent({ context, productIds }: Purchase): Promise<void> {
  const wrong = await db.query(sql`
    select o.id from customer_order o
    where o.user_id = ${context.caller.userId} and (
      (o.paid_paise, o.refunded_paise) <> (
        select coalesce(sum(amount_paise) filter (where kind = 'PAYMENT'), 0),
          coalesce(sum(amount_paise) filter (where kind = 'REFUND' and status <> 'FAILED'), 0)
        from ledger_entry where order_id = o.id)
      or (o.status, o.payment_status) <> (
        select h.status, h.payment_status from order_history h where h.order_id = o.id order by h.id desc limit 1)
      or (o.payment_status = 'PAID') <> (o.paid_paise > 0 and o.payment_status <> 'REFUNDED'))`);
  expect(wrong).toEqual([]);
  const units = await db.query(sql`
    select s.stock + coalesce(sum(l.quantity) filter (where o.status <> 'CANCELLED'), 0)::integer as units
    from product_stock s left join order_line l using (product_id) left join customer_order o on o.id = l.order_id
    where product_id = any (${productIds}) group by product_id, s.stock`);
  expect(units).toEqual([{ units: 10 }, { units: 10 }]);
}

/** Prepares a purchase, runs the operation without a cut, and returns the state. */
async function runUncut(preparation: readonly Step[], operation: Step) {
  const purchase = await createPurchase();
  for (const step of [...preparation, operation]) await step(purchase.context, purchase);
  return stateOf(purchase);
}

const scenarios: [name: string, preparation: Step[], operation: Step][] = [
  ['placing a cash order', [], placeByCash],
  ['placing a card order', [], checkout],
  ['paying an order', [checkout], pay],
  ['paying too little for an order', [checkout], payTooLittle],
  ['paying a cancelled order', [checkout, cancel], pay],
  ['cancelling a cash order', [placeByCash], cancel],
  ['cancelling an unpaid order', [checkout], cancel],
  ['cancelling a paid order', [checkout, pay], cancel],
  ['expiring an unpaid order', [checkout], expire],
  ['marking a line unavailable', [checkout, pay], removeBread],
  ['sending a refund', [checkout, pay, cancel], sendRefunds],
  ['a failed refund', [checkout, pay, cancel], failRefunds],
  ['recording a refund by hand', [checkout, pay, cancel, failRefunds], refundByHand],
];

test.each(
  scenarios.flatMap((scenario) => [['before', ...scenario] as const, ['after', ...scenario] as const]),
)(
  'a connection cut %s any statement of %s loses nothing, and a retry completes it',
  async (time, _name, preparation, operation) => {
    const expected = await runUncut(preparation, operation);
    let statement = 0;
    for (let isCut = true; isCut; ) {
      statement += 1;
      const purchase = await createPurchase();
      for (const step of preparation) await step(purchase.context, purchase);
      const context = { ...purchase.context, db: proxy.db };
      proxy.cutAt(statement, time);
      const outcome = await settle(proxy, () => operation(context, purchase));
      isCut = proxy.stop();
      await expectConsistent(purchase);
      // The process goes on serving. What was done before the cut is refused, or repeated without effect.
      if (outcome.status === 'rejected')
        await operation(context, purchase).catch((error: unknown) => {
          if (!(error instanceof AppError)) throw error;
        });
      expect(await stateOf(purchase), `after a cut at statement ${statement}`).toEqual(expected);
      if (!isCut) expect(outcome.status).toBe('fulfilled');
    }
    // At least one statement was cut.
    expect(statement).toBeGreaterThan(1);
  },
  60_000,
);
