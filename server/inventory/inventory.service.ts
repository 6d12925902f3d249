import sql, { type Sql } from 'sql-template-tag';
import { AppError } from '#contract/base/errors.ts';
import { lowStockAt, maximumStock } from '#contract/inventory/stock.ts';
import type { Queryable } from '#server/database/connect.ts';
import type * as schema from '#server/database/row-types.ts';
import { inTransaction } from '#server/database/transaction.ts';
import type { Context } from '#server/http/context.ts';
import type { JobHandlers } from '#server/jobs/job-queue.ts';
import { queueEmail } from '#server/notifications/notifications.service.ts';
import { currentSettings } from '#server/store/settings.service.ts';

/** A cart line with more units than can be had. */
interface ShortLine {
  productId: string;
  name: string;
  wanted: number;
  left: number;
}

/** Creates STOCK_SHORT with all such lines. */
export function stockShortError(lines: readonly ShortLine[]): AppError {
  const [first] = lines;
  const message =
    lines.length === 1 && first !== undefined
      ? shortMessage(first)
      : `${lines.length} products in your cart are no longer there in full.`;
  return new AppError('STOCK_SHORT', { message, details: { lines } });
}

/** Creates MAXIMUM_PER_ORDER with all such lines; `left` is the maximum. */
export function maximumError(lines: readonly ShortLine[]): AppError {
  const [first] = lines;
  const message =
    lines.length === 1 && first !== undefined
      ? `At most ${first.left} of ${first.name} per order.`
      : `Your cart has more of ${lines.length} products than one order may have.`;
  return new AppError('MAXIMUM_PER_ORDER', { message, details: { lines } });
}

function shortMessage({ name, left }: ShortLine): string {
  return left === 0 ? `${name} is out of stock.` : `Only ${left} of ${name} left.`;
}

export interface StockNumber {
  stock: number;
  updatedAt: string;
}

/** Returns the pieces in stock that can be ordered, with the times of the last change, by product id. */
export async function listStockNumbers(
  { db }: Pick<Context, 'db'>,
  ids: readonly string[],
): Promise<Map<string, StockNumber>> {
  const rows = await db.query<
    Pick<schema.Product, 'id' | 'updated_at'> & Pick<schema.ProductStock, 'stock'>
  >(sql`
    select p.id, s.pieces as stock, p.updated_at from product p join product_stock s on s.product_id = p.id
    where p.id = any (${[...ids]})`);
  return new Map(
    rows.map(({ id, stock, updated_at }) => [id, { stock, updatedAt: updated_at.toISOString() }]),
  );
}

/**
 * Locks the stock of products in the order of their ids. A transaction that also locks the products does that first.
 */
export async function lockStock({ db }: Pick<Context, 'db'>, productIds: readonly string[]): Promise<void> {
  await db.query(sql`
    select from product_stock where product_id = any (${[...productIds]}) order by product_id for no key update`);
}

/** Gives new products their stock. */
export async function insertStock(
  { db }: Pick<Context, 'db'>,
  products: readonly { id: string; stock: number }[],
): Promise<void> {
  const [ids, stocks] = [products.map(({ id }) => id), products.map(({ stock }) => stock)];
  await db.query(sql`
    insert into product_stock (product_id, stock) select * from unnest(${ids}::text[], ${stocks}::integer[])`);
}

/** An absolute number, or a difference, because sales continue while an admin edits. */
export type StockChange = { id: string } & ({ to: number } | { by: number });

/** Changes the stock of products within its limits. Returns the ids of those whose stock is another than before. */
export async function changeStock(
  { db }: Pick<Context, 'db'>,
  changes: readonly StockChange[],
): Promise<Set<string>> {
  if (changes.length === 0) return new Set();
  const rows = await db.query<{ id: string }>(sql`
    update product_stock s set stock = wanted.stock
    from (
      select s.product_id, coalesce(c.to, ${changedStock(sql`c.by`)}) as stock
      from json_to_recordset(${JSON.stringify(changes)}::text::json) as c (id text, "to" integer, by integer)
      join product_stock s on s.product_id = c.id
    ) as wanted
    where s.product_id = wanted.product_id and s.stock <> wanted.stock
    returning s.product_id as id`);
  return new Set(rows.map(({ id }) => id));
}

/**
 * Adds to the stock of many products within its limits. `differences` is a query that returns `product_id` and
 * `difference`.
 */
export async function addToStock({ db }: Pick<Context, 'db'>, differences: Sql): Promise<void> {
  await db.query(sql`
    update product_stock s set stock = ${changedStock(sql`n.difference`)}
    from (${differences}) as n
    where s.product_id = n.product_id`);
}

