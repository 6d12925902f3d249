import sql from 'sql-template-tag';
import { toRupees } from '#contract/base/money.ts';
import { toPeriodUnit } from '#contract/reports/report-range.ts';
import type { Queryable } from '#server/database/connect.ts';
import type { Context } from '#server/http/context.ts';
import { getRefundsDue } from '#server/orders/order.service.ts';
import {
  type Column,
  type Span,
  type Spans,
  sumOf,
  toAmount,
  toAmountColumn,
  toCount,
  toPeriodChart,
  toPeriodTable,
  toTable,
  type WholeReport,
} from './report-parts.ts';
import { discountedPrice } from './sales-report.ts';

const causeTitles: Record<RefundCause, string> = {
  CANCELLED: 'Order cancelled',
  AFTER_DELIVERY: 'Products or fees refunded after the delivery',
  MISSING: 'Products missing before the delivery',
  OTHER: 'Paid more than was due',
};

const methodTitles: Record<RefundMethod, string> = {
  CARD: 'Card',
  CASH: 'Cash',
  UPI: 'UPI',
  CREDIT: 'Store credit',
  OTHER: 'Bank transfer and other',
};

const kindTitles: Record<ProblemKindRow['kind'], string> = {
  MISSING: 'Missing',
  DAMAGED: 'Damaged',
  WRONG_ITEM: 'Wrong product',
  BAD_QUALITY: 'Bad quality',
};

type Sums = Pick<RefundRow, 'refunds' | 'done' | 'pending'>;

const empty = 'Nothing was refunded in this range.';

/** Refunds of payments as the ledger has them, and the products that they are about. */
export async function readRefundsReport({ db }: Pick<Context, 'db'>, spans: Spans): Promise<WholeReport> {
  const rows = await selectRefunds(db, spans.range);
  const rowsBefore = await selectRefunds(db, spans.before);
  const credit = await selectReturnedCredit(db, spans.range);
  const creditBefore = await selectReturnedCredit(db, spans.before);
  const products = await selectRefundedProducts(db, spans.range);
  const kinds = await selectProblemKinds(db, spans.range);
  const due = await getRefundsDue({ db });
  const unit = toPeriodUnit(spans.range);
  const [now, before] = [addUp(rows), addUp(rowsBefore)];
  return {
    numbers: [
      toAmount('Refunded', now.done, before.done, 'bad'),
      toCount('Refunds', now.refunds, before.refunds, 'bad'),
      toAmount('Being sent to cards', now.pending, before.pending, 'neutral'),
      toAmount('Store credit returned', credit, creditBefore, 'neutral'),
      { title: 'Due by hand now', kind: 'amount', value: due.amount, before: null, rise: 'bad' },
    ],
    charts: [
      toPeriodChart({ title: 'Refunded', kind: 'amount', unit }, spans, {
        rows,
        rowsBefore,
        of: ({ done }) => toRupees(done),
      }),
    ],
    tables: [
      toPeriodTable(spans.range, unit, { subject: 'Refunds', columns, rows, addUp, empty }),
      toGroupTable({ key: 'reasons', title: 'Refunds by reason' }, rows, ({ cause }) => causeTitles[cause]),
      toGroupTable(
        { key: 'methods', title: 'Refunds by method' },
        rows,
        ({ method }) => methodTitles[method],
      ),
      toTable({
        key: 'products',
        title: 'Refunded and missing products',
        columns: productColumns,
        rows: products,
        empty: 'No product was refunded or missing in this range.',
        shownRows: 20,
        of: { kind: 'product', id: (row) => (row.is_deleted ? null : row.id) },
      }),
      toTable({
        key: 'problems',
        title: 'Reported problems with a refund',
        columns: problemColumns,
        rows: kinds,
        empty: 'No reported problem was refunded in this range.',
      }),
    ],
    notes: [],
  };
}

function addUp(rows: readonly Sums[]): Sums {
  return {
    refunds: sumOf(rows, ({ refunds }) => refunds),
    done: sumOf(rows, ({ done }) => done),
    pending: sumOf(rows, ({ pending }) => pending),
  };
}

