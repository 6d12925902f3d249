import { useState } from 'react';
import type { DashboardSummary } from '#contract/reports/dashboard.ts';
import { formatCount, formatDay, formatRupees } from '#web/admin/formats.ts';
import { numberCell, Table } from '#web/admin/table.tsx';
import { ChartBars } from './report-chart.tsx';

interface SegmentedControlProps<Value extends string> {
  /** Accessible name of the group. */
  legend: string;
  /** Name of the radio group; unique on the page. */
  name: string;
  choices: readonly { value: Value; label: string }[];
  value: Value;
  onChoose: (value: Value) => void;
}

/** Radio group displayed as connected buttons. */
function SegmentedControl<Value extends string>(props: SegmentedControlProps<Value>) {
  const { legend, name, choices, value: chosen, onChoose } = props;
  return (
    <fieldset className="flex rounded-md border border-line bg-sunken p-0.5">
      <legend className="sr-only">{legend}</legend>
      {choices.map(({ value, label }) => (
        <label key={value} className="relative">
          <input
            type="radio"
            name={name}
            value={value}
            checked={value === chosen}
            onChange={() => onChoose(value)}
            className="peer absolute inset-0 size-full cursor-pointer appearance-none rounded-md"
          />
          <span className="pointer-events-none relative flex min-h-11 items-center rounded-[0.625rem] px-3 text-sm font-semibold text-ink-soft peer-checked:bg-surface peer-checked:text-ink peer-checked:shadow-raised">
            {label}
          </span>
        </label>
      ))}
    </fieldset>
  );
}

type SalesDay = DashboardSummary['days'][number];

const views = [
  { value: 'revenue', label: 'Net sales' },
  { value: 'orders', label: 'Orders' },
  { value: 'table', label: 'Table' },
] as const;
const columns = [
  { title: 'Day' },
  { title: 'Orders', isNumber: true },
  { title: 'Net sales', isNumber: true },
];

export function SalesChart({ days }: { days: readonly SalesDay[] }) {
  const [view, setView] = useState<(typeof views)[number]['value']>('revenue');
  const orders = days.reduce((sum, day) => sum + day.orders, 0);
  const revenue = days.reduce((sum, day) => sum + day.revenue, 0);
  return (
    <section aria-labelledby="sales-heading" className="rounded-lg border border-line bg-surface p-4 sm:p-5">
      <div className="mb-4 flex flex-wrap items-center justify-between gap-3">
        <div>
          <h2 id="sales-heading" className="text-lg">
            Last {days.length} days
          </h2>
          <p className="text-sm text-ink-soft tabular-nums">
            {formatRupees(revenue)} from {formatCount(orders)} {orders === 1 ? 'order' : 'orders'}
          </p>
        </div>
        <SegmentedControl legend="Show" name="sales-view" choices={views} value={view} onChoose={setView} />
      </div>
      {view === 'table' ? (
        <DaysTable days={days} />
      ) : (
        <>
          {orders === 0 ? (
            <p
              aria-hidden="true"
              className="flex h-60 items-center justify-center rounded-md bg-sunken px-4 text-center text-ink-soft"
            >
              No orders yet
            </p>
          ) : (
            <ChartBars
              chart={{
                title: 'Sales',
                kind: view === 'revenue' ? 'amount' : 'count',
                unit: 'day',
                points: days.map((day) => ({ label: day.day, value: day[view], before: null })),
              }}
              today={days.at(-1)?.day}
              describe={(label) => describeDay(days.find(({ day }) => day === label))}
            />
          )}
          <div className="sr-only">
            <DaysTable days={days} />
          </div>
        </>
      )}
    </section>
  );
}

function describeDay(day: SalesDay | undefined): string {
  if (day === undefined) return '';
  const { orders, revenue } = day;
  return `${formatRupees(revenue)} · ${formatCount(orders)} ${orders === 1 ? 'order' : 'orders'}`;
}

function DaysTable({ days }: { days: readonly SalesDay[] }) {
  return (
    <Table label="Orders and net sales by day" columns={columns}>
      {days.toReversed().map(({ day, orders, revenue }, index) => (
        <tr key={day}>
          <th scope="row" className="font-normal">
            {formatDay(day, 'long')}
            {index === 0 && <span className="text-ink-soft"> (today so far)</span>}
          </th>
          <td className={numberCell}>{formatCount(orders)}</td>
          <td className={numberCell}>{formatRupees(revenue)}</td>
        </tr>
      ))}
    </Table>
  );
}
