import sql from 'sql-template-tag';
import { toRupees } from '#contract/base/money.ts';
import { toPeriodUnit } from '#contract/reports/report-range.ts';
import type { Queryable } from '#server/database/connect.ts';
import type { Context } from '#server/http/context.ts';
import {
  type Column,
  type ReportNumber,
  type Span,
  type Spans,
  sumOf,
  toAmount,
  toAmountColumn,
  toCount,
  toPeriodChart,
  toPeriodTable,
  type WholeReport,
} from './report-parts.ts';

type Sums = Omit<SalesDayRow, 'day'>;

/**
 * Sales of the orders that were placed in the range: item value − discounts + fees − refunds + rounding = net sales.
 */
export async function readSalesReport({ db }: Pick<Context, 'db'>, spans: Spans): Promise<WholeReport> {
  // One after the other: a report takes one connection from shoppers.
  const rows = await selectSalesDays(db, spans.range);
  const rowsBefore = await selectSalesDays(db, spans.before);
  const unit = toPeriodUnit(spans.range);
  const chart = { rows, rowsBefore };
  return {
    numbers: toNumbers(addUp(rows), addUp(rowsBefore)),
    charts: [
      toPeriodChart({ title: 'Net sales', kind: 'amount', unit }, spans, {
        ...chart,
        of: ({ net }) => toRupees(net),
      }),
      toPeriodChart({ title: 'Orders', kind: 'count', unit }, spans, {
        ...chart,
        of: ({ orders }) => orders,
      }),
    ],
    tables: [
      toPeriodTable(spans.range, unit, {
        subject: 'Sales',
        columns,
        rows,
        addUp,
        empty: 'No orders were placed in this range.',
      }),
    ],
    notes: [],
  };
}

function addUp(rows: readonly SalesDayRow[]): Sums {
  return {
    orders: sumOf(rows, ({ orders }) => orders),
    gross: sumOf(rows, ({ gross }) => gross),
    items: sumOf(rows, ({ items }) => items),
    offers: sumOf(rows, ({ offers }) => offers),
    fees: sumOf(rows, ({ fees }) => fees),
    refunds: sumOf(rows, ({ refunds }) => refunds),
    rounding: sumOf(rows, ({ rounding }) => rounding),
    net: sumOf(rows, ({ net }) => net),
    open: sumOf(rows, ({ open }) => open),
  };
}

/** Negative: of the products, of offers and coupons. */
const discountsOf = ({ gross, items, offers }: Sums) => items - gross + offers;
/** Rounded to the paisa. */
const averageOf = ({ orders, net }: Sums) => (orders === 0 ? null : Math.round(net / orders));

function toNumbers(now: Sums, before: Sums): ReportNumber[] {
  return [
    toAmount('Net sales', now.net, before.net, 'good'),
    toAmount('Not delivered yet', now.open, before.open, 'neutral'),
    toCount('Orders', now.orders, before.orders, 'good'),
    toAmount('Average order', averageOf(now), averageOf(before), 'good'),
    toAmount('Product value', now.gross, before.gross, 'good'),
    toAmount('Discounts', discountsOf(now), discountsOf(before), 'neutral'),
    toAmount('Delivery and fees', now.fees, before.fees, 'good'),
    toAmount('Refunded products', now.refunds, before.refunds, 'neutral'),
    toAmount('Rounding', now.rounding, before.rounding, 'neutral'),
  ];
}

const columns: readonly Column<Sums>[] = [
  { title: 'Orders', kind: 'count', of: ({ orders }) => orders, hasTotal: true },
  toAmountColumn('Product value', ({ gross }) => gross),
  toAmountColumn('Discounts', discountsOf),
  toAmountColumn('Delivery and fees', ({ fees }) => fees),
  toAmountColumn('Refunded products', ({ refunds }) => refunds),
  toAmountColumn('Rounding', ({ rounding }) => rounding),
  toAmountColumn('Net sales', ({ net }) => net),
  toAmountColumn('Not delivered yet', ({ open }) => open),
];

/** SQL condition for an order `o` that was placed in a range. */
function isPlacedWithin({ start, end }: Span) {
  return sql`o.created_at >= ${start} and o.created_at < ${end}`;
}

/** Of the orders that were placed on a day, in paise. */
export interface SalesDayRow {
  day: string;
  orders: number;
  /** Pieces at their price before any discount, without those that could not be delivered. */
  gross: number;
  /** After the discounts of the products. */
  items: number;
  /** Offers and coupons; negative. */
  offers: number;
  /** Delivery and other charges, less what offers make free. */
  fees: number;
  /** Refunds of items and charges after the delivery; negative. */
  refunds: number;
  /** To the rupee. */
  rounding: number;
  /** What the orders cost now: `items`, `offers`, `fees`, `refunds` and `rounding`. */
  net: number;
  /** Of `net`: what is not delivered yet, and therefore not invoiced. */
  open: number;
}

