import pino from 'pino';
import sql from 'sql-template-tag';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { Database } from '#server/database/connect.ts';
import type { RequestContext } from '#server/http/context.ts';
import { type JobQueue, startJobQueue } from '#server/jobs/job-queue.ts';
import { orderRoutes } from '#server/orders/order.routes.ts';
import {
  type PaymentProvider,
  PaymentRejectedError,
  PaymentUnavailableError,
  type RefundRequest,
} from '#server/providers/payment/payment-provider.ts';
import { createAdmin, type Shopper } from '#tests/fixtures/accounts.ts';
import { runCall } from '#tests/fixtures/context.ts';
import { countJobsByState, makeJobsDue } from '#tests/fixtures/jobs.ts';
import { createPaymentShop } from '#tests/fixtures/payments.ts';
import { addProduct, stockOf } from '#tests/fixtures/seed.ts';
import { openPostgresProxy } from '#tests/fixtures/servers/postgres-proxy.ts';
import { handlePaymentEvent } from './payment-event.service.ts';
import { paymentJobs, recoverLostPaymentJobs } from './payment-jobs.ts';

const shop = await createPaymentShop();
let processes: JobQueue[];
let milk: string;
let asha: Shopper;
/** Requests that the provider received. */
let expired: string[];
let refundRequests: RefundRequest[];
let logged: string[];
beforeEach(async () => {
  await shop.clear();
  [processes, expired, refundRequests, logged] = [[], [], [], []];
  milk = await addProduct(shop.db, { name: 'Milk', stock: 10, pricePaise: 5000 });
  asha = await shop.createShopper({ [milk]: 3 });
});
afterEach(() => Promise.all(processes.map((jobs) => jobs.stop())));

/** Starts the job workers of a process with a provider that records requests. */
async function openProcess(
  given: Partial<PaymentProvider> = {},
  db: Database = shop.db,
): Promise<RequestContext> {
  const log = pino({ level: 'warn' }, { write: (line: string) => logged.push(line) });
  const payments: PaymentProvider = {
    ...shop.context.payments,
    expireSession: async (id) => void expired.push(id),
    async refund(request) {
      refundRequests.push(request);
      return { id: `r_${request.id}` };
    },
    ...given,
  };
  const context = { ...shop.context, db, log, payments };
  processes.push(await startJobQueue(db, log, paymentJobs(context), { pollIntervalMs: 300 }));
  return context;
}

const order = async () => {
  const [newest] = (await asha.orders()).data;
  return newest === undefined ? '' : `${newest.status} ${newest.payment_status} ${newest.refundedAmt}`;
};
const refunds = async () => {
  const rows = await shop.db.query<{ status: string }>(
    sql`select status from ledger_entry where kind = 'REFUND' order by created_at, id`,
  );
  return rows.map(({ status }) => status);
};
const cancel = (_id: string) => runCall(orderRoutes, 'cancelOrder', asha.context, { _id });
/** Moves the expiry of every order into the past. */
async function passTime(): Promise<void> {
  await shop.db.query(sql`update customer_order set expires_at = now() - interval '1 minute'`);
  await shop.db.query(sql`
    select graphile_worker.reschedule_jobs(array_agg(id), run_at => now())
    from graphile_worker.jobs where task_identifier = 'expire-order'`);
  await makeJobsDue(shop.db);
}
async function payAndCancel(): Promise<void> {
  const checkout = await shop.checkout(asha);
  await shop.pay(checkout.id);
  await cancel(checkout.order._id);
}

test('expires an unpaid order once when two processes run', async () => {
  await Promise.all([openProcess(), openProcess()]);
  const { id } = await shop.checkout(asha);
  await passTime();
  await expect.poll(() => expired).toEqual([id]);
  await expect.poll(() => countJobsByState(shop.db)).toEqual({});
  expect([await order(), await stockOf(shop.db, milk)]).toEqual(['CANCELLED FAILED 0', 10]);
  expect((await asha.cart()).map(({ quantity }) => quantity)).toEqual([3]);
});

test('runs the expiry job at the expiry time in another process', async () => {
  const { order: written } = await shop.checkout(asha);
  const [job] = await shop.db.query<{ run_at: Date }>(sql`
    select run_at from graphile_worker.jobs where task_identifier = 'expire-order'`);
  expect(job?.run_at.toISOString()).toBe(written.expiresAt);
  await passTime();
  await openProcess();
  await expect.poll(order).toBe('CANCELLED FAILED 0');
});

test('keeps a paid order when its expiry job runs', async () => {
  const { id } = await shop.checkout(asha);
  await shop.pay(id);
  await passTime();
  await openProcess();
  await expect.poll(() => countJobsByState(shop.db)).toEqual({});
  expect([await order(), expired]).toEqual(['PLACED PAID 0', []]);
});

