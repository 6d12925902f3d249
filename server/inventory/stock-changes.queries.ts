import sql from 'sql-template-tag';
import type { StockCause } from '#contract/inventory/stock.ts';
import type { ProductStatus } from '#contract/products/product-fields.ts';
import type { Queryable } from '#server/database/connect.ts';
import type * as schema from '#server/database/row-types.ts';

export interface StockChangeRow
  extends Pick<schema.StockChange, 'id' | 'difference' | 'stock' | 'note' | 'changed_at' | 'order_id'> {
  cause: StockCause;
  order_number: string | null;
  /** Of the staff member. */
  name: string | null;
}

interface Slice {
  productId: string;
  until: Date | null;
  limit: number;
  offset: number;
}

/** The changes of a product up to a time, newest first. */
export function selectStockChanges(db: Queryable, slice: Slice): Promise<StockChangeRow[]> {
  const { productId, until, limit, offset } = slice;
  return db.query<StockChangeRow>(sql`
    select c.id, c.difference, c.stock, c.cause, c.note, c.changed_at, c.order_id, o.order_number, a.name
    from stock_change c
    left join customer_order o on o.id = c.order_id
    left join account a on a.id = c.changed_by
    where c.product_id = ${productId} ${untilCondition(until)}
    order by c.id desc limit ${limit} offset ${offset}`);
}

export async function countStockChanges(
  db: Queryable,
  { productId, until }: Pick<Slice, 'productId' | 'until'>,
): Promise<number> {
  const row = await db.one<{ count: number }>(sql`
    select count(*) as count from stock_change c where c.product_id = ${productId} ${untilCondition(until)}`);
  return row.count;
}

function untilCondition(until: Date | null) {
  return until === null ? sql`` : sql`and c.changed_at <= ${until}`;
}

/** A product that is counted. */
export interface CountedRow extends Pick<schema.Product, 'id' | 'name' | 'unit'> {
  image: string;
  stock: number;
  /** Units of orders under way that are not picked: they are sold, and still on the shelf. */
  waiting: number;
}

/** Locks the stock of the product, if it is `forUpdate`. */
export async function selectCounted(
  db: Queryable,
  productId: string,
  { forUpdate = false } = {},
): Promise<CountedRow | null> {
  if (forUpdate)
    await db.query(sql`select from product_stock where product_id = ${productId} for no key update`);
  const [row] = await db.query<CountedRow>(sql`
    select p.id, p.name, p.unit, coalesce(p.images[1], '') as image, s.stock,
      coalesce((select sum(l.quantity * coalesce(l.step_grams, 1)) from order_line l join customer_order o on o.id = l.order_id
        where l.product_id = p.id and l.picked_at is null and l.unavailable_at is null
          and not exists (select from picked_line k where k.order_id = l.order_id and k.position = l.position)
          and o.status in ('PENDING_PAYMENT', 'PLACED', 'PACKING')), 0)::integer as waiting
    from product p join product_stock s on s.product_id = p.id where p.id = ${productId}`);
  return row ?? null;
}

/** A count, waste or receipt that was recorded before; null if the request is new. */
export async function findStockRequest(
  db: Queryable,
  requestId: string,
): Promise<Pick<schema.StockChange, 'product_id' | 'difference'> | null> {
  const [row] = await db.query<Pick<schema.StockChange, 'product_id' | 'difference'>>(
    sql`select product_id, difference from stock_change where request_id = ${requestId}`,
  );
  return row ?? null;
}

/** Sets the stock of a locked product. A count that finds what was expected is recorded, too. */
export async function setStock(db: Queryable, productId: string, stock: number): Promise<void> {
  await db.query(sql`
    update product_stock set stock = ${stock} where product_id = ${productId} and stock <> ${stock}`);
}

export async function insertConfirmedCount(
  db: Queryable,
  count: Pick<schema.StockChange, 'cause' | 'stock' | 'note'> & {
    productId: string;
    userId: string;
    requestId: string;
  },
): Promise<void> {
  const { productId, stock, cause, userId, note, requestId } = count;
  await db.query(sql`
    insert into stock_change (product_id, difference, stock, cause, changed_by, note, request_id)
    values (${productId}, 0, ${stock}, ${cause}, ${userId}, ${note}, ${requestId})`);
}

/** A product with its stock at a time. */
export interface ClosingStockRow
  extends Pick<schema.Product, 'name' | 'brand' | 'unit' | 'sku' | 'barcode' | 'hsn' | 'location'> {
  /** `deleted` for a product that was deleted since. */
  status: ProductStatus | 'deleted';
  /** What the store owned, in pieces or steps: for sale, and of orders that it had not handed over yet. */
  stock: number;
  /** Of the stock, the pieces of orders that were not handed over. */
  inOrders: number;
  /** The present one, or the last one of a deleted product; null if unknown. */
  costPaise: number | null;
}

