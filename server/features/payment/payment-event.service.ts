import type { Context } from '../../context.ts';
import { inTransaction } from '../../database/transaction.ts';
import type { PaymentEvent } from '../../providers/payment/payment-provider.ts';
import { endUnpaidOrder } from '../order/order-life.service.ts';
import { placePaidOrder } from '../order/order-payment.service.ts';
import { announceStock, type StockLevel } from '../stock/stock.service.ts';
import * as queries from './payment.queries.ts';
import { takeBackRefund } from './refund.service.ts';

interface Handled {
  /** What was done about it, in a word. */
  outcome: string;
  /** To be announced after the commit. */
  levels: readonly StockLevel[];
}

const nothing: readonly StockLevel[] = [];

/**
 * Takes in what the payment provider tells, once, however often it tells it: noted and acted upon in one transaction.
 * Gives what was done about it, in a word.
 */
export async function takePaymentEvent(context: Context, event: PaymentEvent): Promise<string> {
  const provider = context.payments.name;
  const { outcome, levels } = await inTransaction(context, async (transaction): Promise<Handled> => {
    const { sql, now } = transaction;
    const { id, kind, sessionId } = event;
    const isNew = await queries.insertEvent(sql, { provider, id, kind, sessionId, at: now() });
    if (!isNew) return { outcome: 'repeated', levels: nothing };
    const handled = await handle(transaction, event);
    await queries.updateEvent(sql, { provider, id, outcome: handled.outcome });
    return handled;
  });
  if (levels.length > 0) announceStock(context, levels);
  context.log.info(
    { event: event.id, kind: event.kind, outcome },
    'The payment provider has told of something',
  );
  return outcome;
}

async function handle(transaction: Context, event: PaymentEvent): Promise<Handled> {
  switch (event.about) {
    case 'paid':
      return placePaidOrder(transaction, event);
    case 'expired':
      return end(transaction, event.sessionId, 'It was not paid in time.');
    case 'failed':
      return end(transaction, event.sessionId, 'The payment failed.');
    case 'refund failed':
      return { outcome: await takeBackRefund(transaction, event), levels: nothing };
    case 'other':
      return { outcome: 'ignored', levels: nothing };
  }
}

/** Nobody can pay on this page any more, so its order ends, if it still waits. */
async function end(transaction: Context, sessionId: string, reason: string): Promise<Handled> {
  const page = await queries.selectUnpaidPage(transaction.sql, transaction.payments.name, sessionId);
  if (page === null) return { outcome: 'ignored', levels: nothing };
  const levels = await endUnpaidOrder(transaction, page.order_id, reason);
  await queries.closeNotedPage(transaction.sql, sessionId, transaction.now());
  return levels === null ? { outcome: 'ended before', levels: nothing } : { outcome: 'ended', levels };
}