test('restocks at expiry while the provider is down, and expires the session later', async () => {
  let isDown = true;
  await openProcess({
    async expireSession(id) {
      if (isDown) throw new PaymentUnavailableError('timed out');
      expired.push(id);
    },
  });
  const { id } = await shop.checkout(asha);
  await passTime();
  await expect.poll(() => countJobsByState(shop.db)).toEqual({ retry: 1 });
  expect([await order(), await stockOf(shop.db, milk)]).toEqual(['CANCELLED FAILED 0', 10]);
  isDown = false;
  await makeJobsDue(shop.db);
  await expect.poll(() => expired).toEqual([id]);
});

test('expires the session of an order that was cancelled', async () => {
  await openProcess();
  const { id, order: written } = await shop.checkout(asha);
  await cancel(written._id);
  await expect.poll(() => expired).toEqual([id]);
});

test('refunds a cancelled order once when two processes run', async () => {
  await Promise.all([openProcess(), openProcess()]);
  await payAndCancel();
  await expect.poll(order).toBe('CANCELLED REFUNDED 150');
  expect(refundRequests.map(({ amountPaise }) => amountPaise)).toEqual([15_000]);
  expect(await refunds()).toEqual(['DONE']);
});

test('asks for a refund with the same id when every database connection is lost after the provider has sent it', async () => {
  const url = shop.db.pool.options.connectionString ?? '';
  const proxies = [await openPostgresProxy(url), await openPostgresProxy(url)];
  const isSent = Promise.withResolvers<void>();
  const refund: PaymentProvider['refund'] = async (request) => {
    refundRequests.push(request);
    if (refundRequests.length === 1) for (const proxy of proxies) proxy.refuse();
    isSent.resolve();
    return { id: `r_${request.id}` };
  };
  for (const { db } of proxies) await openProcess({ refund }, db);
  await payAndCancel();
  await isSent.promise;
  for (const proxy of proxies) proxy.admit();
  await expect.poll(order).toBe('CANCELLED REFUNDED 150');
  expect(new Set(refundRequests.map(({ id }) => id)).size).toBe(1);
  expect(await refunds()).toEqual(['DONE']);
  await Promise.all(processes.splice(0).map((jobs) => jobs.stop()));
  await Promise.all(proxies.map((proxy) => proxy.close()));
});

test('retries a refund with the same id until the provider answers', async () => {
  let isDown = true;
  const keys: string[] = [];
  await openProcess({
    async refund({ id }) {
      keys.push(id);
      if (isDown) throw new PaymentUnavailableError('timed out');
      return { id: 'r_1' };
    },
  });
  await payAndCancel();
  await expect.poll(() => keys.length).toBe(1);
  await expect.poll(async () => (await countJobsByState(shop.db)).retry).toBe(1);
  expect([await order(), await refunds()]).toEqual(['CANCELLED PAID 150', ['PENDING']]);
  isDown = false;
  await makeJobsDue(shop.db);
  await expect.poll(order).toBe('CANCELLED REFUNDED 150');
  expect(new Set(keys).size).toBe(1);
});

test('logs a rejected refund as an error and keeps the amount due', async () => {
  await openProcess({ refund: () => Promise.reject(new PaymentRejectedError('the card is closed')) });
  await payAndCancel();
  await expect.poll(refunds).toEqual(['FAILED']);
  await expect.poll(() => logged.join()).toMatch(/15000 paise rejected: the card is closed/);
  expect(await order()).toBe('CANCELLED PAID 0');
});

test('sends no refund to another provider than the one that was paid: the amount is due again, for the staff', async () => {
  await openProcess({ name: 'razorpay' });
  await payAndCancel();
  await expect.poll(refunds).toEqual(['FAILED']);
  await expect
    .poll(() => logged.join())
    .toMatch(/rejected: it was paid at \w+ \(.+\), and the payment provider of the store is razorpay/);
  expect([await order(), refundRequests]).toEqual(['CANCELLED PAID 0', []]);
  const meera = await createAdmin(shop.db);
  const { data } = await meera.call('listBoard', { status: 'OWED' });
  expect(data.map(({ owedAmt }) => owedAmt)).toEqual([150]);
});

test('reverts a completed refund when the provider reports its failure', async () => {
  await openProcess();
  await payAndCancel();
  await expect.poll(order).toBe('CANCELLED REFUNDED 150');
  const failed = {
    kind: 'refund.failed',
    about: 'refund failed',
    sessionId: null,
    refundId: null,
  } as const;
  await shop.tell({ ...failed, id: 'event_1', providerRefundId: `r_${refundRequests[0]?.id}` });
  await shop.tell({ ...failed, id: 'event_2', providerRefundId: 'unknown' });
  expect([await refunds(), await shop.outcomes()]).toEqual([
    ['FAILED'],
    ['placed', 'refund failed', 'ignored'],
  ]);
  expect(await order()).toBe('CANCELLED PAID 0');
  await shop.tell({ ...failed, id: 'event_3', providerRefundId: `r_${refundRequests[0]?.id}` });
  expect(await order()).toBe('CANCELLED PAID 0');
});

