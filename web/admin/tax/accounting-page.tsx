import { useQuery } from '@tanstack/react-query';
import { ChevronLeft, ChevronRight } from 'lucide-react';
import { type ReactNode, useId, useState } from 'react';
import type { EndpointResponse } from '#contract/api.ts';
import { formatPaise, formatSignedPaise, toPaise } from '#contract/base/money.ts';
import { type TableFormat, tableFormats } from '#contract/base/table-file.ts';
import { toShopDate } from '#contract/base/zoned-time.ts';
import {
  type AccountingReport,
  accountingExportPath,
  accountingReports,
  accountingTitles,
  closingStockPath,
  gstr1Path,
} from '#contract/tax/accounting.ts';
import { toStateLabel } from '#contract/tax/place-of-supply.ts';
import { OrdersLink } from '#web/admin/next-steps.tsx';
import { DownloadButtons, Loaded, PageHeading, staffMeta } from '#web/admin/page-parts.tsx';
import { StaffLink } from '#web/admin/staff-link.tsx';
import { useUrlParameters } from '#web/admin/url-parameters.ts';
import { callApiOrThrow } from '#web/api/client.ts';
import { IconButton } from '#web/ui/button.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { ReceiptRegister } from './receipt-register.tsx';

type Summary = EndpointResponse<'getAccountingMonth'>['data'];

export const meta = staffMeta('Accounting');

/** `/dashboard/accounting`: tax of a month, and files for the accountant. */
export default function AccountingPage() {
  const [parameters, change] = useUrlParameters<'month'>();
  const present = toShopDate(new Date()).slice(0, 7);
  const chosen = parameters.get('month') ?? '';
  const month = /^20\d{2}-(?:0[1-9]|1[0-2])$/.test(chosen) ? chosen : present;
  const summary = useQuery({
    queryKey: ['accounting', month],
    queryFn: async ({ signal }) => (await callApiOrThrow('getAccountingMonth', { month }, { signal })).data,
    staleTime: 0,
  });
  return (
    <>
      <PageHeading title="Accounting">
        <MonthChoice month={month} present={present} onChoose={(next) => change({ month: next })} />
      </PageHeading>
      <p className="mb-4 text-sm text-ink-soft">
        Invoices less credit notes by their day in India: orders that were handed over, without test payments.
      </p>
      <Loaded query={summary} subject="the month">
        {(data) => (
          <div className="max-w-5xl space-y-4">
            {!data.isRegistered && <Unregistered />}
            {data.testDocuments > 0 && (
              <p className="rounded-lg bg-sunken px-4 py-3">
                {data.testDocuments === 1
                  ? '1 document'
                  : `${data.testDocuments.toLocaleString('en-IN')} documents`}{' '}
                of test payments {data.testDocuments === 1 ? 'has a number' : 'have numbers'} of the series
                TEST and {data.testDocuments === 1 ? 'is' : 'are'} not in these files.
              </p>
            )}
            <UnknownRates {...data.gstUnknown} />
            <HsnDoubts doubts={data.hsnDoubts} />
            <Downloads month={month} isRegistered={data.isRegistered} />
            <ReceiptRegister month={month} monthName={monthName} />
            <ClosingStock key={month} month={month} />
            <Documents summary={data} />
            <Sales summary={data} />
          </div>
        )}
      </Loaded>
    </>
  );
}

function addMonths(month: string, count: number): string {
  const [year = 0, number = 0] = month.split('-').map(Number);
  return new Date(Date.UTC(year, number - 1 + count)).toISOString().slice(0, 7);
}

interface MonthChoiceProps {
  month: string;
  present: string;
  onChoose: (month: string) => void;
}

function MonthChoice({ month, present, onChoose }: MonthChoiceProps) {
  return (
    <div className="flex items-center gap-1">
      <IconButton label="Previous month" onClick={() => onChoose(addMonths(month, -1))}>
        <ChevronLeft aria-hidden="true" className="size-5" />
      </IconButton>
      <select
        aria-label="Month"
        value={month}
        onChange={({ target }) => onChoose(target.value)}
        className="h-11 rounded-md border border-line bg-surface px-3"
      >
        {listMonths(month, present).map((each) => (
          <option key={each} value={each}>
            {monthName(each)}
          </option>
        ))}
      </select>
      <IconButton
        label="Next month"
        disabled={month >= present}
        onClick={() => onChoose(addMonths(month, 1))}
      >
        <ChevronRight aria-hidden="true" className="size-5" />
      </IconButton>
    </div>
  );
}

/** The last three years and the chosen month, newest first. */
function listMonths(month: string, present: string): string[] {
  const months = Array.from({ length: 36 }, (_, back) => addMonths(present, -back));
  return [...new Set([...months, month])].toSorted().toReversed();
}

