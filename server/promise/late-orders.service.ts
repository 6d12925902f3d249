import { formatPaise, toPaise } from '#contract/base/money.ts';
import { formatZonedTime } from '#contract/base/zoned-time.ts';
import { findDelivery } from '#contract/delivery/delivery-area.ts';
import { reviseTime, toLatenessCause } from '#contract/delivery/lateness.ts';
import { type LearnedTimes, toOrderTimes } from '#contract/delivery/learned-promise.ts';
import type { StoreSettings } from '#contract/store/store-settings.ts';
import { inTransaction } from '#server/database/transaction.ts';
import { readLearnedTimes } from '#server/delivery/learned-promise.service.ts';
import type { Context } from '#server/http/context.ts';
import type { JobHandlers } from '#server/jobs/job-queue.ts';
import { grantLateCredit } from '#server/ledger/store-credit.service.ts';
import { applyOrderEvent, lockOrder, systemEvent } from '#server/orders/change-order-status.ts';
import { queueLateOrderEmail } from '#server/orders/order-email-jobs.ts';
import { currentSettings } from '#server/store/settings.service.ts';
import { queueLateOrderPushes } from './late-order-pushes.ts';
import * as queries from './late-orders.queries.ts';

type LateContext = Pick<Context, 'db' | 'now' | 'timeZone' | 'cryptography' | 'openOrderLimits' | 'log'>;

/** Once a minute: tells shoppers that their order will be late. */
export function lateOrderJobs(context: LateContext): JobHandlers {
  return { 'tell-late-orders': ({ signal }) => tellLateOrders(context, signal) };
}

/**
 * Tells the shoppers of orders that will not arrive by their promised time a new time, and gives them the credit of the
 * settings. Each order once, whichever processes do so at the same time.
 */
export async function tellLateOrders(context: LateContext, signal: AbortSignal): Promise<void> {
  const { settings } = await currentSettings(context);
  if (settings.promise.late === undefined) return;
  const ids = await queries.selectDueOrders(context.db, context.now());
  if (ids.length === 0) return;
  const times = await readLearnedTimes(context);
  for (const id of ids) {
    signal.throwIfAborted();
    try {
      await inTransaction(context, (transaction) => tellIfLate(transaction, id, settings, times));
    } catch (error) {
      // The next run tries again; the other orders do not wait for it.
      context.log.error({ err: error, orderId: id }, 'The shopper of a late order could not be told');
    }
  }
}

/** Read again under the lock of the order: it may have left or arrived since. */
async function tellIfLate(
  transaction: LateContext,
  id: string,
  settings: StoreSettings,
  times: LearnedTimes,
): Promise<void> {
  const { db, now, timeZone } = transaction;
  const order = await lockOrder(transaction, id);
  const due = await queries.findDueOrder(db, id);
  if (due === null) return;
  const delivery = findDelivery(settings, due.place);
  const orderTimes = toOrderTimes(times, {
    lines: due.lines,
    pincode: due.place.pincode,
    extraMinutes: delivery.isInside ? delivery.terms.extraMinutes : 0,
  });
  const revisedBy = reviseTime(due, due.promisedBy, orderTimes, now());
  if (revisedBy === null) return;
  const cause = toLatenessCause(due, now());
  const creditPaise = toPaise(settings.promise.late?.creditAmt ?? 0);
  const revision = { orderId: id, toldAt: now(), revisedBy, creditPaise, cause };
  if (!(await queries.insertRevision(db, revision))) return;
  const time = formatZonedTime(revisedBy.toISOString(), timeZone);
  const credit = creditPaise === 0 ? '' : formatPaise(creditPaise);
  const reason = `Late, new time ${time}${credit && `, ${credit} of store credit`}.`;
  await applyOrderEvent(transaction, order, systemEvent('revisePromise', reason));
  if (creditPaise > 0)
    await grantLateCredit(transaction, order, {
      amountPaise: creditPaise,
      reason: `Order ${order.order_number} is late.`,
    });
  await queueLateOrderEmail(transaction, id, { time, credit });
  await queueLateOrderPushes(db, id);
}
