import pino from 'pino';
import sql from 'sql-template-tag';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { RequestContext } from '#server/context.ts';
import { orderRoutes } from '#server/features/orders/lifecycle/order.routes.ts';
import { type JobQueue, openJobQueue } from '#server/jobs/job-queue.ts';
import {
  type PaymentProvider,
  PaymentRejectedError,
  PaymentUnavailableError,
  type RefundRequest,
} from '#server/providers/payment/payment-provider.ts';
import { createAdmin, type Shopper } from '#tests/fixtures/accounts.ts';
import { runCall } from '#tests/fixtures/context.ts';
import { countJobsByState, makeJobsDue } from '#tests/fixtures/jobs.ts';
import { createPaymentShop, type PaymentShop } from '#tests/fixtures/payments.ts';
import { addProduct, stockOf } from '#tests/fixtures/seed.ts';
import { handlePaymentEvent } from './payment-event.service.ts';
import { recoverLostPaymentJobs, registerPaymentJobs } from './payment-jobs.ts';

const patient = { timeout: 20_000 };

let shop: PaymentShop;
let processes: JobQueue[];
let milk: string;
let asha: Shopper;
/** What the provider was asked for. */
let closed: string[];
let repayments: RefundRequest[];
let logged: string[];
beforeEach(async () => {
  shop = await createPaymentShop();
  [processes, closed, repayments, logged] = [[], [], [], []];
  milk = await addProduct(shop.database.db, { name: 'Milk', stock: 10, pricePaise: 5000 });
  asha = await shop.createShopper({ [milk]: 3 });
});
afterEach(async () => {
  await Promise.all(processes.map((jobs) => jobs.stop()));
  await shop.close();
});

/** A process of the shop, whose provider notes what it is asked for. */
async function openProcess(given: Partial<PaymentProvider> = {}): Promise<RequestContext> {
  const log = pino({ level: 'warn' }, { write: (line: string) => logged.push(line) });
  const payments: PaymentProvider = {
    ...shop.context.payments,
    expireSession: async (id) => void closed.push(id),
    async refund(repayment) {
      repayments.push(repayment);
      return { id: `r_${repayment.id}` };
    },
    ...given,
  };
  const context = { ...shop.context, log, payments };
  const jobs = await openJobQueue(shop.database.db, log);
  processes.push(jobs);
  await registerPaymentJobs(jobs, context);
  return context;
}

const order = async () => {
  const [newest] = (await asha.orders()).data;
  return newest === undefined ? '' : `${newest.status} ${newest.payment_status} ${newest.refundedAmt}`;
};
const refunds = async () => {
  const rows = await shop.database.db.query<{ status: string }>(
    sql`select status from refund order by created_at, id`,
  );
  return rows.map(({ status }) => status);
};
const cancel = (_id: string) => runCall(orderRoutes, 'cancelOrder', asha.context, { _id });
/** Lets the half hour of every order pass. */
async function passTime(): Promise<void> {
  await shop.database.db.query(sql`update customer_order set expires_at = now() - interval '1 minute'`);
  await shop.database.db.query(sql`update job_queue.job set start_after = now() where name = 'order-expiry'`);
  await makeJobsDue(shop.database.db);
}
async function payAndCancel(): Promise<void> {
  const checkout = await shop.checkout(asha);
  await shop.pay(checkout.id);
  await cancel(checkout.order._id);
}

test('an order that nobody pays for ends, once, whoever of two processes comes first', async () => {
  await Promise.all([openProcess(), openProcess()]);
  const { id } = await shop.checkout(asha);
  await passTime();
  await expect.poll(() => closed, patient).toEqual([id]);
  await expect.poll(() => countJobsByState(shop.database.db), patient).toEqual({});
  expect([await order(), await stockOf(shop.database.db, milk)]).toEqual(['CANCELLED FAILED 0', 10]);
  expect((await asha.cart()).map(({ quantity }) => quantity)).toEqual([3]);
});

test('the job of an order waits for its moment, also when the process that wrote it is gone', async () => {
  const { order: written } = await shop.checkout(asha);
  const [job] = await shop.database.db.query<{ start_after: Date }>(sql`
    select start_after from job_queue.job where name = 'order-expiry'`);
  expect(job?.start_after.toISOString()).toBe(written.expiresAt);
  await passTime();
  await openProcess();
  await expect.poll(order, patient).toBe('CANCELLED FAILED 0');
});

