import type { CallAnswer } from '#contract/calls.ts';
import type { ShopperContext } from '../../context.ts';
import { inTransaction } from '../../database/transaction.ts';
import { fillCart } from '../cart/cart.service.ts';
import { unknownOrder } from './order-life.service.ts';
import { type FormerLineRow, selectFormerLines } from './reorder.queries.ts';

type Reordered = CallAnswer<'reorder'>['data'];

/**
 * Puts what one of the shopper's orders had into the cart, on top of what is there, as far as there is stock and room
 * for it. Each line is told of once: as added, as fewer than wanted, or as gone. Throws NOT_FOUND.
 */
export function reorder(context: ShopperContext, id: string): Promise<Reordered> {
  return inTransaction(context, async (transaction) => {
    const { sql, caller } = transaction;
    const lines = await selectFormerLines(sql, caller.userId, id);
    if (lines.length === 0) throw unknownOrder();
    const wanted = lines
      .filter(isInStock)
      .map(({ product_id: productId, quantity }) => ({ productId, quantity }));
    const got = await fillCart(transaction, wanted);
    const outcome: Reordered = { added: [], short: [], gone: [] };
    for (const line of lines) tell(outcome, line, got.get(line.product_id) ?? 0);
    return outcome;
  });
}

function tell({ added, short, gone }: Reordered, line: FormerLineRow, got: number): void {
  const { name, quantity } = line;
  if (!isInStock(line)) gone.push({ name });
  else if (got < quantity) short.push({ name, wanted: quantity, got });
  else added.push({ name, quantity });
}

function isInStock({ stock }: FormerLineRow): boolean {
  return stock !== null && stock > 0;
}
