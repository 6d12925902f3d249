import type { Context } from '../../context.ts';
import { inTransaction } from '../../database/transaction.ts';
import { PaymentRefusedError } from '../../providers/payment/payment-provider.ts';
import { isAllRefunded } from '../order/order-refund.service.ts';
import * as queries from './refund.queries.ts';

/** The provider will never give this money back by itself: somebody of the shop has to. */
export class RefundRefusedError extends Error {
  override name = 'RefundRefusedError';
}

/**
 * Gives money back that is owed, once, however often it is called. What an order that has ended was paid with is
 * refunded when all of it is back. Throws `RefundRefusedError` when the provider said no for good; the shopper is
 * then owed it still.
 */
export async function sendRefund(context: Context, refundId: string): Promise<void> {
  const { sql, payments } = context;
  const due = await queries.selectDueRefund(sql, refundId);
  if (due === null) return;
  if (due.provider !== payments.name)
    throw new Error(
      `Order ${due.order_number} was paid with ${due.provider}, and this shop has ${payments.name}.`,
    );
  const { payment_id: paymentId, amount_paise: amountPaise } = due;
  try {
    const { id } = await payments.refund({ id: refundId, paymentId, amountPaise });
    await settle(context, due, id);
  } catch (error) {
    if (!(error instanceof PaymentRefusedError)) throw error;
    await giveUp(context, due);
    throw new RefundRefusedError(
      `Order ${due.order_number}: ${amountPaise} paise do not go back: ${error.message}`,
    );
  }
}

async function settle(context: Context, due: queries.DueRefundRow, providerRefundId: string): Promise<void> {
  await inTransaction(context, async ({ sql, now }) => {
    const order = await queries.lockRefundedOrder(sql, due.order_id);
    const isNew = await queries.updateDoneRefund(sql, { id: due.id, providerRefundId, at: now() });
    if (!isNew || order?.status !== 'CANCELLED' || order.payment_status === 'REFUNDED') return;
    if (!(await isAllRefunded({ sql }, order.id))) return;
    const change = {
      orderId: order.id,
      paymentStatus: 'REFUNDED',
      reason: 'The money is on its way back.',
    } as const;
    await queries.updatePaymentStatus(sql, { ...change, at: now() });
  });
}

async function giveUp(context: Context, due: queries.DueRefundRow): Promise<void> {
  await inTransaction(context, async ({ sql, now }) => {
    await queries.lockRefundedOrder(sql, due.order_id);
    await queries.updateFailedRefund(sql, { id: due.id, from: ['PENDING'], at: now() });
  });
}

/**
 * Notes, within a transaction, that money which was on its way back did not arrive, days later: the shopper's bank has
 * refused it. The shop has it again, and owes it. Whoever runs the shop has to find another way, and hears of it in the
 * log and on the dashboard.
 */
export async function takeBackRefund(
  { sql, now, log }: Pick<Context, 'sql' | 'now' | 'log'>,
  { refundId: providerRefundId, repaymentId: id }: { refundId: string; repaymentId: string | null },
): Promise<string> {
  const names = { id, providerRefundId };
  const found = await queries.selectLivingRefund(sql, names);
  const order = found === null ? null : await queries.lockRefundedOrder(sql, found.order_id);
  // Another event may have told of it while this one waited for the order.
  const refund = order === null ? null : await queries.selectLivingRefund(sql, names);
  if (order === null || refund === null) return 'ignored';
  await queries.updateFailedRefund(sql, { id: refund.id, from: ['PENDING', 'DONE'], at: now() });
  if (order.payment_status === 'REFUNDED') {
    const change = { orderId: order.id, paymentStatus: 'PAID', reason: 'The money did not arrive.' } as const;
    await queries.updatePaymentStatus(sql, { ...change, at: now() });
  }
  log.error({ refund }, 'A refund did not arrive: please give this money back by another way');
  return 'refund failed';
}
