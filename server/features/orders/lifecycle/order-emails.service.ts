import type { Context } from '#server/context.ts';
import { inTransaction } from '#server/database/transaction.ts';
import { type OrderEmail, queueEmail } from '#server/features/notifications/notifications.service.ts';
import { claimUnsentChanges, selectOrdersWithRecipient, type UnsentChange } from './order-emails.queries.ts';
import { toOrder } from './to-order.ts';

const changesAtOnce = 50;

/** Queues the letters that changes of orders are a reason for, each once; says whether there may be more. */
export function queueOrderEmails(context: Pick<Context, 'db' | 'now' | 'secrets'>): Promise<boolean> {
  return inTransaction(context, async (transaction) => {
    const changes = await claimUnsentChanges(transaction.db, changesAtOnce);
    const news = changes.flatMap((change) => {
      const subject = toOrderEmail(change);
      return subject === null ? [] : [{ id: change.order_id, subject }];
    });
    if (news.length > 0) {
      const rows = await selectOrdersWithRecipient(transaction.db, [...new Set(news.map(({ id }) => id))]);
      const orders = new Map(rows.map((row) => [row.id, row]));
      for (const { id, subject } of news) {
        const row = orders.get(id);
        if (row === undefined) continue;
        const { email: to, name } = row;
        await queueEmail(transaction, { ...subject, to, name, order: toOrder(row) });
      }
    }
    return changes.length === changesAtOnce;
  });
}

type OrderEmailKind =
  | { kind: Exclude<OrderEmail['kind'], 'order-cancelled' | 'order-refunded'> }
  | Pick<Extract<OrderEmail, { kind: 'order-refunded' }>, 'kind' | 'byHand'>
  | Pick<Extract<OrderEmail, { kind: 'order-cancelled' }>, 'kind' | 'by' | 'reason'>;

/** What a change is to be written about; null where it is no reason to. */
function toOrderEmail(change: UnsentChange): OrderEmailKind | null {
  const { status, payment_status, status_before, payment_status_before } = change;
  if (payment_status === 'REFUNDED' && payment_status_before !== 'REFUNDED')
    return { kind: 'order-refunded', byHand: change.changed_as === 'staff' ? change.reason : null };
  // A line taken off, for one, is a change that leaves the order where it was.
  if (status === status_before) return null;
  switch (status) {
    case 'PLACED':
      return { kind: 'order-placed' };
    case 'OUT_FOR_DELIVERY':
      return { kind: 'order-on-its-way' };
    case 'DELIVERED':
      return { kind: 'order-delivered' };
    case 'CANCELLED':
      // Of an order that was never paid nobody was written to; its lines are in the cart again.
      if (status_before === 'PENDING_PAYMENT') return null;
      return { kind: 'order-cancelled', by: change.changed_as, reason: change.reason };
    default:
      return null;
  }
}
