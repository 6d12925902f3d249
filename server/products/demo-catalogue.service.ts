import { AppError } from '#contract/base/errors.ts';
import type { DemoCatalogue } from '#contract/products/demo-catalogue.ts';
import { inTransaction } from '#server/database/transaction.ts';
import type { AuthenticatedContext, Context } from '#server/http/context.ts';
import { setCauseOfStockChanges } from '#server/inventory/stock-changes.service.ts';
import { suspendSearchTriggers } from '#server/search/search.service.ts';
import { recordChanges } from '#server/staff/audit-log.service.ts';
import { recordDemoRemoval } from '#server/store/opening.service.ts';
import { lockCategoryChanges } from './category.queries.ts';
import * as queries from './demo-catalogue.queries.ts';
import { lockProducts } from './product-admin.queries.ts';

/** Counts what `removeDemoCatalogue` would delete. */
export function countDemoCatalogue({ db }: Pick<Context, 'db'>): Promise<DemoCatalogue> {
  return queries.countDemo(db);
}

/**
 * Deletes the demo catalogue, all or nothing, and returns the numbers of what it deleted. A later start of the server
 * does not load it again. Throws DEMO_ORDERED.
 */
export function removeDemoCatalogue(context: AuthenticatedContext): Promise<DemoCatalogue> {
  return inTransaction(context, async (transaction) => {
    const { db } = transaction;
    // Categories before products, like every transaction. New products and orders wait.
    await lockCategoryChanges(db);
    await queries.lockCategoriesForUpdate(db);
    await lockProducts(db, await queries.selectDemoProductIds(db));
    // Read again under the locks: an edit may have claimed a product.
    const ids = await queries.selectDemoProductIds(db);
    const orders = await queries.countDemoOrders(db);
    if (orders > 0) throw orderedError(orders);
    const counts = await queries.countDemo(db);
    await recordDemoRemoval(transaction);
    if (Object.values(counts).every((count) => count === 0)) return counts;
    await suspendSearchTriggers(transaction);
    await setCauseOfStockChanges(transaction, { cause: 'EDIT', userId: context.caller.userId });
    await queries.deleteProductRows(db, ids);
    await queries.deleteEmptiedCategories(db);
    await recordChanges(transaction, [
      {
        kind: 'product',
        thingId: 'demo',
        thingName: 'Demo catalogue',
        action: 'removed',
        before: { ...counts },
        after: null,
      },
    ]);
    return counts;
  });
}

function orderedError(orders: number): AppError {
  const [count, have] = orders === 1 ? ['1 order', 'has'] : [`${orders} orders`, 'have'];
  const message = `${count} of customers ${have} products of the demo catalogue. Cancel those that are tests, or archive the products instead.`;
  return new AppError('DEMO_ORDERED', { message, details: { orders } });
}
