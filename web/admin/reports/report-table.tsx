import { Link } from 'react-router';
import { tableFormats } from '#contract/base/table-file.ts';
import type { Report, ReportTable as Table } from '#contract/reports/report.ts';
import { reportExportPath } from '#contract/reports/reports.ts';
import { formatCount } from '#web/admin/formats.ts';
import { DownloadButtons } from '#web/admin/page-parts.tsx';
import { formatCell } from './report-format.ts';

interface ReportTableProps {
  table: Table;
  /** Report and range, as parameters of the download. */
  query: Record<string, string>;
  /** Of its periods. */
  unit: Unit;
}

type Unit = Report['charts'][number]['unit'] | undefined;

/** A table of a report with its downloads. */
export function ReportTable({ table, query, unit }: ReportTableProps) {
  const { key, title, rows, rowCount, empty } = table;
  return (
    <section
      aria-labelledby={`${key}-heading`}
      className="min-w-0 rounded-lg border border-line bg-surface p-3 sm:p-4"
    >
      <div className="mb-2 flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <h2 id={`${key}-heading`} className="text-lg">
          {title}
        </h2>
        {rowCount > 0 && (
          <DownloadButtons
            title={title}
            formats={tableFormats}
            pathOf={(format) =>
              `${reportExportPath}?${new URLSearchParams({ ...query, table: key, format })}`
            }
            name={key}
          />
        )}
      </div>
      {rows.length === 0 ? <p className="py-2 text-ink-soft">{empty}</p> : <Rows table={table} unit={unit} />}
      {rowCount > rows.length && (
        <p className="mt-2 text-sm text-ink-soft">
          The first {formatCount(rows.length)} of {formatCount(rowCount)}. The files have all.
        </p>
      )}
    </section>
  );
}

/** What a row is about stays in view while its numbers are scrolled. */
const firstClass = 'sticky left-0 bg-surface';
const gapClass = 'pl-3 sm:pl-4';

const isText = ({ kind }: Table['columns'][number]) => kind === 'text' || kind === 'period';

function Rows({ table, unit }: { table: Table; unit: Unit }) {
  const { key, title, columns, rows, total, of } = table;
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: the keyboard scrolls it
    <section className="overflow-x-auto" tabIndex={0} aria-label={`${title}, table`}>
      <table className="w-full text-sm tabular-nums" aria-labelledby={`${key}-heading`}>
        <thead className="text-ink-soft">
          <tr className="border-b border-line">
            {columns.map((column, index) => (
              <th
                key={column.title}
                scope="col"
                className={`py-2 align-bottom font-semibold ${index === 0 ? firstClass : gapClass} ${isText(column) ? 'text-left' : 'text-right'}`}
              >
                {column.title}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(({ _id, cells }, row) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: rows have no other identity and are never moved
            <tr key={row} className="border-b border-line last:border-b-0">
              {columns.map((column, index) => {
                const text = formatCell(column.kind, cells[index] ?? null, unit);
                return index === 0 ? (
                  <th
                    key={column.title}
                    scope="row"
                    className={`min-w-28 py-2 text-left font-normal wrap-anywhere sm:min-w-36 ${firstClass}`}
                  >
                    <RowLink id={_id} of={of} text={text} />
                  </th>
                ) : (
                  <td
                    key={column.title}
                    className={`py-2 ${gapClass} ${isText(column) ? 'min-w-16 text-left sm:min-w-24' : 'text-right whitespace-nowrap'}`}
                  >
                    {text}
                  </td>
                );
              })}
            </tr>
          ))}
        </tbody>
        {total !== null && (
          <tfoot>
            <tr className="border-t border-line font-semibold">
              {columns.map((column, index) =>
                index === 0 ? (
                  <th key={column.title} scope="row" className={`py-2 text-left ${firstClass}`}>
                    Total
                  </th>
                ) : (
                  <td key={column.title} className={`py-2 text-right whitespace-nowrap ${gapClass}`}>
                    {total[index] == null ? '' : formatCell(column.kind, total[index])}
                  </td>
                ),
              )}
            </tr>
          </tfoot>
        )}
      </table>
    </section>
  );
}

function RowLink({ id, of, text }: { id: string | null; of: Table['of']; text: string }) {
  if (id === null || of === null) return text;
  const path =
    of === 'order'
      ? `/dashboard/orders?${new URLSearchParams({ tab: 'all', order: id })}`
      : `/dashboard/product?${new URLSearchParams({ q: text })}`;
  return (
    <Link to={path} className="underline-offset-2 hover:underline">
      {text}
    </Link>
  );
}
