import type { ParsedInput } from '#contract/api.ts';
import { toRupees } from '#contract/base/money.ts';
import { toShopTime } from '#contract/base/zoned-time.ts';
import type { ReceiptRegister } from '#contract/payments/receipt-register.ts';
import { receiptColumns } from '#contract/tax/accounting.ts';
import type { Context } from '#server/http/context.ts';
import type { Table } from '#server/table-files/table-file.ts';
import * as queries from './day-sheet.queries.ts';

type RegisterContext = Pick<Context, 'db' | 'now' | 'timeZone'>;

/** What was received and refunded on the days of a month, by default the present one, or in a financial year. */
export async function getReceiptRegister(
  { db, now, timeZone }: RegisterContext,
  { month: chosen, by }: ParsedInput<'getReceiptRegister'>,
): Promise<ReceiptRegister> {
  const month = chosen ?? (await queries.selectToday(db, now(), timeZone)).slice(0, 7);
  const rows = await queries.selectReceiptSums(db, toDays(month, by, timeZone), by);
  const real = rows.filter((row) => !row.is_test);
  const groups = Map.groupBy(real, ({ period, is_refund: isRefund }) => `${period} ${isRefund}`);
  return {
    month,
    by,
    rows: [...groups.values()].flatMap((group) => {
      const [first] = group;
      if (first === undefined) return [];
      const kind = first.is_refund ? ('REFUNDED' as const) : ('RECEIVED' as const);
      return [{ period: first.period, kind, ...toAmounts(group) }];
    }),
    received: toAmounts(real.filter((row) => !row.is_refund)),
    refunded: toAmounts(real.filter((row) => row.is_refund)),
    net: toAmounts(real),
    testAmt: sumOf(rows.filter((row) => row.is_test)),
  };
}

/** The register as a table: each receipt and refund of a month, or the sums of its days or of a financial year. */
export async function getReceiptTable(
  context: RegisterContext,
  month: string,
  kind: 'line' | 'day' | 'month',
): Promise<Table> {
  if (kind !== 'line') {
    const { rows } = await getReceiptRegister(context, { month, by: kind });
    return {
      columns: [
        { title: kind === 'day' ? 'Day' : 'Month', kind: 'text', width: 12 },
        { title: 'Kind', kind: 'text', width: 12 },
        ...receiptColumns.map(([, title]) => ({ title, kind: 'amount' as const, width: 14 })),
      ],
      rows: rows.map((row) => [
        row.period,
        kindTexts[row.kind],
        ...receiptColumns.map(([name]) => row[name]),
      ]),
    };
  }
  const rows = await queries.selectReceipts(context.db, toDays(month, 'day', context.timeZone));
  return {
    columns: lineColumns,
    rows: rows.map((row) => [
      ...[row.day, toShopTime(row.at.toISOString()), row.order_number, lineTexts[row.kind]],
      ...[methodTexts[row.method], toRupees(row.paise), row.reference ?? '', row.recorded_by ?? ''],
      row.reason ?? '',
    ]),
  };
}

/** The month, or its financial year from April to March. */
function toDays(month: string, by: 'day' | 'month', timeZone: string): queries.StoreDays {
  const [year = 0, number = 0] = month.split('-').map(Number);
  const lastOf = (lastYear: number, lastNumber: number) =>
    new Date(Date.UTC(lastYear, lastNumber, 0)).toISOString().slice(0, 10);
  if (by === 'day') return { first: `${month}-01`, last: lastOf(year, number), timeZone };
  const start = number >= 4 ? year : year - 1;
  return { first: `${start}-04-01`, last: lastOf(start + 1, 3), timeZone };
}

const sumOf = (rows: readonly queries.ReceiptSumRow[]) =>
  toRupees(rows.reduce((sum, { paise }) => sum + paise, 0));

function toAmounts(rows: readonly queries.ReceiptSumRow[]): ReceiptRegister['net'] {
  const of = (method: queries.ReceiptSumRow['method']) => sumOf(rows.filter((row) => row.method === method));
  return {
    cash: of('CASH'),
    upi: of('UPI'),
    card: of('CARD'),
    other: of('OTHER'),
    credit: of('CREDIT'),
    total: sumOf(rows),
  };
}

const kindTexts = { RECEIVED: 'Received', REFUNDED: 'Refunded' } as const;
const lineTexts = { PAYMENT: 'Receipt', REFUND: 'Refund', REVERSAL: 'Correction' } as const;
const methodTexts = {
  CASH: 'Cash',
  UPI: 'UPI',
  CARD: 'Card',
  OTHER: 'Other',
  CREDIT: 'Store credit',
  TEST: 'Test payment',
} as const;

const lineColumns: Table['columns'] = [
  { title: 'Day', kind: 'text', width: 12 },
  { title: 'Time', kind: 'text', width: 28 },
  { title: 'Order', kind: 'text', width: 16 },
  { title: 'Kind', kind: 'text', width: 12 },
  { title: 'Method', kind: 'text', width: 14 },
  { title: 'Amount', kind: 'amount', width: 14 },
  { title: 'Reference', kind: 'text', width: 32 },
  { title: 'Recorded by', kind: 'text', width: 20 },
  { title: 'Note', kind: 'text', width: 36 },
];
