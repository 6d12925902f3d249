import sql from 'sql-template-tag';
import { AppError } from '#contract/base/errors.ts';
import type { DemoCatalogue } from '#contract/products/demo-catalogue.ts';
import type { Queryable } from '#server/database/connect.ts';
import { inTransaction } from '#server/database/transaction.ts';
import type { AuthenticatedContext, Context } from '#server/http/context.ts';
import { setCauseOfStockChanges } from '#server/inventory/stock-changes.service.ts';
import { suspendSearchTriggers } from '#server/search/search.service.ts';
import { recordChanges } from '#server/staff/audit-log.service.ts';
import { recordDemoRemoval } from '#server/store/opening.service.ts';
import { removeExampleLinks } from '#server/store/settings.service.ts';
import { lockCategoryChanges } from './category.queries.ts';
import { lockProducts } from './product-admin.queries.ts';

// Sub-categories without products of the owner, and categories without those and without other sub-categories.
const emptied = sql`
  emptied_sub_category as (
    select id from sub_category s where is_demo and not exists (
      select from product_sub_category join product p on p.id = product_id where sub_category_id = s.id and not p.is_demo)
  ), emptied_category as (
    select id from category c where is_demo
      and not exists (
        select from product_category join product p on p.id = product_id where category_id = c.id and not p.is_demo)
      and not exists (
        select from sub_category_category m where m.category_id = c.id
          and m.sub_category_id not in (select id from emptied_sub_category))
  )`;

/** Counts what `removeDemoCatalogue` would delete. */
export function countDemoCatalogue({ db }: Pick<Context, 'db'>): Promise<DemoCatalogue> {
  return db.one<DemoCatalogue>(sql`
    with ${emptied}
    select (select count(*) from product where is_demo) as products,
      (select count(*) from emptied_category) as categories,
      (select count(*) from emptied_sub_category) as "subCategories"`);
}

/**
 * Deletes the demo catalogue, all or nothing, and returns the numbers of what it deleted. A later start of the server
 * does not load it again, and the footer loses the links of the demo. Throws DEMO_ORDERED.
 */
export function removeDemoCatalogue(context: AuthenticatedContext): Promise<DemoCatalogue> {
  return inTransaction(context, async (transaction) => {
    const { db } = transaction;
    // Categories before products, like every transaction. New products and orders wait.
    await lockCategoryChanges(db);
    await lockCategoriesForUpdate(db);
    await lockProducts(db, await selectDemoProductIds(db));
    // Read again under the locks: an edit may have claimed a product.
    const ids = await selectDemoProductIds(db);
    const orders = await countDemoOrders(db);
    if (orders > 0) throw orderedError(orders);
    const counts = await countDemoCatalogue(transaction);
    await recordDemoRemoval(transaction);
    await removeExampleLinks(transaction);
    if (Object.values(counts).every((count) => count === 0)) return counts;
    await suspendSearchTriggers(transaction);
    await setCauseOfStockChanges(transaction, { cause: 'EDIT', userId: context.caller.userId });
    await deleteProductRows(db, ids);
    await deleteEmptiedCategories(db);
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

async function selectDemoProductIds(db: Queryable): Promise<string[]> {
  const rows = await db.query<{ id: string }>(sql`select id from product where is_demo`);
  return rows.map(({ id }) => id);
}

/** Locks all categories, then all sub-categories, until the end of the transaction. */
async function lockCategoriesForUpdate(db: Queryable): Promise<void> {
  await db.query(sql`select from category order by id for update`);
  await db.query(sql`select from sub_category order by id for update`);
}

/**
 * Counts the orders with products of the demo catalogue, without cancelled ones and those that the staff
 * placed before the store went live.
 */
async function countDemoOrders(db: Queryable): Promise<number> {
  const { count } = await db.one<{ count: number }>(sql`
    select count(*) as count from customer_order o
    where o.status <> 'CANCELLED'
      and not (exists (select from staff_role where account_id = o.user_id) and o.created_at < coalesce(
        (select went_live_at from store_opening), 'infinity'))
      and exists (
        select from order_line l join product p on p.id = l.product_id where l.order_id = o.id and p.is_demo)`);
  return count;
}

/** Deletes these products with all that refers to them. Their stock and the rows of carts and lists go by cascade. */
async function deleteProductRows(db: Queryable, ids: readonly string[]): Promise<void> {
  // Thousands of products with all that refers to them can take longer than other statements may.
  await db.query(sql`set local statement_timeout = '5min'`);
  // Before the cascade, whose statements are one for each product.
  await db.query(sql`delete from product_category where product_id = any (${[...ids]})`);
  await db.query(sql`delete from product_sub_category where product_id = any (${[...ids]})`);
  await db.query(sql`delete from product where id = any (${[...ids]})`);
}

/** Deletes the categories of the demo catalogue that have become empty. The others are those of the owner from now. */
async function deleteEmptiedCategories(db: Queryable): Promise<void> {
  // Of two statements, because a category is referred to by its sub-categories until they are deleted.
  await db.query(
    sql`with ${emptied} delete from sub_category where id in (select id from emptied_sub_category)`,
  );
  await db.query(sql`with ${emptied} delete from category where id in (select id from emptied_category)`);
  await db.query(sql`update sub_category set is_demo = false where is_demo`);
  await db.query(sql`update category set is_demo = false where is_demo`);
}