/** Adds to the stock of `s` within its limits: more units may have been sold than the admin removes. */
function changedStock(difference: Sql): Sql {
  return sql`least(greatest(s.stock + ${difference}, 0), ${maximumStock}::integer)`;
}

/** Pieces, or grams of a product that is sold by weight. */
interface OrderedUnits {
  productId: string;
  quantity: number;
}

/** Returns the units of an order to stock. Skips deleted products; no stock exceeds its maximum. */
export async function returnStock(
  { db }: Pick<Context, 'db'>,
  lines: readonly OrderedUnits[],
): Promise<void> {
  await lockStock(
    { db },
    lines.map(({ productId }) => productId),
  );
  await addToStock(
    { db },
    sql`select product_id, quantity as difference from (${unitsByProduct(lines)}) as units`,
  );
}

/** Takes returned units that are thrown away from stock again. */
export async function discardStock(
  { db }: Pick<Context, 'db'>,
  lines: readonly OrderedUnits[],
): Promise<void> {
  await addToStock(
    { db },
    sql`select product_id, -quantity as difference from (${unitsByProduct(lines)}) as units`,
  );
}

/** Takes the units of an order from stock, all or none: false if a product is short or deleted. */
export async function takeStock(
  { db }: Pick<Context, 'db'>,
  lines: readonly OrderedUnits[],
): Promise<boolean> {
  await lockStock(
    { db },
    lines.map(({ productId }) => productId),
  );
  const [short] = await db.query(sql`
    select from (${unitsByProduct(lines)}) item left join product_stock s using (product_id)
    where s.stock is null or s.stock < item.quantity
    limit 1`);
  if (short !== undefined) return false;
  await db.query(sql`
    update product_stock s set stock = s.stock - item.quantity
    from (${unitsByProduct(lines)}) item
    where s.product_id = item.product_id`);
  return true;
}

function unitsByProduct(lines: readonly OrderedUnits[]): Sql {
  return sql`
    select product_id, sum(quantity)::integer as quantity
    from unnest(${lines.map(({ productId }) => productId)}::text[], ${lines.map(({ quantity }) => quantity)}::integer[])
      as line (product_id, quantity)
    group by product_id`;
}

/**
 * At or below this number the stock of the product `p` of a query is low, which is in grams of a product by weight.
 * Without its own it is that of the store, in pieces.
 */
export function lowStock(): Sql {
  return sql`coalesce(p.low_stock_threshold, ${lowStockAt} * coalesce(p.step_grams, 1))`;
}

/** The hour of the day, in the time zone of the store, in which the email is sent. */
const hourOfEmail = 7;
const maximumNamed = 50;

/** Every hour: in the morning an email about the products of which little is left, to the address in the settings. */
export function lowStockJobs(
  context: Pick<Context, 'db' | 'now' | 'timeZone' | 'cryptography'>,
): JobHandlers {
  return { 'report-low-stock': () => reportLowStock(context) };
}

async function reportLowStock(
  context: Pick<Context, 'db' | 'now' | 'timeZone' | 'cryptography'>,
): Promise<void> {
  const { db, now, timeZone } = context;
  if (toHour(now(), timeZone) !== hourOfEmail) return;
  const to = (await currentSettings({ db })).settings.notifications.lowStockEmail;
  if (to === null) return;
  const { count, products } = await selectLowStock(db, maximumNamed);
  if (count === 0) return;
  await inTransaction(context, (transaction) =>
    queueEmail(transaction, { kind: 'low-stock', to, name: '', count, products }),
  );
}

function toHour(at: Date, timeZone: string): number {
  const format = new Intl.DateTimeFormat('en-GB', { hour: '2-digit', hourCycle: 'h23', timeZone });
  return Number(format.format(at));
}

/** A product of which little is left. */
interface LowStockRow {
  name: string;
  unit: string;
  stock: number;
}

/** The active products with a low stock or none, the scarcest first, and how many there are. */
async function selectLowStock(
  db: Queryable,
  limit: number,
): Promise<{ count: number; products: LowStockRow[] }> {
  const rows = await db.query<LowStockRow & { count: number }>(sql`
    select p.name, p.unit, s.stock, count(*) over () as count
    from product_stock s join product p on p.id = s.product_id
    where p.status = 'active' and s.stock <= ${lowStock()}
    order by s.stock, lower(p.name), p.id limit ${limit}`);
  const products = rows.map(({ name, unit, stock }) => ({ name, unit, stock }));
  return { count: rows[0]?.count ?? 0, products };
}
