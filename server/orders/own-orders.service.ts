import { AppError } from '#contract/base/errors.ts';
import { namedInvoicePaise } from '#contract/base/limits.ts';
import { discountedPricePaise, toRupees } from '#contract/base/money.ts';
import type { OwnData } from '#contract/customers/own-data.ts';
import type { Context } from '#server/http/context.ts';
import { eraseProblems, listProblemsOf } from '#server/problems/problem.service.ts';
import { anonymiseDocuments } from '#server/tax/tax-document.service.ts';
import { selectHistory } from './order.queries.ts';
import * as queries from './own-orders.queries.ts';
import { toOrderDetails } from './to-order.ts';

/** All orders of an account with their lines, history and payments, and its cart. */
export async function exportOrders(
  { db }: Pick<Context, 'db'>,
  userId: string,
): Promise<Pick<OwnData, 'orders' | 'cart'>> {
  const orders = await queries.selectAllOrders(db, userId);
  const history = await selectHistory(
    db,
    orders.map(({ id }) => id),
  );
  const stepsOf = Map.groupBy(history, ({ order_id }) => order_id);
  const paymentsOf = Map.groupBy(await queries.selectLedger(db, userId), ({ order_id }) => order_id);
  const problems = await listProblemsOf({ db }, userId);
  const lines = await queries.selectCart(db, userId);
  const merges = await queries.selectMerges(db, userId);
  return {
    orders: orders.map((row) => ({
      ...toOrderDetails(row, stepsOf.get(row.id) ?? [], null),
      problems: problems.get(row.id) ?? [],
      payments: (paymentsOf.get(row.id) ?? []).map((entry) => ({
        kind: entry.kind,
        amount: toRupees(entry.amount_paise),
        status: entry.status,
        provider: entry.provider,
        reference: entry.provider_reference,
        // A payment has a note of the staff.
        reason: entry.kind === 'REFUND' ? entry.reason : null,
        createdAt: entry.created_at.toISOString(),
        settledAt: entry.settled_at?.toISOString() ?? null,
      })),
    })),
    cart: {
      lines: lines.map((line) => ({
        productId: line.product_id,
        name: line.name,
        quantity: line.quantity,
        seenPrice: toRupees(discountedPricePaise(line.seen_price_paise, line.seen_discount_basis_points)),
        addedAt: line.created_at.toISOString(),
      })),
      merges: merges.map(({ guest_cart_id, merged_at }) => ({
        guestCartId: guest_cart_id,
        mergedAt: merged_at.toISOString(),
      })),
    },
  };
}

/**
 * Removes the cart of an account, and from its orders what the law does not require, in the transaction that has locked the account
 * against new orders. Throws OPEN_ORDER while an order, a problem or a refund is not complete.
 */
export async function anonymiseOrders(
  { db }: Pick<Context, 'db'>,
  { id: userId, name }: { id: string; name: string },
): Promise<void> {
  if (await queries.hasOpenOrder(db, userId)) throw new AppError('OPEN_ORDER');
  await eraseProblems({ db }, userId);
  await queries.anonymiseOrders(db, { userId, name, namedFromPaise: namedInvoicePaise });
  await anonymiseDocuments({ db }, { userId, namedFromPaise: namedInvoicePaise });
  await queries.deleteCart(db, userId);
}
