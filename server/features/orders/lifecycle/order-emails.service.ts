import PQueue from 'p-queue';
import type { Context } from '#server/context.ts';
import type { Queryable } from '#server/database/connect.ts';
import { type EmailDependencies, sendEmail } from '#server/features/notifications/email-delivery.ts';
import type { OrderEmail } from '#server/features/notifications/notifications.service.ts';
import type { JobHandlers } from '#server/jobs/job-queue.ts';
import * as queries from './order-emails.queries.ts';
import { toOrder } from './to-order.ts';

const usefulMs = 3 * 24 * 60 * 60_000;

// 20 emails per second and process: a rush of orders is answered before its emails are written, and mail servers limit the rate.
const pace = { interval: 250, intervalCap: 5 };

const queueDelayMs = 100;
const queueRetryMs = 1000;

/**
 * Queues the emails about changes of orders soon after their commit, whichever process made them, and those that a stopped
 * process has left.
 */
export function startOrderEmailQueue({ db, orderEvents, log }: Pick<Context, 'db' | 'orderEvents' | 'log'>): {
  stop(): Promise<void>;
} {
  let timer: NodeJS.Timeout | undefined;
  let isStopped = false;
  const queueAfter = (delayMs: number) => {
    if (!isStopped) timer ??= setTimeout(queue, delayMs);
  };
  async function queue(): Promise<void> {
    timer = undefined;
    try {
      await queries.queueOrderEmails(db);
    } catch (error) {
      log.debug({ err: error }, 'The emails about orders could not be queued; trying again');
      queueAfter(queueRetryMs);
    }
  }
  const unsubscribe = orderEvents.subscribe(null, () => queueAfter(queueDelayMs));
  queueAfter(0);
  return {
    async stop() {
      isStopped = true;
      unsubscribe();
      clearTimeout(timer);
    },
  };
}

/** Jobs that send the emails about changes of orders. */
export function orderEmailJobs(db: Queryable, delivery: EmailDependencies): JobHandlers {
  const queue = new PQueue(pace);
  return {
    'send-order-email': (job) =>
      queue.add(async () => {
        const email = await findOrderEmail(db, job.payload.changeId);
        const until = new Date(job.queuedAt.getTime() + usefulMs);
        if (email !== null) await sendEmail(email, job, until, delivery);
      }),
  };
}

/** The email about a change of an order; null if its shopper gets none. */
export async function findOrderEmail(db: Queryable, changeId: number): Promise<OrderEmail | null> {
  const change = await queries.findChange(db, changeId);
  const kind = change && toOrderEmail(change);
  if (!kind) return null;
  const row = await queries.findOrderWithRecipient(db, change.order_id);
  return row && { ...kind, to: row.email, name: row.name, order: toOrder(row) };
}

type OrderEmailKind =
  | { kind: Exclude<OrderEmail['kind'], 'order-cancelled' | 'order-refunded'> }
  | Pick<Extract<OrderEmail, { kind: 'order-refunded' }>, 'kind' | 'byHand'>
  | Pick<Extract<OrderEmail, { kind: 'order-cancelled' }>, 'kind' | 'by' | 'reason'>;

/** The kind of email for a change; null if none is sent. */
function toOrderEmail(change: queries.StatusChange): OrderEmailKind | null {
  const { status, payment_status, status_before, payment_status_before } = change;
  if (payment_status === 'REFUNDED' && payment_status_before !== 'REFUNDED')
    return { kind: 'order-refunded', byHand: change.changed_as === 'staff' ? change.reason : null };
  // For example, marking a line unavailable keeps the status.
  if (status === status_before) return null;
  switch (status) {
    case 'PLACED':
      return { kind: 'order-placed' };
    case 'OUT_FOR_DELIVERY':
      return { kind: 'order-on-its-way' };
    case 'DELIVERED':
      return { kind: 'order-delivered' };
    case 'CANCELLED':
      // An unpaid order has sent no email before, and its lines are in the cart again.
      if (status_before === 'PENDING_PAYMENT') return null;
      return { kind: 'order-cancelled', by: change.changed_as, reason: change.reason };
    default:
      return null;
  }
}