test('an order that was paid is left alone when its half hour is over', async () => {
  const { id } = await shop.checkout(asha);
  await shop.pay(id);
  await passTime();
  await openProcess();
  await expect.poll(() => countJobsByState(shop.database.db), patient).toEqual({});
  expect([await order(), closed]).toEqual(['PLACED PAID 0', []]);
});

test('the stock is back at once while the provider is away, and the page is closed when it is back', async () => {
  let isAway = true;
  await openProcess({
    async expireSession(id) {
      if (isAway) throw new PaymentUnavailableError('timed out');
      closed.push(id);
    },
  });
  const { id } = await shop.checkout(asha);
  await passTime();
  await expect.poll(() => countJobsByState(shop.database.db), patient).toEqual({ retry: 1 });
  expect([await order(), await stockOf(shop.database.db, milk)]).toEqual(['CANCELLED FAILED 0', 10]);
  isAway = false;
  await makeJobsDue(shop.database.db);
  await expect.poll(() => closed, patient).toEqual([id]);
});

test('the page of an order that was cancelled is closed', async () => {
  await openProcess();
  const { id, order: written } = await shop.checkout(asha);
  await cancel(written._id);
  await expect.poll(() => closed, patient).toEqual([id]);
});

test('what was paid for a cancelled order goes back, once', async () => {
  await Promise.all([openProcess(), openProcess()]);
  await payAndCancel();
  await expect.poll(order, patient).toBe('CANCELLED REFUNDED 150');
  expect(repayments.map(({ amountPaise }) => amountPaise)).toEqual([15_000]);
  expect(await refunds()).toEqual(['DONE']);
});

test('a refund is tried again with the same key until the provider is back', async () => {
  let isAway = true;
  const keys: string[] = [];
  await openProcess({
    async refund({ id }) {
      keys.push(id);
      if (isAway) throw new PaymentUnavailableError('timed out');
      return { id: 'r_1' };
    },
  });
  await payAndCancel();
  await expect.poll(() => keys.length, patient).toBe(1);
  await expect.poll(async () => (await countJobsByState(shop.database.db)).retry, patient).toBe(1);
  expect([await order(), await refunds()]).toEqual(['CANCELLED PAID 150', ['PENDING']]);
  isAway = false;
  await makeJobsDue(shop.database.db);
  await expect.poll(order, patient).toBe('CANCELLED REFUNDED 150');
  expect(new Set(keys).size).toBe(1);
});

test('a refund that is refused is given up loudly, and stays owed', async () => {
  await openProcess({ refund: () => Promise.reject(new PaymentRejectedError('the card is closed')) });
  await payAndCancel();
  await expect.poll(refunds, patient).toEqual(['FAILED']);
  await expect.poll(() => logged.join(), patient).toMatch(/15000 paise do not go back: the card is closed/);
  expect(await order()).toBe('CANCELLED PAID 0');
});

test('a refund that does not arrive after all is told of', async () => {
  await openProcess();
  await payAndCancel();
  await expect.poll(order, patient).toBe('CANCELLED REFUNDED 150');
  const failed = {
    kind: 'refund.failed',
    about: 'refund failed',
    sessionId: null,
    repaymentId: null,
  } as const;
  await shop.tell({ ...failed, id: 'event_1', refundId: `r_${repayments[0]?.id}` });
  await shop.tell({ ...failed, id: 'event_2', refundId: 'somebody_elses' });
  expect([await refunds(), await shop.outcomes()]).toEqual([
    ['FAILED'],
    ['placed', 'refund failed', 'ignored'],
  ]);
  // The shop has the money again, and says so.
  expect(await order()).toBe('CANCELLED PAID 0');
  await shop.tell({ ...failed, id: 'event_3', refundId: `r_${repayments[0]?.id}` });
  expect(await order()).toBe('CANCELLED PAID 0');
});

