import PQueue from 'p-queue';
import sql from 'sql-template-tag';
import { dayMs } from '#contract/base/durations.ts';
import { AppError } from '#contract/base/errors.ts';
import type { Order } from '#contract/orders/order.ts';
import type { StoreSettings } from '#contract/store/store-settings.ts';
import type { Queryable } from '#server/database/connect.ts';
import type * as schema from '#server/database/row-types.ts';
import type { Context } from '#server/http/context.ts';
import type { JobHandlers } from '#server/jobs/job-queue.ts';
import { maximumAttempts } from '#server/jobs/job-queue.ts';
import { type EmailDependencies, sendEmail } from '#server/notifications/email-delivery.ts';
import { type OrderEmail, queueEmail } from '#server/notifications/notifications.service.ts';
import { currentSettings } from '#server/store/settings.service.ts';
import { selectOrderWithRecipient } from './order.queries.ts';
import { queueOrderPushes } from './order-pushes.ts';
import { toIncludedTaxAmt, toOrder } from './to-order.ts';

const usefulMs = 3 * dayMs;

// 20 emails per second and process: a rush of orders is answered before its emails are written, and mail servers
// limit the rate.
const pace = { interval: 250, intervalCap: 5 };

// New jobs wake the workers of all processes, so the jobs of a second are queued together, by the first process of
// those that try when the clock reaches a second.
const queueIntervalMs = 1000;
const queueRetryMs = 1000;

/**
 * Queues the emails and notifications about changes of orders soon after their commit, whichever process made them,
 * and those that a stopped process has left.
 */
export function startOrderMessageQueue({
  db,
  orderUpdates,
  log,
}: Pick<Context, 'db' | 'orderUpdates' | 'log'>): {
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
      await queueOrderEmails(db);
      await queueOrderPushes(db);
    } catch (error) {
      log.debug({ err: error }, 'The messages about orders could not be queued; trying again');
      queueAfter(queueRetryMs);
    }
  }
  const unsubscribe = orderUpdates.subscribe(null, () =>
    queueAfter(queueIntervalMs - (Date.now() % queueIntervalMs)),
  );
  queueAfter(0);
  return {
    async stop() {
      isStopped = true;
      unsubscribe();
      clearTimeout(timer);
    },
  };
}

/** Jobs that send the emails about changes of orders, up to a limit by recipient. */
export function orderEmailJobs(
  db: Queryable,
  delivery: EmailDependencies & { context: Pick<Context, 'rateLimits' | 'log'> },
): JobHandlers {
  const queue = new PQueue(pace);
  return {
    'send-order-email': (job) =>
      queue.add(async () => {
        const email = await findOrderEmail(db, job.payload.changeId);
        const until = new Date(job.queuedAt.getTime() + usefulMs);
        if (email !== null)
          await sendWithinLimit(email, delivery, () => sendEmail(email, job, until, delivery));
      }),
  };
}

/** Sends an email, or drops it when its recipient has had too many today. An email that fails is not counted. */
async function sendWithinLimit(
  { to, kind, isToUnverified }: OrderEmail,
  { context }: { context: Pick<Context, 'rateLimits' | 'log'> },
  send: () => Promise<void>,
): Promise<void> {
  const { orderEmails, orderEmailsToUnverified } = context.rateLimits;
  const limit = isToUnverified ? orderEmailsToUnverified : orderEmails;
  try {
    await limit.take(to);
  } catch (error) {
    if (!(error instanceof AppError) || error.code !== 'TOO_MANY_REQUESTS') throw error;
    context.log.warn({ kind }, 'An email about an order is dropped: its recipient has had too many today');
    return;
  }
  try {
    await send();
  } catch (error) {
    await limit.returnAttempt(to);
    throw error;
  }
}

/**
 * Queues the email about an order that will be late, in the transaction that records it. An address that is not
 * verified gets none.
 */
export async function queueLateOrderEmail(
  context: Pick<Context, 'db' | 'now' | 'cryptography'>,
  orderId: string,
  news: Pick<Extract<OrderEmail, { kind: 'order-late' }>, 'time' | 'credit'>,
): Promise<void> {
  const row = await selectOrderWithRecipient(context.db, orderId);
  if (row === null || !row.verify_email) return;
  await queueEmail(context, {
    kind: 'order-late',
    to: row.email,
    name: row.name,
    order: toOrder(row),
    ...news,
  });
}

