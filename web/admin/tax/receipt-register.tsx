import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { formatSignedPaise, toPaise } from '#contract/base/money.ts';
import { tableFormats } from '#contract/base/table-file.ts';
import type { ReceiptRegister as Register } from '#contract/payments/receipt-register.ts';
import { receiptColumns, receiptRegisterPath } from '#contract/tax/accounting.ts';
import { formatDay } from '#web/admin/formats.ts';
import { DownloadButtons, Loaded } from '#web/admin/page-parts.tsx';
import { callApiOrThrow } from '#web/api/client.ts';

const units = [
  ['day', 'By day'],
  ['month', 'By month'],
] as const;

const files = [
  ['line', 'Each receipt and refund'],
  ['day', 'Sums by day'],
  ['month', 'Sums by month of the financial year'],
] as const;

/** What was received and refunded for orders, by day of the month or by month of its financial year. */
export function ReceiptRegister({
  month,
  monthName,
}: {
  month: string;
  monthName: (month: string) => string;
}) {
  const [by, setBy] = useState<Register['by']>('day');
  const register = useQuery({
    queryKey: ['receipt-register', month, by],
    queryFn: async ({ signal }) =>
      (await callApiOrThrow('getReceiptRegister', { month, by }, { signal })).data,
    staleTime: 0,
  });
  return (
    <section className="rounded-lg border border-line bg-surface p-3 sm:p-4">
      <h2 className="mb-2 text-lg">Register of receipts</h2>
      <p className="mb-3 max-w-prose text-sm text-ink-soft">
        Money received and refunded, on the day of the payment as in day end; refunds are negative. Store
        credit counts when it pays an order. Invoices count when an order is handed over, which can be another
        day.
      </p>
      <ul className="mb-4 grid gap-x-8 gap-y-3 sm:grid-cols-2">
        {files.map(([table, title]) => (
          <li key={table} className="flex items-center justify-between gap-2">
            <span className="min-w-0">{title}</span>
            <DownloadButtons
              title={title}
              formats={tableFormats}
              pathOf={(format) => `${receiptRegisterPath}?${new URLSearchParams({ month, table, format })}`}
              name={`receipts-by-${table}-${month}`}
            />
          </li>
        ))}
      </ul>
      <fieldset className="mb-3 flex gap-2">
        <legend className="sr-only">Sums</legend>
        {units.map(([unit, label]) => (
          <label
            key={unit}
            className="inline-flex min-h-11 cursor-pointer items-center gap-2 rounded-md border border-line px-3 has-checked:border-leaf has-checked:bg-leaf-soft"
          >
            <input
              type="radio"
              name="register-unit"
              checked={by === unit}
              onChange={() => setBy(unit)}
              className="size-5 flex-none accent-leaf"
            />
            {label}
          </label>
        ))}
      </fieldset>
      <Loaded query={register} subject="the register">
        {(data) => (
          <>
            {data.testAmt !== 0 && (
              <p className="mb-3 rounded-lg bg-sunken px-4 py-3">
                Test payments of {money(data.testAmt)} are not in this register: no money moved.
              </p>
            )}
            {data.rows.length === 0 ? (
              <p className="text-ink-soft">Nothing was received or refunded.</p>
            ) : (
              <Sums
                register={data}
                nameOf={(period) => (data.by === 'day' ? formatDay(period, 'long') : monthName(period))}
              />
            )}
          </>
        )}
      </Loaded>
    </section>
  );
}

const money = (amount: number) => formatSignedPaise(toPaise(amount));

function Sums({ register, nameOf }: { register: Register; nameOf: (period: string) => string }) {
  const { rows, received, refunded, net } = register;
  const cells = (amounts: Register['net']) =>
    receiptColumns.map(([name]) => (
      <td key={name} className="py-2 pl-3 text-right whitespace-nowrap">
        {money(amounts[name])}
      </td>
    ));
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: the keyboard scrolls it
    <section className="overflow-x-auto" tabIndex={0} aria-label="Register of receipts">
      <table className="w-full text-sm tabular-nums">
        <thead className="text-ink-soft">
          <tr className="border-b border-line">
            <th scope="col" className="py-2 pr-3 text-left font-semibold">
              {register.by === 'day' ? 'Day' : 'Month'}
            </th>
            {receiptColumns.map(([name, title]) => (
              <th key={name} scope="col" className="py-2 pl-3 text-right font-semibold">
                {title}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={`${row.period} ${row.kind}`} className="border-b border-line">
              <th scope="row" className="py-2 pr-3 text-left font-normal whitespace-nowrap">
                {nameOf(row.period)}
                {row.kind === 'REFUNDED' && <span className="ml-2 text-ink-soft">refunded</span>}
              </th>
              {cells(row)}
            </tr>
          ))}
        </tbody>
        <tfoot className="font-semibold">
          {(
            [
              ['Received', received],
              ['Refunded', refunded],
              ['Net', net],
            ] as const
          ).map(([title, amounts]) => (
            <tr key={title}>
              <th scope="row" className="py-2 pr-3 text-left">
                {title}
              </th>
              {cells(amounts)}
            </tr>
          ))}
        </tfoot>
      </table>
    </section>
  );
}