test('keeps a refund failed when its retry succeeds after the failure event', async () => {
  let isDown = true;
  await openProcess({
    async refund(request) {
      refundRequests.push(request);
      if (isDown) throw new PaymentUnavailableError('the response was lost');
      return { id: 'r_1' };
    },
  });
  await payAndCancel();
  await expect.poll(() => refundRequests.length).toBe(1);
  const failed = { kind: 'refund.failed', about: 'refund failed', sessionId: null } as const;
  const refundId = refundRequests[0]?.id ?? '';
  await shop.tell({ ...failed, id: 'event_1', providerRefundId: 'r_1', refundId });
  expect([await refunds(), await order()]).toEqual([['FAILED'], 'CANCELLED PAID 0']);
  isDown = false;
  await expect.poll(async () => (await countJobsByState(shop.db)).retry).toBe(1);
  await makeJobsDue(shop.db);
  const waiting = () =>
    shop.db.query(sql`select from graphile_worker.jobs where task_identifier = 'send-refund'`);
  await expect.poll(async () => (await waiting()).length).toBe(0);
  expect([await refunds(), await order()]).toEqual([['FAILED'], 'CANCELLED PAID 0']);
});

test('refunds the failed refund of an unavailable line again when the order is cancelled', async () => {
  const bread = await addProduct(shop.db, { name: 'Bread', stock: 10, pricePaise: 3000 });
  await asha.fill({ [bread]: 1 });
  await openProcess();
  const meera = await createAdmin(shop.db);
  const checkout = await shop.checkout(asha);
  await shop.pay(checkout.id);
  await meera.call('markLineUnavailable', { _id: checkout.order._id, position: 1 });
  await expect.poll(refunds).toEqual(['DONE']);
  const failed = { kind: 'refund.failed', about: 'refund failed', sessionId: null } as const;
  const [{ id = '' } = {}] = refundRequests;
  await shop.tell({ ...failed, id: 'event_1', providerRefundId: `r_${id}`, refundId: id });
  expect([await refunds(), await order()]).toEqual([['FAILED'], 'PLACED PAID 0']);
  await cancel(checkout.order._id);
  await expect.poll(order).toBe('CANCELLED REFUNDED 180');
  expect(refundRequests.map(({ amountPaise }) => amountPaise)).toEqual([3000, 18_000]);
});

test('refunds a late payment when the stock is gone', async () => {
  await openProcess();
  const { id } = await shop.checkout(asha);
  await passTime();
  await expect.poll(order).toBe('CANCELLED FAILED 0');
  await shop.db.query(sql`update product_stock set stock = 0`);
  const facts = { sessionId: id, paymentId: 'payment_1', amount: 15_000, currency: 'inr' };
  await shop.tell({ id: 'event_1', kind: 'paid', about: 'paid', ...facts });
  await expect.poll(order).toBe('CANCELLED REFUNDED 150');
});

test('recovers an expiry and a refund whose jobs were lost', async () => {
  await shop.checkout(asha);
  await shop.db.query(sql`update customer_order set expires_at = now() - interval '3 minutes'`);
  await shop.db.query(sql`delete from graphile_worker._private_jobs`);
  await recoverLostPaymentJobs(shop.context);
  expect(await order()).toBe('CANCELLED FAILED 0');
  await payAndCancel();
  await shop.db.query(sql`delete from graphile_worker._private_jobs`);
  const later = { ...shop.context, now: () => new Date(Date.now() + 3 * 60_000) };
  await recoverLostPaymentJobs(later);
  await recoverLostPaymentJobs(later);
  await openProcess();
  await expect.poll(order).toBe('CANCELLED REFUNDED 150');
  expect(refundRequests).toHaveLength(1);
});

test('restocks all overdue orders before calling the provider, and stops at the first outage', async () => {
  await shop.checkout(asha);
  await asha.fill({ [milk]: 2 });
  await shop.checkout(asha);
  const stocks: number[] = [];
  const payments: PaymentProvider = {
    ...shop.context.payments,
    async expireSession() {
      stocks.push(await stockOf(shop.db, milk));
      throw new PaymentUnavailableError('timed out');
    },
  };
  const inAnHour = () => new Date(Date.now() + 60 * 60_000);
  await recoverLostPaymentJobs({ ...shop.context, payments, now: inAnHour });
  expect(stocks).toEqual([10]);
});

test('logs a payment of an unknown session', async () => {
  const context = await openProcess();
  const facts = { sessionId: 'unknown_session', paymentId: 'payment_1', amount: 15_000, currency: 'inr' };
  const outcome = await handlePaymentEvent(context, { id: 'event_1', kind: 'paid', about: 'paid', ...facts });
  expect(outcome).toBe('unknown session');
  expect(logged.join()).toMatch(/"paymentId":"payment_1".*unknown payment page/);
});