test('a refund that fails before its answer was noted is not taken for done by a later try', async () => {
  let isAway = true;
  await openProcess({
    async refund(repayment) {
      repayments.push(repayment);
      if (isAway) throw new PaymentUnavailableError('the answer was lost');
      return { id: 'r_1' };
    },
  });
  await payAndCancel();
  await expect.poll(() => repayments.length, patient).toBe(1);
  const failed = { kind: 'refund.failed', about: 'refund failed', sessionId: null } as const;
  const repaymentId = repayments[0]?.id ?? '';
  await shop.tell({ ...failed, id: 'event_1', refundId: 'r_1', repaymentId });
  expect([await refunds(), await order()]).toEqual([['FAILED'], 'CANCELLED PAID 0']);
  isAway = false;
  await expect.poll(async () => (await countJobsByState(shop.database.db)).retry, patient).toBe(1);
  await makeJobsDue(shop.database.db);
  const waiting = () => shop.database.db.query(sql`select from job_queue.job where name = 'refund'`);
  await expect.poll(async () => (await waiting()).length, patient).toBe(0);
  expect([await refunds(), await order()]).toEqual([['FAILED'], 'CANCELLED PAID 0']);
});

test('what did not arrive of a line that was taken off goes back with the rest', async () => {
  const bread = await addProduct(shop.database.db, { name: 'Bread', stock: 10, pricePaise: 3000 });
  await asha.fill({ [bread]: 1 });
  await openProcess();
  const meera = await createAdmin(shop.database.db);
  const checkout = await shop.checkout(asha);
  await shop.pay(checkout.id);
  await meera.call('takeOffLine', { _id: checkout.order._id, position: 1 });
  await expect.poll(refunds, patient).toEqual(['DONE']);
  const failed = { kind: 'refund.failed', about: 'refund failed', sessionId: null } as const;
  const [{ id = '' } = {}] = repayments;
  await shop.tell({ ...failed, id: 'event_1', refundId: `r_${id}`, repaymentId: id });
  expect([await refunds(), await order()]).toEqual([['FAILED'], 'PLACED PAID 0']);
  await cancel(checkout.order._id);
  await expect.poll(order, patient).toBe('CANCELLED REFUNDED 180');
  expect(repayments.map(({ amountPaise }) => amountPaise)).toEqual([3000, 18_000]);
});

test('a late payment that cannot be honoured is refunded', async () => {
  await openProcess();
  const { id } = await shop.checkout(asha);
  await passTime();
  await expect.poll(order, patient).toBe('CANCELLED FAILED 0');
  await shop.database.db.query(sql`update product set stock = 0`);
  const facts = { sessionId: id, paymentId: 'payment_1', amount: 15_000, currency: 'inr' };
  await shop.tell({ id: 'event_1', kind: 'paid', about: 'paid', ...facts });
  await expect.poll(order, patient).toBe('CANCELLED REFUNDED 150');
});

test('what a lost job leaves is found', async () => {
  await shop.checkout(asha);
  await shop.database.db.query(sql`update customer_order set expires_at = now() - interval '3 minutes'`);
  await shop.database.db.query(sql`delete from job_queue.job`);
  await recoverLostPaymentJobs(shop.context);
  expect(await order()).toBe('CANCELLED FAILED 0');
  await payAndCancel();
  await shop.database.db.query(sql`delete from job_queue.job`);
  const later = { ...shop.context, now: () => new Date(Date.now() + 3 * 60_000) };
  await recoverLostPaymentJobs(later);
  await recoverLostPaymentJobs(later);
  await openProcess();
  await expect.poll(order, patient).toBe('CANCELLED REFUNDED 150');
  expect(repayments).toHaveLength(1);
});

test('of forgotten orders the stock of all is back before any page is closed, and a provider that is away is asked once', async () => {
  await shop.checkout(asha);
  await asha.fill({ [milk]: 2 });
  await shop.checkout(asha);
  const stocks: number[] = [];
  const payments: PaymentProvider = {
    ...shop.context.payments,
    async expireSession() {
      stocks.push(await stockOf(shop.database.db, milk));
      throw new PaymentUnavailableError('timed out');
    },
  };
  const inAnHour = () => new Date(Date.now() + 60 * 60_000);
  await recoverLostPaymentJobs({ ...shop.context, payments, now: inAnHour });
  expect(stocks).toEqual([10]);
});

test('a payment of a page that nobody knows, as after a restored backup, is told of in the log', async () => {
  const context = await openProcess();
  const facts = { sessionId: 'page_of_before', paymentId: 'payment_1', amount: 15_000, currency: 'inr' };
  const outcome = await handlePaymentEvent(context, { id: 'event_1', kind: 'paid', about: 'paid', ...facts });
  expect(outcome).toBe('unknown session');
  expect(logged.join()).toMatch(/"paymentId":"payment_1".*no page of this shop/);
});
