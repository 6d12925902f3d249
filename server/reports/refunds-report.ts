import { toRupees } from '#contract/base/money.ts';
import { toPeriodUnit } from '#contract/reports/report-range.ts';
import type { Context } from '#server/http/context.ts';
import { getRefundsDue } from '#server/orders/order.service.ts';
import {
  type ProblemKindRow,
  type RefundCause,
  type RefundedProductRow,
  type RefundMethod,
  type RefundRow,
  selectProblemKinds,
  selectRefundedProducts,
  selectRefunds,
  selectReturnedCredit,
} from './refund.queries.ts';
import type { Spans } from './report-parts.ts';
import {
  type Column,
  sumOf,
  toAmount,
  toAmountColumn,
  toCount,
  toPeriodChart,
  toPeriodTable,
  toTable,
  type WholeReport,
} from './report-parts.ts';

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