const monthFormat = new Intl.DateTimeFormat('en-IN', { month: 'long', year: 'numeric', timeZone: 'UTC' });

function monthName(month: string): string {
  return monthFormat.format(new Date(`${month}-01T00:00:00Z`));
}

function Card({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="rounded-lg border border-line bg-surface p-3 sm:p-4">
      <h2 className="mb-2 text-lg">{title}</h2>
      {children}
    </section>
  );
}

function UnknownRates({ lines, totalAmt }: Summary['gstUnknown']) {
  if (lines === 0) return null;
  return (
    <p className="rounded-lg bg-marigold-soft px-4 py-3">
      {lines === 1 ? '1 line' : `${lines.toLocaleString('en-IN')} lines`} of {money(totalAmt)} had no GST rate
      when ordered and {lines === 1 ? 'was' : 'were'} invoiced without tax.{' '}
      <StaffLink to="/dashboard/product?status=active&gst=unknown" className={linkClass}>
        Enter GST rates
      </StaffLink>
    </p>
  );
}

/** Products whose HSN code the GST portal would refuse. */
function HsnDoubts({ doubts }: { doubts: Summary['hsnDoubts'] }) {
  if (doubts.length === 0) return null;
  return (
    <div className="rounded-lg bg-marigold-soft px-4 py-3">
      <p>
        HSN codes to check.{' '}
        <StaffLink to="/dashboard/product?status=active&hsn=missing" className={linkClass}>
          Products without a code
        </StaffLink>
      </p>
      <ul className="mt-2 text-sm wrap-anywhere">
        {doubts.map(({ name, hsn, doubt }) => (
          <li key={`${name} ${hsn}`}>
            {name}: {doubt}
          </li>
        ))}
      </ul>
    </div>
  );
}

function Unregistered() {
  return (
    <p className="rounded-lg bg-marigold-soft px-4 py-3">
      The store has no GSTIN, so its orders get bills of supply, without tax.{' '}
      <StaffLink to="/dashboard/settings#legal" className={linkClass}>
        Enter the GSTIN in the settings
      </StaffLink>
    </p>
  );
}

function Downloads({ month, isRegistered }: { month: string; isRegistered: boolean }) {
  const pathOf = (report: AccountingReport) => (format: TableFormat) =>
    `${accountingExportPath}?${new URLSearchParams({ month, report, format })}`;
  return (
    <Card title="Files for the accountant">
      <ul className="grid gap-x-8 gap-y-3 sm:grid-cols-2">
        {accountingReports.map((report) => (
          <li key={report} className="flex items-center justify-between gap-2">
            <span className="min-w-0">{accountingTitles[report]}</span>
            <DownloadButtons
              title={accountingTitles[report]}
              formats={tableFormats}
              pathOf={pathOf(report)}
              name={`${report}-${month}`}
            />
          </li>
        ))}
        {isRegistered && (
          <li className="flex items-center justify-between gap-2">
            <span className="min-w-0">GSTR-1 for the GST portal</span>
            <DownloadButtons
              title="GSTR-1 for the GST portal"
              formats={['json']}
              pathOf={() => `${gstr1Path}?${new URLSearchParams({ month })}`}
              name={`gstr-1-${month}`}
            />
          </li>
        )}
      </ul>
    </Card>
  );
}

/** Stock and value of all products at the end of a day: first of the last one of the month, or today. */
function ClosingStock({ month }: { month: string }) {
  const id = useId();
  const today = toShopDate(new Date());
  const lastDay = toShopDate(new Date(Date.parse(`${addMonths(month, 1)}-01T00:00:00+05:30`) - 1));
  const [date, setDate] = useState(lastDay < today ? lastDay : today);
  return (
    <Card title="Closing stock">
      <p className="mb-3 max-w-prose text-sm text-ink-soft">
        The stock of each product at the end of a day, valued at the current cost price. Products of orders
        that are not handed over are included; a column says how many.
      </p>
      <div className="flex flex-wrap items-end justify-between gap-3">
        <div>
          <label htmlFor={id} className="mb-1 block text-sm font-semibold">
            End of the day
          </label>
          <input
            id={id}
            type="date"
            required
            max={today}
            value={date}
            onChange={({ target }) => {
              if (target.value !== '') setDate(target.value);
            }}
            className="h-11 rounded-md border border-line bg-surface px-3"
          />
        </div>
        <DownloadButtons
          title="Closing stock"
          formats={tableFormats}
          pathOf={(format) => `${closingStockPath}?${new URLSearchParams({ date, format })}`}
          name={`closing-stock-${date}`}
        />
      </div>
    </Card>
  );
}

const kindLabels = {
  TAX_INVOICE: ['tax invoice', 'tax invoices'],
  BILL_OF_SUPPLY: ['bill of supply', 'bills of supply'],
  CREDIT_NOTE: ['credit note', 'credit notes'],
} as const;

