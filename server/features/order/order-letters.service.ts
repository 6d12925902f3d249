import type { Context } from '../../context.ts';
import { inTransaction } from '../../database/transaction.ts';
import { queueLetter } from '../mail/mail.service.ts';
import { selectAddressedOrders, takeUntoldChanges } from './order-letters.queries.ts';
import { orderOf } from './order-of.ts';

const changesAtOnce = 50;

/**
 * Queues the letters that changes of orders are a reason for, each once; says whether there may be more. Until now
 * only a placed order is one.
 */
export function queueOrderLetters(context: Pick<Context, 'sql' | 'now' | 'secrets'>): Promise<boolean> {
  return inTransaction(context, async (transaction) => {
    const changes = await takeUntoldChanges(transaction.sql, changesAtOnce);
    const placed = changes.filter(({ status }) => status === 'PLACED').map(({ order_id }) => order_id);
    if (placed.length > 0) {
      for (const row of await selectAddressedOrders(transaction.sql, placed)) {
        const { email: to, name } = row;
        await queueLetter(transaction, { kind: 'order-placed', to, name, order: orderOf(row) });
      }
    }
    return changes.length === changesAtOnce;
  });
}
