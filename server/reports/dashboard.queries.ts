import sql from 'sql-template-tag';
import type { PricingInPaise } from '#contract/base/money.ts';
import type { Queryable } from '#server/database/connect.ts';
import { lowStock } from '#server/inventory/inventory.service.ts';
import { promisedDeliveries } from './report-parts.ts';

/** The present time and the time zone in which days begin. */
export interface ShopClock {
  now: Date;
  timeZone: string;
}

function today({ now, timeZone }: ShopClock) {
  return sql`(${now}::timestamptz at time zone ${timeZone})::date`;
}

function startOfDay(clock: ShopClock, daysBack: number) {
  return sql`((${today(clock)} - ${daysBack}::int)::timestamp at time zone ${clock.timeZone})`;
}

export interface DayRow {
  /** Such as `2026-11-21`. */
  day: string;
  orders: number;
  revenue_paise: number;
  /** Orders before the present time of day. */
  orders_by_now: number;
  revenue_paise_by_now: number;
}

/** Orders of each of the last days, oldest first, including days without orders. */
export function selectDays(db: Queryable, clock: ShopClock, count: number): Promise<DayRow[]> {
  const isByNow = sql`placed::time <= (${clock.now}::timestamptz at time zone ${clock.timeZone})::time`;
  return db.query<DayRow>(sql`
    with sales as (
      select placed::date as day, count(*) as orders, sum(o.total_paise)::bigint as revenue_paise,
        count(*) filter (where ${isByNow}) as orders_by_now,
        sum(o.total_paise) filter (where ${isByNow})::bigint as revenue_paise_by_now
      from sales_order o cross join lateral (select o.created_at at time zone ${clock.timeZone} as placed) as local
      where o.created_at >= ${startOfDay(clock, count - 1)}
        -- An order of tomorrow is one of another clock.
        and o.created_at < ${startOfDay(clock, -1)}
      group by 1
    )
    select to_char(day, 'YYYY-MM-DD') as day, coalesce(orders, 0) as orders,
      coalesce(revenue_paise, 0) as revenue_paise, coalesce(orders_by_now, 0) as orders_by_now,
      coalesce(revenue_paise_by_now, 0) as revenue_paise_by_now
    from generate_series(0, ${count - 1}::int) as back
    cross join lateral (select ${today(clock)} - back as day) as calendar
    left join sales using (day)
    order by day`);
}

export interface InventoryCountsRow {
  products: number;
  out_of_stock: number;
  low_stock: number;
  /** Without a GST rate. */
  gst_unknown: number;
  items_sold: number;
  /** Orders of the last days that were paid by test payments, which no other number has. */
  test_orders: number;
  test_paise: number;
}

/** Numbers of active products, units sold today, and test payments of the last days. */
export async function selectCounts(
  db: Queryable,
  clock: ShopClock,
  testDays: number,
): Promise<InventoryCountsRow> {
  const [row] = await db.query<InventoryCountsRow>(sql`
    select count(*) as products, count(*) filter (where stock = 0) as out_of_stock,
      count(*) filter (where stock between 1 and ${lowStock()}) as low_stock,
      count(*) filter (where p.gst_basis_points is null) as gst_unknown,
      (select coalesce(sum(l.quantity), 0)::bigint
        from sales_order o join order_line l on l.order_id = o.id
        where o.created_at >= ${startOfDay(clock, 0)} and l.unavailable_at is null)
          as items_sold,
      (select count(*) from test_order where created_at >= ${startOfDay(clock, testDays - 1)}) as test_orders,
      (select coalesce(sum(total_paise), 0)::bigint from test_order
        where created_at >= ${startOfDay(clock, testDays - 1)}) as test_paise
    from product_stock s join product p on p.id = s.product_id where p.status = 'active'`);
  if (row === undefined) throw new Error('An aggregate returned no row.');
  return row;
}

export interface DeliveryPromiseRow {
  delivered: number;
  in_time: number;
}

/** Deliveries of the last days including today, and how many were on time. */
export async function selectDeliveryPromise(
  db: Queryable,
  clock: ShopClock,
  days: number,
): Promise<DeliveryPromiseRow> {
  const [row] = await db.query<DeliveryPromiseRow>(sql`
    select count(*) as delivered, count(*) filter (where arrived_at <= promised_by) as in_time
    from ${promisedDeliveries(startOfDay(clock, days - 1), startOfDay(clock, -1))}`);
  if (row === undefined) throw new Error('An aggregate returned no row.');
  return row;
}

/** Orders that are placed and not delivered yet, and those of them whose promised time is over. */
export function selectOpenOrders(
  db: Queryable,
  { now }: ShopClock,
): Promise<{ orders: number; late: number }> {
  return db.one(sql`
    select count(*) as orders, count(*) filter (where promised_by < ${now}) as late
    from customer_order where status in ('PLACED', 'PACKING', 'OUT_FOR_DELIVERY')`);
}

export interface ProductSalesRow {
  list: 'scarce' | 'top';
  id: string;
  name: string;
  image: string;
  unit: string;
  /** Null if the product was deleted. */
  stock: number | null;
  sold: number;
  /** Prices at which it was sold. */
  sales: (PricingInPaise & { quantity: number })[];
}

interface FigureQuery {
  /** Number of days including today. */
  days: number;
  scarceCount: number;
  topCount: number;
}

/** The scarcest active and the best-selling products; both ordered by sales. */
export function selectProductSales(
  db: Queryable,
  clock: ShopClock,
  { days, scarceCount, topCount }: FigureQuery,
): Promise<ProductSalesRow[]> {
  return db.query<ProductSalesRow>(sql`
    with week as materialized (
      select o.id from sales_order o where o.created_at >= ${startOfDay(clock, days - 1)}
    ), sold as materialized (
      select product_id, sum(quantity)::bigint as sold, max(name) as name, max(image) as image, max(unit) as unit,
        json_agg(json_build_object('pricePaise', price_paise, 'discountBasisPoints', discount_basis_points,
          'salePricePaise', sale_price_paise,
          'quantity', quantity)) as sales
      from (
        select l.product_id, l.price_paise, l.discount_basis_points, l.sale_price_paise, sum(l.quantity) as quantity,
          max(l.name) as name, max(l.image) as image, max(l.unit) as unit
        from week join order_line l on l.order_id = week.id
        -- Ids are ordered by time, so the lines of a week lie together in the index.
        where l.order_id >= (select min(id) from week) and l.unavailable_at is null
        group by l.product_id, l.price_paise, l.discount_basis_points, l.sale_price_paise
      ) as at_a_price
      group by product_id
    ), scarce as (
      select id, row_number() over (order by stock, coalesce(sold, 0) desc, lower(p.name), id) as position
      from product p join product_stock s on s.product_id = p.id left join sold on sold.product_id = p.id
      where p.status = 'active' and stock <= ${lowStock()}
      order by position limit ${scarceCount}
    ), top as (
      select product_id as id, row_number() over (order by sold desc, product_id) as position
      from sold order by position limit ${topCount}
    )
    select list, id, coalesce(p.name, s.name) as name, coalesce(p.images[1], s.image, '') as image,
      coalesce(p.unit, s.unit) as unit, stock, coalesce(s.sold, 0) as sold, coalesce(s.sales, '[]') as sales
    from (select 'scarce' as list, * from scarce union all select 'top' as list, * from top) as chosen
    left join product p using (id)
    left join product_stock on product_stock.product_id = id
    left join sold s on s.product_id = id
    order by list, position`);
}
