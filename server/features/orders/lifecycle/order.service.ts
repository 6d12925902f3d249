import type { EndpointResponse } from '#contract/api.ts';
import type { ShopperContext } from '#server/context.ts';
import { inTransaction } from '#server/database/transaction.ts';
import { getRole } from '#server/features/accounts/sessions/sessions.service.ts';
import { addAvailableToCart } from '#server/features/orders/cart/cart.service.ts';
import { orderNotFound } from './lifecycle.service.ts';
import { isOwnOrder, orderExists, type ReorderLineRow, selectReorderLines } from './order.queries.ts';

/**
 * Allows shoppers to follow their own orders, and administrators any; returns whether it is their own. Throws
 * NOT_FOUND.
 */
export async function requireOrderAccess(context: ShopperContext, orderId: string): Promise<boolean> {
  const { db, caller } = context;
  if (await isOwnOrder(db, caller.userId, orderId)) return true;
  if ((await getRole(context)) !== 'ADMIN' || !(await orderExists(db, orderId))) throw orderNotFound();
  return false;
}

type ReorderResult = EndpointResponse<'reorder'>['data'];

/**
 * Adds the products of an order to the cart as far as stock and limits allow. Each line is reported as added,
 * short or gone. Throws NOT_FOUND.
 */
export function reorder(context: ShopperContext, id: string): Promise<ReorderResult> {
  return inTransaction(context, async (transaction) => {
    const { db, caller } = transaction;
    const lines = await selectReorderLines(db, caller.userId, id);
    if (lines.length === 0) throw orderNotFound();
    const wanted = lines
      .filter(isInStock)
      .map(({ product_id: productId, quantity }) => ({ productId, quantity }));
    const got = await addAvailableToCart(transaction, wanted);
    const outcome: ReorderResult = { added: [], short: [], gone: [] };
    for (const line of lines) addResult(outcome, line, got.get(line.product_id) ?? 0);
    return outcome;
  });
}

function addResult({ added, short, gone }: ReorderResult, line: ReorderLineRow, got: number): void {
  const { name, quantity } = line;
  if (!isInStock(line)) gone.push({ name });
  else if (got < quantity) short.push({ name, wanted: quantity, got });
  else added.push({ name, quantity });
}

function isInStock({ stock }: ReorderLineRow): boolean {
  return stock !== null && stock > 0;
}