/** The email about a change of an order; null if its shopper gets none, also by the settings of the store. */
export async function findOrderEmail(db: Queryable, changeId: number): Promise<OrderEmail | null> {
  const change = await findChange(db, changeId);
  const kind = change && toOrderEmail(change);
  const { settings } = await currentSettings({ db });
  if (!kind || !isSent(kind, settings)) return null;
  const row = await selectOrderWithRecipient(db, change.order_id);
  if (row === null) return null;
  const includedTaxAmt = toIncludedTaxAmt(row, settings);
  const order = { ...toOrder(row), ...(includedTaxAmt > 0 && { includedTaxAmt }) };
  const email = { ...kind, to: row.email, order };
  return row.verify_email ? { ...email, name: row.name } : { ...email, name: '', isToUnverified: true };
}

type OrderEmailKind =
  | {
      kind: Exclude<
        OrderEmail['kind'],
        'order-cancelled' | 'order-refunded' | 'order-undelivered' | 'order-late' | 'order-problem'
      >;
    }
  | Pick<Extract<OrderEmail, { kind: 'order-refunded' }>, 'kind' | 'byHand'>
  | Pick<Extract<OrderEmail, { kind: 'order-undelivered' }>, 'kind' | 'reason'>
  | Pick<Extract<OrderEmail, { kind: 'order-cancelled' }>, 'kind' | 'by' | 'reason'>;

/** Emails about cancellations, refunds and failed deliveries are always sent. */
function isSent({ kind }: OrderEmailKind, { notifications }: StoreSettings): boolean {
  if (kind === 'order-placed') return notifications.orderPlacedEmail;
  if (kind === 'order-on-its-way' || kind === 'order-delivered') return notifications.orderStepsEmail;
  return true;
}

/** The kind of email for a change; null if none is sent. */
function toOrderEmail(change: StatusChange): OrderEmailKind | null {
  const { status, payment_status, status_before, payment_status_before } = change;
  if (payment_status === 'REFUNDED' && payment_status_before !== 'REFUNDED')
    return { kind: 'order-refunded', byHand: change.changed_as === 'staff' ? change.reason : null };
  if (change.undelivered !== null && status === 'OUT_FOR_DELIVERY')
    return { kind: 'order-undelivered', reason: change.reason };
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

/**
 * Queues the jobs of the emails about changes that are committed. Processes that do so at the same time queue different
 * ones.
 */
export async function queueOrderEmails(db: Queryable): Promise<void> {
  await db.query(sql`
    with due as (
      delete from unqueued_order_email where change_id in (
        select change_id from unqueued_order_email order by change_id for update skip locked
      )
      returning change_id
    )
    select graphile_worker.add_jobs(array_agg(
      row('send-order-email', json_build_object('changeId', change_id), null, null, ${maximumAttempts}::smallint,
        'order-email-' || change_id, 10, null)::graphile_worker.job_spec order by change_id))
    from due having count(*) > 0`);
}

/** A change of an order about which its shopper gets an email. */
export interface StatusChange
  extends Pick<schema.OrderHistory, 'order_id' | 'changed_as' | 'reason' | 'undelivered'>,
    Pick<schema.CustomerOrder, 'status' | 'payment_status'> {
  /** Null for the first change. */
  status_before: Order['status'] | null;
  payment_status_before: Order['payment_status'] | null;
}

export async function findChange(db: Queryable, id: number): Promise<StatusChange | null> {
  const [row] = await db.query<StatusChange>(sql`
    select h.order_id, h.status, h.payment_status, h.changed_as, h.reason, h.undelivered,
      before.status as status_before, before.payment_status as payment_status_before
    from order_history h left join lateral (
      select b.status, b.payment_status from order_history b
      where b.order_id = h.order_id and b.id < h.id order by b.id desc limit 1
    ) before on true
    where h.id = ${id}`);
  return row ?? null;
}
