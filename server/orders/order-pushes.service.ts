import type { PushMessage, PushTopic } from '#contract/notifications/push-message.ts';
import type { Context } from '#server/http/context.ts';
import type { JobHandlers } from '#server/jobs/job-queue.ts';
import { findReceiver, sendPush } from '#server/notifications/push.service.ts';
import { PushRejectedError } from '#server/providers/push/push-service.ts';
import { readStoreSettings } from '#server/store/settings.service.ts';
import * as queries from './order-pushes.queries.ts';

// A step of an order is of no use later.
const usefulSeconds = 3 * 60 * 60;

/** Jobs that tell browsers of steps of orders. A failed one is retried for three hours, unless the order takes a further step. */
export function orderPushJobs(
  context: Pick<Context, 'db' | 'log' | 'push' | 'shop' | 'now' | 'isSecondFactorRequired'>,
): JobHandlers {
  const { db, log, now } = context;
  return {
    async 'send-push'({ payload: { changeId, subscriptionId: id }, queuedAt, signal }) {
      const [step, receiver] = [await queries.findStep(db, changeId), await findReceiver(context, id)];
      const message = step && receiver && toMessage(step, changeId, receiver);
      if (!message) return;
      // A switch of the owner counts from the next notification on.
      const { orderStepsPush, newOrderPush } = (await readStoreSettings({ db })).settings.notifications;
      if (!(message.topic === 'NEW_ORDER' ? newOrderPush : orderStepsPush)) return;
      const ageSeconds = (now().getTime() - queuedAt.getTime()) / 1000;
      const ttlSeconds = Math.floor(usefulSeconds - ageSeconds);
      if (ttlSeconds <= 0) {
        log.warn({ subscriptionId: id }, 'A notification is dropped: no push service accepted it in time');
        return;
      }
      try {
        const options = { ttlSeconds, topic: step.order_id, signal };
        await sendPush(context, { id, receiver }, message, options);
      } catch (error) {
        // The makers of browsers, or an address that a shopper has made up: not an error of the shop.
        if (!(error instanceof PushRejectedError)) throw error;
        log.warn({ subscriptionId: id, reason: error.message }, 'A notification is dropped');
      }
    },
  };
}

type Reader = Pick<
  NonNullable<Awaited<ReturnType<typeof findReceiver>>>,
  'accountId' | 'ownOrders' | 'newOrders'
>;

/** Null when there is nothing to tell this reader. */
function toMessage(step: queries.StepRow, changeId: number, reader: Reader): PushMessage | null {
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

function toTopic({ status, payment_status, changed_as, status_before }: queries.StepRow): PushTopic | null {
  if (payment_status === 'REFUNDED') return 'REFUNDED';
  switch (status) {
    case 'PACKING':
    case 'OUT_FOR_DELIVERY':
    case 'DELIVERED':
      return status;
    case 'CANCELLED':
      // Shoppers know what they have cancelled. An order that was never paid was never placed.
      return changed_as === 'shopper' || status_before === 'PENDING_PAYMENT' ? null : status;
    default:
      return null;
  }
}
