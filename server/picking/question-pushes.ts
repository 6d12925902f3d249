import sql from 'sql-template-tag';
import type { PushPayload } from '#contract/notifications/push-payload.ts';
import type { Queryable } from '#server/database/connect.ts';
import type * as schema from '#server/database/row-types.ts';
import type { Context } from '#server/http/context.ts';
import { type JobHandlers, maximumAttempts } from '#server/jobs/job-queue.ts';
import { findReceiver, sendPushUntil } from '#server/notifications/push.service.ts';
import { currentSettings } from '#server/store/settings.service.ts';

/** Queues a job for each browser that is told of a question, in the transaction that writes it. */
export async function queueQuestionPushes(
  db: Queryable,
  { orderId, position }: { orderId: string; position: number },
): Promise<void> {
  await db.query(sql`
    select graphile_worker.add_job('send-question-push',
      json_build_object('orderId', o.id, 'position', ${position}::integer, 'subscriptionId', p.id),
      job_key => 'question-' || o.id || '-' || ${position}::integer || '-' || p.id, max_attempts => ${maximumAttempts})
    from customer_order o join push_subscription p on p.account_id = o.user_id and p.own_orders
    where o.id = ${orderId}`);
}

/** Jobs that tell browsers of questions, with the picture of the missing product, until the deadline. */
export function questionPushJobs(
  context: Pick<Context, 'db' | 'log' | 'push' | 'shop' | 'now' | 'isSecondFactorRequired'>,
): JobHandlers {
  const { db } = context;
  return {
    async 'send-question-push'({ payload: { orderId, position, subscriptionId: id }, signal }) {
      const question = await findOpenQuestion(db, { orderId, position, now: context.now() });
      if (question === null) return;
      const receiver = await findReceiver(context, id);
      if (!receiver?.ownOrders || receiver.accountId !== question.user_id) return;
      if (!(await currentSettings({ db })).settings.notifications.orderStepsPush) return;
      const message: PushPayload = {
        topic: 'QUESTION',
        number: question.order_number,
        path: `/orders/${orderId}`,
        sequence: question.asked_at.getTime(),
        ...(question.image !== '' && { image: question.image }),
      };
      // A later question takes the place of one that the push service still has.
      const topic = `q-${orderId}`;
      await sendPushUntil(context, { id, receiver }, message, { until: question.deadline, topic, signal });
    },
  };
}

interface OpenQuestionRow
  extends Pick<schema.CustomerOrder, 'user_id' | 'order_number'>,
    Pick<schema.SubstitutionQuestion, 'asked_at' | 'deadline'>,
    Pick<schema.OrderLine, 'image'> {}

/** Null if it is answered, its time is over, or the order was given back or has ended. */
async function findOpenQuestion(
  db: Queryable,
  { orderId, position, now }: { orderId: string; position: number; now: Date },
): Promise<OpenQuestionRow | null> {
  const [row] = await db.query<OpenQuestionRow>(sql`
    select o.user_id, o.order_number, q.asked_at, q.deadline, l.image
    from substitution_question q join order_line l using (order_id, position) join customer_order o on o.id = q.order_id
    where q.order_id = ${orderId} and q.position = ${position} and q.answered_at is null and q.deadline > ${now}
      and o.status = 'PACKING'`);
  return row ?? null;
}