/**
 * All products that had stock before a time, by name. Goods of an order leave the stock when they are handed over for
 * delivery, though they are not for sale from the order on. What could not be packed was not there.
 */
export function selectClosingStock(db: Queryable, until: Date): Promise<ClosingStockRow[]> {
  // Of the fields that the deletion has recorded.
  const former = (field: string) =>
    sql`jsonb_path_query_first(gone.changes, '$[*] ? (@.field == $field).before', ${JSON.stringify({ field })}::text::jsonb) #>> '{}'`;
  return db.query<ClosingStockRow>(sql`
    with placed as (
      select order_id from order_history where changed_at < ${until}
      group by order_id having not bool_or(status in ('OUT_FOR_DELIVERY', 'DELIVERED', 'CANCELLED'))
    ), held as (
      select l.product_id, sum(case when p.packed_at < ${until}
        then coalesce(k.stock_units, l.quantity * coalesce(l.step_grams, 1))
        else coalesce(l.ordered_quantity, l.quantity) * coalesce(l.step_grams, 1) end)::integer as quantity
      from placed join order_line l using (order_id) left join order_picking p using (order_id)
      left join picked_line k using (order_id, position)
      where l.unavailable_at is null or l.unavailable_at >= ${until}
      group by l.product_id
    ), closing as (
      select product_id, coalesce(s.stock, 0) - coalesce(later.difference, 0)::integer + coalesce(held.quantity, 0) as stock,
        coalesce(held.quantity, 0) as in_orders
      from product_stock s full join (
        select product_id, sum(difference) as difference from stock_change where changed_at >= ${until} group by product_id
      ) later using (product_id) full join held using (product_id)
    )
    select coalesce(p.name, gone.entity_name, '') as name, coalesce(p.brand, ${former('brand')}, '') as brand,
      coalesce(p.unit, ${former('unit')}, '') as unit, coalesce(p.sku, ${former('sku')}, '') as sku,
      coalesce(p.barcode, ${former('barcode')}, '') as barcode, coalesce(p.hsn, ${former('hsn')}, '') as hsn,
      coalesce(p.location, ${former('location')}, '') as location, coalesce(p.status, 'deleted') as status,
      closing.stock::float8 / coalesce(p.step_grams, 1) as stock, closing.in_orders::float8 / coalesce(p.step_grams, 1) as "inOrders",
      case when p.id is null then (100 * (${former('costPrice')})::numeric)::integer else p.cost_price_paise end as "costPaise"
    from closing
    left join product p on p.id = closing.product_id
    left join lateral (
      select entity_name, changes from audit_entry
      where kind = 'product' and entity_id = closing.product_id and action = 'deleted' order by at desc, id desc limit 1
    ) gone on p.id is null
    where closing.stock <> 0
    order by lower(coalesce(p.name, gone.entity_name, '')), unit, closing.product_id`);
}

/** When the ledger began with the stock of products that were there before; null if it has recorded everything. */
export async function findFirstRecordedChange(db: Queryable): Promise<Date | null> {
  const [first] = await db.query<Pick<schema.StockChange, 'cause' | 'changed_at'>>(
    sql`select cause, changed_at from stock_change order by id limit 1`,
  );
  return first?.cause === 'START' ? first.changed_at : null;
}

/** Products whose recorded changes do not add up to their stock. */
export function selectWrongStock(
  db: Queryable,
  limit: number,
): Promise<{ product_id: string; stock: number; recorded: number }[]> {
  return db.query(sql`
    select product_id, coalesce(s.stock, 0) as stock, coalesce(c.recorded, 0)::integer as recorded
    from product_stock s full join (
      select product_id, sum(difference) as recorded from stock_change group by product_id
    ) c using (product_id)
    where coalesce(s.stock, 0) <> coalesce(c.recorded, 0)
    order by product_id limit ${limit}`);
}

/** Replaces the products that the check of the day before has found. */
export async function replaceStockDifferences(db: Queryable, productIds: readonly string[]): Promise<void> {
  await db.query(sql`
    with solved as (delete from stock_difference where product_id <> all (${[...productIds]}::text[]))
    insert into stock_difference (product_id) select unnest(${[...productIds]}::text[]) on conflict do nothing`);
}

/** The products that the last check has found and that still differ. The name of a deleted product is empty. */
export function selectStockDifferences(
  db: Queryable,
): Promise<{ id: string; name: string; stock: number; recorded: number }[]> {
  return db.query(sql`
    select d.product_id as id, coalesce(p.name, '') as name, coalesce(s.stock, 0) as stock, recorded
    from stock_difference d
    left join product p on p.id = d.product_id
    left join product_stock s on s.product_id = d.product_id
    cross join lateral (
      select coalesce(sum(c.difference), 0)::integer as recorded from stock_change c where c.product_id = d.product_id
    ) as changes
    where coalesce(s.stock, 0) <> recorded
    order by d.product_id`);
}