const money = (amount: number) => formatPaise(toPaise(amount));

function Documents({ summary: { documents, month } }: { summary: Summary }) {
  if (documents.length === 0)
    return (
      <EmptyState title={`No invoices in ${monthName(month)}`} action={<OrdersLink />}>
        An order gets its invoice when it is handed over.
      </EmptyState>
    );
  return (
    <Card title="Documents">
      <ul className="divide-y divide-line">
        {documents.map(
          ({ kind, count, first, last, firstOrderId, lastOrderId, totalAmt, taxAmt, roundingAmt }) => (
            <li key={kind} className="flex flex-wrap justify-between gap-x-4 py-2 tabular-nums">
              <span>
                <b>
                  {count} {kindLabels[kind][count === 1 ? 0 : 1]}
                </b>
                <span className="block text-sm text-ink-soft">
                  <OrderLink orderId={firstOrderId} number={first} />
                  {first !== last && (
                    <>
                      {' to '}
                      <OrderLink orderId={lastOrderId} number={last} />
                    </>
                  )}
                </span>
              </span>
              <span className="text-right">
                <b>{money(totalAmt)}</b>
                <span className="block text-sm text-ink-soft">
                  {money(taxAmt)} tax
                  {roundingAmt !== 0 && (
                    <>
                      , <span className="whitespace-nowrap">{formatSignedPaise(toPaise(roundingAmt))}</span>{' '}
                      rounding
                    </>
                  )}
                </span>
              </span>
            </li>
          ),
        )}
      </ul>
      <StaffLink to="/dashboard/orders?tab=all" className={`inline-flex min-h-11 items-center ${linkClass}`}>
        Search the orders for another number
      </StaffLink>
    </Card>
  );
}

const linkClass = 'text-leaf underline decoration-1 underline-offset-4 hover:decoration-2';

/** The number of a document, which opens its order. */
function OrderLink({ orderId, number }: { orderId: string; number: string }) {
  return (
    <StaffLink
      to={`/dashboard/orders?${new URLSearchParams({ tab: 'all', q: number, order: orderId })}`}
      className={linkClass}
    >
      {number}
    </StaffLink>
  );
}

const columns = [
  ['taxableAmt', 'Taxable value'],
  ['cgstAmt', 'CGST'],
  ['sgstAmt', 'SGST'],
  ['igstAmt', 'IGST'],
  ['cessAmt', 'Cess'],
  ['totalAmt', 'Total'],
] as const;

/** Invoices less credit notes. */
function Sales({ summary: { documents, sales, total } }: { summary: Summary }) {
  if (sales.length === 0) return null;
  return (
    <Card title="Sales by rate and state, less credit notes">
      {documents.some(({ roundingAmt }) => roundingAmt !== 0) && (
        <p className="mb-2 text-sm text-ink-soft">Without rounding, which is not part of the supply.</p>
      )}
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: the keyboard scrolls it */}
      <section className="overflow-x-auto" tabIndex={0} aria-label="Sales by rate and state">
        <table className="w-full text-sm tabular-nums">
          <thead className="text-ink-soft">
            <tr className="border-b border-line">
              <th scope="col" className="py-2 pr-3 text-left font-semibold">
                Place of supply
              </th>
              <th scope="col" className="px-3 py-2 text-right font-semibold">
                GST
              </th>
              {columns.map(([key, label]) => (
                <th key={key} scope="col" className="py-2 pl-3 text-right font-semibold">
                  {label}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {sales.map((row) => (
              <tr
                key={`${row.recipients} ${row.stateCode} ${row.gstRate} ${row.cessRate}`}
                className="border-b border-line"
              >
                <td className="py-2 pr-3 whitespace-nowrap">
                  {toStateLabel(row.stateCode) || 'Unknown'}
                  {row.recipients !== 'B2CS' && (
                    <span className="ml-2 text-ink-soft">
                      {row.recipients === 'EXPORT' ? 'Export' : row.recipients}
                    </span>
                  )}
                </td>
                <td className="px-3 py-2 text-right whitespace-nowrap">
                  {row.gstRate === null ? 'Unknown' : `${row.gstRate}%`}
                  {row.cessRate !== null && row.cessRate > 0 && ` + ${row.cessRate}%`}
                </td>
                {columns.map(([key]) => (
                  <td key={key} className="py-2 pl-3 text-right">
                    {money(row[key])}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
          <tfoot>
            <tr className="font-semibold">
              <th scope="row" colSpan={2} className="py-2 text-left">
                Total
              </th>
              {columns.map(([key]) => (
                <td key={key} className="py-2 pl-3 text-right">
                  {money(total[key])}
                </td>
              ))}
            </tr>
          </tfoot>
        </table>
      </section>
    </Card>
  );
}
