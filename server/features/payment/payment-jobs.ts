import type { Context } from '../../context.ts';
import type { Pool } from '../../database/connect.ts';
import { HopelessJobError, type JobQueue } from '../../jobs/job-queue.ts';
import { queueJob } from '../../jobs/queue-job.ts';
import { startSweep } from '../../jobs/sweep.ts';
import { PaymentAwayError } from '../../providers/payment/payment-provider.ts';
import { expireOrder } from '../order/order-life.service.ts';
import { endUnpaidOrder } from './expiry.service.ts';
import { selectForgottenOrders } from './payment.queries.ts';
import { selectForgottenRefunds } from './refund.queries.ts';
import { RefundRefusedError, sendRefund } from './refund.service.ts';

const minuteMs = 60_000;
// A job that is only late should not be overtaken.
const forgottenAfterMs = 2 * minuteMs;
const atOnce = 50;
const keepSeconds = 30 * 24 * 60 * 60;
// Nobody notifies it: what is swept was missed by everybody.
const channel = 'forgotten_payment';

/** Ends orders that nobody has paid in time, and sends back what is owed. */
export async function workOnPayments(jobs: JobQueue, context: Context): Promise<void> {
  await jobs.work('order-expiry', ({ data }) => endUnpaidOrder(context, data.orderId));
  await jobs.work('refund', async ({ data }) => {
    try {
      await sendRefund(context, data.refundId);
    } catch (error) {
      throw error instanceof RefundRefusedError ? new HopelessJobError(error.message) : error;
    }
  });
}

/** Looks every now and then for orders that should have ended and refunds without a job, which never should be. */
export function sweepPayments(context: Context, pool: Pool): Promise<{ stop(): Promise<void> }> {
  const { log } = context;
  return startSweep({ pool, channel, log, work: () => sweepForgotten(context), everyMs: minuteMs });
}

/** Finds what jobs have left, and sees to it; says whether there may be more. */
export async function sweepForgotten(context: Context): Promise<boolean> {
  const { sql, now, log } = context;
  const before = new Date(now().getTime() - forgottenAfterMs);
  const orderIds = await selectForgottenOrders(sql, before, atOnce);
  // First what nobody else is needed for: a provider that is away takes its time with each page.
  for (const orderId of orderIds) await expireOrder(context, orderId);
  for (const orderId of orderIds) {
    try {
      await endUnpaidOrder(context, orderId);
    } catch (error) {
      log.warn({ err: error, orderId }, 'An unpaid order could not be ended entirely');
      // The others would wait for it, too, and what is forgotten meanwhile for them.
      if (error instanceof PaymentAwayError) break;
    }
  }
  for (const refundId of await selectForgottenRefunds(sql, before, atOnce)) {
    log.warn({ refundId }, 'A refund had no job any more');
    await queueJob(sql, 'refund', { refundId }, { keepSeconds });
  }
  // Those that failed would be found again at once.
  return false;
}
