import sql from 'sql-template-tag';
import { formatZonedTime } from '#contract/base/zoned-time.ts';
import { runningStatuses } from '#contract/delivery/arrival-time.ts';
import type { Queryable } from '#server/database/connect.ts';
import type * as schema from '#server/database/row-types.ts';
import type { Context } from '#server/http/context.ts';
import { type JobHandlers, maximumAttempts } from '#server/jobs/job-queue.ts';
import { findReceiver, sendPushUntil } from '#server/notifications/push.service.ts';
import { currentSettings } from '#server/store/settings.service.ts';

/** Queues a job for each browser that is told of the new time of an order, in the transaction that records it. */
export async function queueLateOrderPushes(db: Queryable, orderId: string): Promise<void> {
  await db.query(sql`
    select graphile_worker.add_job('send-late-push', json_build_object('orderId', o.id, 'subscriptionId', p.id),
      job_key => 'late-' || o.id || '-' || p.id, max_attempts => ${maximumAttempts})
    from customer_order o join push_subscription p on p.account_id = o.user_id and p.own_orders
    where o.id = ${orderId}`);
}

/** Jobs that tell browsers of the new time of a late order, until that time or until it has arrived. */
export function lateOrderPushJobs(
  context: Pick<Context, 'db' | 'log' | 'push' | 'shop' | 'now' | 'timeZone' | 'isSecondFactorRequired'>,
): JobHandlers {
  const { db } = context;
  return {
    async 'send-late-push'({ payload: { orderId, subscriptionId: id }, signal }) {
      const order = await findLateOrder(db, orderId);
      if (order === null) return;
      const receiver = await findReceiver(context, id);
      if (!receiver?.ownOrders || receiver.accountId !== order.user_id) return;
      if (!(await currentSettings({ db })).settings.notifications.orderStepsPush) return;
      const message = {
        topic: 'LATE' as const,
        number: order.order_number,
        path: `/orders/${orderId}`,
        sequence: order.told_at.getTime(),
        time: formatZonedTime(order.revised_by.toISOString(), context.timeZone),
      };
      const until = order.revised_by;
      await sendPushUntil(context, { id, receiver }, message, { until, topic: `l-${orderId}`, signal });
    },
  };
}

interface LateOrderRow
  extends Pick<schema.CustomerOrder, 'user_id' | 'order_number'>,
    Pick<schema.PromiseRevision, 'told_at' | 'revised_by'> {}

/** Null if it has arrived or was cancelled. */
async function findLateOrder(db: Queryable, orderId: string): Promise<LateOrderRow | null> {
  const [row] = await db.query<LateOrderRow>(sql`
    select o.user_id, o.order_number, r.told_at, r.revised_by
    from promise_revision r join customer_order o on o.id = r.order_id
    where r.order_id = ${orderId} and o.status = any (${[...runningStatuses]})`);
  return row ?? null;
}