function toGroupTable(
  names: { key: string; title: string },
  rows: readonly RefundRow[],
  titleOf: (row: RefundRow) => string,
) {
  const groups = [...Map.groupBy(rows, titleOf)].map(([title, own]) => ({ title, ...addUp(own) }));
  return toTable({
    ...names,
    columns: [
      { title: names.key === 'reasons' ? 'Reason' : 'Method', kind: 'text', of: ({ title }) => title },
      ...columns,
    ],
    rows: groups.toSorted((one, other) => other.done - one.done || other.pending - one.pending),
    empty,
  });
}

const columns: readonly Column<Sums>[] = [
  { title: 'Refunds', kind: 'count', of: ({ refunds }) => refunds, hasTotal: true },
  toAmountColumn('Refunded', ({ done }) => done),
  toAmountColumn('Being sent to cards', ({ pending }) => pending),
];

const productColumns: readonly Column<RefundedProductRow>[] = [
  { title: 'Product', kind: 'text', of: ({ name }) => name },
  { title: 'Unit', kind: 'text', of: ({ unit }) => unit },
  { title: 'Credit notes', kind: 'count', of: (row) => row.credit_notes, hasTotal: true },
  toAmountColumn('Refunded after hand-over', ({ refunded }) => refunded),
  { title: 'Pieces missing', kind: 'count', of: (row) => row.missing_pieces, hasTotal: true },
  toAmountColumn('Value of missing pieces', ({ missing }) => missing),
];

const problemColumns: readonly Column<ProblemKindRow>[] = [
  { title: 'Problem', kind: 'text', of: ({ kind }) => kindTitles[kind] },
  { title: 'Pieces', kind: 'count', of: ({ pieces }) => pieces, hasTotal: true },
  { title: 'Reports', kind: 'count', of: ({ reports }) => reports },
];

type RefundCause = 'CANCELLED' | 'AFTER_DELIVERY' | 'MISSING' | 'OTHER';
type RefundMethod = 'CARD' | 'CASH' | 'UPI' | 'CREDIT' | 'OTHER';

/** Refunds of the ledger on a day. */
interface RefundRow {
  day: string;
  cause: RefundCause;
  method: RefundMethod;
  refunds: number;
  /** In paise. */
  done: number;
  /** To the card, not confirmed by the payment provider. */
  pending: number;
}

// No money moves back for a test payment.
const isOfMoney = sql`provider is distinct from 'sandbox'`;

/**
 * Refunds that were paid, by the day of the payment, and those that are being sent, by the day on which they were
 * created.
 */
function selectRefunds(db: Queryable, { start, end, timeZone }: Span): Promise<RefundRow[]> {
  return db.query<RefundRow>(sql`
    with refund as (
      select order_id, created_at, provider, amount_paise, status, coalesce(counts_at, settled_at) as at
      from ledger_entry
      where kind = 'REFUND' and status = 'DONE' and ${isOfMoney} and coalesce(counts_at, settled_at) >= ${start}
        and coalesce(counts_at, settled_at) < ${end}
      union all
      select order_id, created_at, provider, amount_paise, status, created_at from ledger_entry
      where kind = 'REFUND' and status = 'PENDING' and ${isOfMoney} and created_at >= ${start} and created_at < ${end}
    )
    select to_char((r.at at time zone ${timeZone})::date, 'YYYY-MM-DD') as day,
      case when o.status = 'CANCELLED' then 'CANCELLED'
        when r.created_at >= o.delivered_at and o.bill @> '[{"kind": "REFUND"}]' then 'AFTER_DELIVERY'
        when o.bill @> '[{"kind": "UNAVAILABLE"}]' then 'MISSING'
        else 'OTHER' end as cause,
      case when r.provider in ('cash', 'upi', 'credit') then upper(r.provider) when r.provider is null then 'OTHER'
        else 'CARD' end as method,
      count(*) as refunds, coalesce(sum(r.amount_paise) filter (where r.status = 'DONE'), 0)::bigint as done,
      coalesce(sum(r.amount_paise) filter (where r.status = 'PENDING'), 0)::bigint as pending
    from refund r join customer_order o on o.id = r.order_id
    group by 1, 2, 3 order by 1, 2, 3`);
}

