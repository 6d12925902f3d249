import type { Context } from '#server/context.ts';
import type { Database } from '#server/database/connect.ts';
import { expireUnpaidOrder } from '#server/features/orders/lifecycle/lifecycle.service.ts';
import { selectRefundsWithoutJob } from '#server/features/orders/refunds/refund.queries.ts';
import { RefundRejectedError, sendRefund } from '#server/features/orders/refunds/refund.service.ts';
import { HopelessJobError, type JobQueue } from '#server/jobs/job-queue.ts';
import { queueJob } from '#server/jobs/queue-job.ts';
import { startSweep } from '#server/jobs/sweep.ts';
import { PaymentUnavailableError } from '#server/providers/payment/payment-provider.ts';
import * as queries from './payment.queries.ts';
import { selectOverdueOrders } from './payment.queries.ts';

/**
 * Ends an order whose time to be paid is over, if it still waits, and closes the page of one that has ended, by
 * whatever: so that nobody pays for what is no longer held. The stock is back before the provider is asked, who may
 * be away; then this throws, to be tried again.
 */
export async function expireOrderAndSession(context: Context, orderId: string): Promise<void> {
  const { db, payments, now } = context;
  await expireUnpaidOrder(context, orderId);
  const page = await queries.findSessionToExpire(db, orderId);
  // Another provider's pages end by themselves.
  if (page === null) return;
  if (page.provider === payments.name) await payments.expireSession(page.id);
  await queries.markSessionExpired(db, page.id, now());
}

const minuteMs = 60_000;
// A job that is only late should not be overtaken.
const overdueAfterMs = 2 * minuteMs;
const atOnce = 50;
const keepSeconds = 30 * 24 * 60 * 60;
// Nobody notifies it: what is swept was missed by everybody.
const channel = 'forgotten_payment';

/** Ends orders that nobody has paid in time, and sends back what is owed. */
export async function registerPaymentJobs(jobs: JobQueue, context: Context): Promise<void> {
  await jobs.work('order-expiry', ({ data }) => expireOrderAndSession(context, data.orderId));
  await jobs.work('refund', async ({ data }) => {
    try {
      await sendRefund(context, data.refundId);
    } catch (error) {
      throw error instanceof RefundRejectedError ? new HopelessJobError(error.message) : error;
    }
  });
}

/** Looks every now and then for orders that should have ended and refunds without a job, which never should be. */
export function startPaymentRecovery(context: Context, pool: Database): Promise<{ stop(): Promise<void> }> {
  const { log } = context;
  return startSweep({ pool, channel, log, work: () => recoverLostPaymentJobs(context), everyMs: minuteMs });
}

/** Finds what jobs have left, and sees to it; says whether there may be more. */
export async function recoverLostPaymentJobs(context: Context): Promise<boolean> {
  const { db, now, log } = context;
  const before = new Date(now().getTime() - overdueAfterMs);
  const orderIds = await selectOverdueOrders(db, before, atOnce);
  // First what nobody else is needed for: a provider that is away takes its time with each page.
  for (const orderId of orderIds) await expireUnpaidOrder(context, orderId);
  for (const orderId of orderIds) {
    try {
      await expireOrderAndSession(context, orderId);
    } catch (error) {
      log.warn({ err: error, orderId }, 'An unpaid order could not be ended entirely');
      // The others would wait for it, too, and what is forgotten meanwhile for them.
      if (error instanceof PaymentUnavailableError) break;
    }
  }
  for (const refundId of await selectRefundsWithoutJob(db, before, atOnce)) {
    log.warn({ refundId }, 'A refund had no job any more');
    await queueJob(db, 'refund', { refundId }, { keepSeconds });
  }
  // Those that failed would be found again at once.
  return false;
}