/** Days without orders have no row. */
export function selectSalesDays(db: Queryable, span: Span): Promise<SalesDayRow[]> {
  return db.query<SalesDayRow>(sql`
    with by_day as (
      select (o.created_at at time zone ${span.timeZone})::date as day, count(*) as orders,
        sum(o.sub_total_paise)::bigint as gross, sum(bill.items)::bigint as items, sum(bill.offers)::bigint as offers,
        sum(bill.fees)::bigint as fees, sum(bill.refunds)::bigint as refunds,
        sum(bill.rounding)::bigint as rounding, sum(o.total_paise)::bigint as net,
        coalesce(sum(o.total_paise) filter (where o.status <> 'DELIVERED'), 0)::bigint as open
      from sales_order o cross join lateral (
        select coalesce(sum(amount_paise) filter (where kind in ('ITEMS', 'UNAVAILABLE')), 0) as items,
          coalesce(sum(amount_paise) filter (where kind in ('OFFER', 'COUPON')), 0) as offers,
          coalesce(sum(amount_paise) filter (where kind in ('DELIVERY', 'SMALL_ORDER', 'HANDLING', 'DELIVERY_DISCOUNT')), 0) as fees,
          coalesce(sum(amount_paise) filter (where kind = 'REFUND'), 0) as refunds,
          coalesce(sum(amount_paise) filter (where kind = 'ROUNDING'), 0) as rounding
        from jsonb_to_recordset(o.bill) as line (kind text, amount_paise bigint)
      ) bill
      where ${isPlacedWithin(span)}
      group by 1
    )
    select to_char(day, 'YYYY-MM-DD') as day, orders, gross, items, offers, fees, refunds, rounding, net, open from by_day order by day`);
}

/** Orders that were placed in a range and paid by test payments, which no number of the reports has. */
export function selectTestOrders(db: Queryable, span: Span): Promise<{ orders: number; paise: number }> {
  return db.one(sql`
    select count(*) as orders, coalesce(sum(total_paise), 0)::bigint as paise
    from test_order o where ${isPlacedWithin(span)}`);
}

/** What was sold of a product, by the orders of a range. */
export interface ProductSalesRow {
  id: string;
  name: string;
  unit: string;
  pieces: number;
  /** After the discount of the product, in paise. */
  value: number;
  orders: number;
  /** Null if the product was deleted. */
  stock: number | null;
}

/** SQL for the price of a piece of the line `l` after the discount of the product, as `paidPricePaise`. */
export function discountedPrice() {
  return sql`coalesce(l.sale_price_paise,
    greatest(0, l.price_paise - (l.price_paise::bigint * l.discount_basis_points + 999999) / 1000000 * 100))`;
}

/** All products that were sold in a range, those with the highest value first. */
export function selectProductSales(db: Queryable, span: Span): Promise<ProductSalesRow[]> {
  return db.query<ProductSalesRow>(sql`
    with sold as materialized (
      select l.product_id as id, sum(l.quantity)::bigint as pieces, sum(${discountedPrice()} * l.quantity)::bigint as value,
        count(*) as orders, max(l.name) as name, max(l.unit) as unit
      from sales_order o join order_line l on l.order_id = o.id
      where ${isPlacedWithin(span)} and l.unavailable_at is null
      group by l.product_id
    )
    select id, coalesce(p.name, sold.name) as name, coalesce(p.unit, sold.unit) as unit, sold.pieces, value, orders, s.pieces as stock
    from sold left join product p using (id) left join product_stock s on s.product_id = id
    order by value desc, pieces desc, id`);
}

export interface UnsoldRow {
  id: string;
  name: string;
  unit: string;
  stock: number;
  price_paise: number;
  cost_price_paise: number | null;
}

/** Active products that are in stock and are not among `soldIds`, those with the most money in stock first. */
export function selectUnsold(db: Queryable, soldIds: readonly string[]): Promise<UnsoldRow[]> {
  return db.query<UnsoldRow>(sql`
    select p.id, p.name, p.unit, s.pieces as stock, p.price_paise, p.cost_price_paise
    from product p join product_stock s on s.product_id = p.id
    where p.status = 'active' and s.stock > 0 and not p.id = any (${[...soldIds]}::text[])
    order by s.pieces::bigint * coalesce(p.cost_price_paise, p.price_paise) desc, p.id`);
}

export interface CategorySalesRow {
  /** Empty for products without a category and deleted ones. */
  id: string;
  name: string;
  products: number;
  pieces: number;
  /** After the discounts of the products, in paise. */
  value: number;
}

/**
 * What was sold by category, the highest value first. A product counts in the first of its present categories by
 * name.
 */
export function selectCategorySales(db: Queryable, span: Span): Promise<CategorySalesRow[]> {
  return db.query<CategorySalesRow>(sql`
    with sold as materialized (
      select l.product_id, sum(l.quantity)::bigint as pieces, sum(${discountedPrice()} * l.quantity)::bigint as value
      from sales_order o join order_line l on l.order_id = o.id
      where ${isPlacedWithin(span)} and l.unavailable_at is null
      group by l.product_id
    ), first_category as (
      select distinct on (pc.product_id) pc.product_id, c.id, c.name
      from product_category pc join category c on c.id = pc.category_id
      order by pc.product_id, lower(c.name), c.id
    )
    select coalesce(c.id, '') as id, coalesce(max(c.name), 'No category or deleted') as name, count(*) as products,
      sum(pieces)::bigint as pieces, sum(value)::bigint as value
    from sold left join first_category c using (product_id)
    group by coalesce(c.id, '') order by value desc, id`);
}