/** Store credit in paise that paid for orders and was returned, because they were cancelled or cost less. */
async function selectReturnedCredit(db: Queryable, { start, end }: Span): Promise<number> {
  const { paise } = await db.one<{ paise: number }>(sql`
    select coalesce(sum(amount_paise), 0)::bigint as paise from store_credit_entry
    where kind = 'RETURN' and created_at >= ${start} and created_at < ${end}`);
  return paise;
}

interface RefundedProductRow {
  id: string;
  name: string;
  unit: string;
  is_deleted: boolean;
  /** By credit notes, in paise with tax. */
  refunded: number;
  credit_notes: number;
  missing_pieces: number;
  /** In paise, after the discount of the product. */
  missing: number;
}

/** Products that were refunded after the hand-over, or missing before it, in a range. */
function selectRefundedProducts(db: Queryable, { start, end }: Span): Promise<RefundedProductRow[]> {
  return db.query<RefundedProductRow>(sql`
    with change as (
      select l.product_id as id, -l.goods_paise as refunded, 1 as credit_notes, 0 as missing_pieces, 0 as missing, '' as name,
        '' as unit, l.document_id
      from invoiced_line l
      where l.issued_at >= ${start} and l.issued_at < ${end} and l.is_credit and l.goods_paise < 0
        and l.quantity = 0
      union all
      select l.product_id, 0, 0, l.quantity, ${discountedPrice()} * l.quantity, l.name, l.unit, null
      from order_line l where l.unavailable_at >= ${start} and l.unavailable_at < ${end}
        and not exists (select from test_order t where t.id = l.order_id)
      union all
      select l.product_id, 0, 0, l.ordered_quantity - l.quantity, ${discountedPrice()} * (l.ordered_quantity - l.quantity),
        l.name, l.unit, null
      from order_picking k join order_line l using (order_id)
      where k.packed_at >= ${start} and k.packed_at < ${end} and l.ordered_quantity > l.quantity
        and l.step_grams is null
        and not exists (select from test_order t where t.id = l.order_id)
    ), product_change as (
      select id, sum(refunded)::bigint as refunded, sum(credit_notes)::bigint as credit_notes,
        sum(missing_pieces)::bigint as missing_pieces, sum(missing)::bigint as missing, max(name) as name, max(unit) as unit,
        max(document_id) as document_id
      from change group by id
    )
    select c.id, coalesce(p.name, nullif(c.name, ''), former.name, '') as name, coalesce(p.unit, nullif(c.unit, ''), former.unit, '') as unit,
      p.id is null as is_deleted, refunded, credit_notes, missing_pieces, missing
    from product_change c left join product p on p.id = c.id
    left join lateral (
      select f.name, f.unit from tax_document d join order_line f on f.order_id = d.order_id and f.product_id = c.id
      where d.id = c.document_id and p.id is null limit 1
    ) former on true
    order by refunded + missing desc, c.id`);
}

interface ProblemKindRow {
  kind: 'MISSING' | 'DAMAGED' | 'WRONG_ITEM' | 'BAD_QUALITY';
  reports: number;
  pieces: number;
}

/** What was wrong with the items of the reported problems that were decided with a refund in a range. */
function selectProblemKinds(db: Queryable, { start, end }: Span): Promise<ProblemKindRow[]> {
  return db.query<ProblemKindRow>(sql`
    select l.kind, count(distinct r.id) as reports, sum(l.quantity)::bigint as pieces
    from problem_report r join problem_line l on l.report_id = r.id
    where r.decided_at >= ${start} and r.decided_at < ${end} and r.refunded_paise > 0
    group by l.kind order by pieces desc, l.kind`);
}
