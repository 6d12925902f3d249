import sql from 'sql-template-tag';
import { hourMs } from '#contract/base/durations.ts';
import type { PushPayload, PushTopic } from '#contract/notifications/push-payload.ts';
import type { Queryable } from '#server/database/connect.ts';
import type * as schema from '#server/database/row-types.ts';
import type { Context } from '#server/http/context.ts';
import type { JobHandlers } from '#server/jobs/job-queue.ts';
import { maximumAttempts } from '#server/jobs/job-queue.ts';
import { findReceiver, sendPushUntil } from '#server/notifications/push.service.ts';
import { currentSettings } from '#server/store/settings.service.ts';

// A step of an order is of no use later.
const usefulMs = 3 * hourMs;

/**
 * Jobs that tell browsers of steps of orders. A failed one is retried for three hours, unless the order takes a
 * further step.
 */
export function orderPushJobs(
  context: Pick<Context, 'db' | 'log' | 'push' | 'shop' | 'now' | 'isSecondFactorRequired'>,
): JobHandlers {
  const { db } = context;
  return {
    async 'send-push'({ payload: { changeId, subscriptionId: id }, queuedAt, signal }) {
      const [step, receiver] = [await findStep(db, changeId), await findReceiver(context, id)];
      const message = step && receiver && toMessage(step, changeId, receiver);
      if (!message) return;
      // A switch of the owner counts from the next notification on.
      const { orderStepsPush, newOrderPush } = (await currentSettings({ db })).settings.notifications;
      if (!(message.topic === 'NEW_ORDER' ? newOrderPush : orderStepsPush)) return;
      await sendPushUntil(context, { id, receiver }, message, {
        until: new Date(queuedAt.getTime() + usefulMs),
        topic: step.order_id,
        signal,
      });
    },
  };
}

type Reader = Pick<
  NonNullable<Awaited<ReturnType<typeof findReceiver>>>,
  'accountId' | 'ownOrders' | 'newOrders'
>;

/** Null when there is nothing to tell this reader. */
function toMessage(step: StepRow, changeId: number, reader: Reader): PushPayload | null {
  const { status, order_id, order_number: number, user_id, is_outdated } = step;
  if (is_outdated) return null;
  if (status === 'PLACED')
    return reader.newOrders
      ? { topic: 'NEW_ORDER', number, path: '/dashboard/orders', sequence: changeId }
      : null;
  const topic = toTopic(step);
  const isOwn = reader.ownOrders && reader.accountId === user_id;
  return isOwn && topic !== null ? { topic, number, path: `/orders/${order_id}`, sequence: changeId } : null;
}

function toTopic({
  status,
  payment_status,
  changed_as,
  status_before,
  undelivered,
}: StepRow): PushTopic | null {
  if (payment_status === 'REFUNDED') return 'REFUNDED';
  switch (status) {
    case 'OUT_FOR_DELIVERY':
      return undelivered === null ? status : 'UNDELIVERED';
    case 'PACKING':
    case 'DELIVERED':
      return status;
    case 'CANCELLED':
      // Shoppers know what they have cancelled. An order that was never paid was never placed.
      return changed_as === 'shopper' || status_before === 'PENDING_PAYMENT' ? null : status;
    default:
      return null;
  }
}

// Jobs of a browser are in one queue, so that steps are sent one after the other. Rows of queues stay, so there are
// few.
const queues = 32;

/**
 * Queues a job for each browser that is told of a step that is committed. A step replaces the job of an earlier one
 * of the same order that is still waiting. Processes that do so at the same time queue different ones.
 */
export async function queueOrderPushes(db: Queryable): Promise<void> {
  await db.query(sql`
    with due as (
      delete from unqueued_order_push where change_id in (
        select change_id from unqueued_order_push order by change_id for update skip locked
      )
      returning change_id
    ), recipient as (
      -- Of the steps that are due at once, the last one.
      select distinct on (h.order_id, p.id) h.id as change_id, h.order_id, p.id as subscription_id
      from due join order_history h on h.id = due.change_id
      join customer_order o on o.id = h.order_id
      join push_subscription p on p.own_orders and p.account_id = o.user_id or p.new_orders and h.status = 'PLACED'
      order by h.order_id, p.id, h.id desc
    )
    select graphile_worker.add_jobs(array_agg(
      row('send-push', json_build_object('changeId', change_id, 'subscriptionId', subscription_id),
        'push-' || (abs(hashtext(subscription_id)) % ${queues}), null, ${maximumAttempts}::smallint,
        'push-' || order_id || '-' || subscription_id, 10, null)::graphile_worker.job_spec order by change_id))
    from recipient having count(*) > 0`);
}

/** A step of an order, with what a message about it needs. */
export interface StepRow
  extends Pick<schema.OrderHistory, 'changed_as' | 'undelivered'>,
    Pick<schema.CustomerOrder, 'status' | 'payment_status' | 'order_number' | 'user_id'> {
  order_id: string;
  status_before: schema.CustomerOrder['status'] | null;
  /** The order has taken a further step since. */
  is_outdated: boolean;
}

export async function findStep(db: Queryable, changeId: number): Promise<StepRow | null> {
  const [row] = await db.query<StepRow>(sql`
    select h.order_id, h.status, h.payment_status, h.changed_as, h.undelivered, o.order_number, o.user_id,
      (select b.status from order_history b where b.order_id = h.order_id and b.id < h.id order by b.id desc limit 1)
        as status_before,
      o.status <> h.status or h.payment_status = 'REFUNDED' and o.payment_status <> 'REFUNDED' as is_outdated
    from order_history h join customer_order o on o.id = h.order_id
    where h.id = ${changeId}`);
  return row ?? null;
}
