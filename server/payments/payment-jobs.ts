import type { Context } from '#server/http/context.ts';
import { type JobHandlers, queueJob, UnrecoverableJobError } from '#server/jobs/job-queue.ts';
import { selectRefundsWithoutJob } from '#server/ledger/ledger.ts';
import { expireUnpaidOrder } from '#server/orders/order.service.ts';
import { PaymentUnavailableError } from '#server/providers/payment/payment-provider.ts';
import * as queries from './payment.queries.ts';
import { RefundRejectedError, sendRefund } from './refund.service.ts';

/**
 * Ends an order whose reservation has expired, and closes the payment page of an ended order. The stock is
 * released before the provider is called; if that fails, the job is retried for the page alone.
 */
export async function expireOrderAndSession(context: Context, orderId: string): Promise<void> {
  const { db, payments, now } = context;
  await expireUnpaidOrder(context, orderId);
  const session = await queries.findSessionToExpire(db, orderId);
  if (session === null) return;
  // The page of another provider expires there.
  if (session.provider === payments.name) await payments.expireSession(session.id);
  await queries.markSessionExpired(db, session.id, now());
}

// Leaves time for a job that is only late.
const overdueAfterMs = 2 * 60_000;
const atOnce = 50;

/** Jobs that expire orders that were not paid in time, send refunds, and once a minute find what has no job. */
export function paymentJobs(context: Context): JobHandlers {
  return {
    'expire-order': ({ payload }) => expireOrderAndSession(context, payload.orderId),
    async 'send-refund'({ payload }) {
      try {
        await sendRefund(context, payload.refundId);
      } catch (error) {
        throw error instanceof RefundRejectedError ? new UnrecoverableJobError(error.message) : error;
      }
    },
    'recover-payments': () => recoverLostPaymentJobs(context),
  };
}

/** Expires overdue orders and queues refunds whose jobs are missing, as after a restored backup. */
export async function recoverLostPaymentJobs(context: Context): Promise<void> {
  const { db, now, log } = context;
  const before = new Date(now().getTime() - overdueAfterMs);
  const orderIds = await queries.selectOverdueOrders(db, before, atOnce);
  // Stock first: each page of an unavailable provider takes a timeout.
  for (const orderId of orderIds) await expireUnpaidOrder(context, orderId);
  for (const orderId of orderIds) {
    try {
      await expireOrderAndSession(context, orderId);
    } catch (error) {
      log.warn({ err: error, orderId }, 'Could not end an unpaid order completely');
      // The remaining pages would time out too.
      if (error instanceof PaymentUnavailableError) break;
    }
  }
  for (const refundId of await selectRefundsWithoutJob(db, before, atOnce)) {
    log.warn({ refundId }, 'A refund had no job; queued again');
    await queueJob(db, 'send-refund', { refundId }, { key: `send-refund-${refundId}` });
  }
}
