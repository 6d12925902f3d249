import { Bar, BarChart, CartesianGrid, ResponsiveContainer, Tooltip, XAxis, YAxis } from 'recharts';
import type { DashboardSummary } from '#contract/reports/store.ts';
import { formatCount, formatDay, formatRupees } from '#web/admin/formats.ts';

export type SalesDay = DashboardSummary['days'][number];
export type Measure = 'revenue' | 'orders';

interface SalesBarsProps {
  days: readonly SalesDay[];
  measure: Measure;
}

const tick = { fill: 'var(--color-ink-soft)', fontSize: 12 };

/**
 * Bar chart of daily sales; today has another colour because it is incomplete. Hidden from screen readers,
 * which get the table.
 */
export default function SalesBars({ days, measure }: SalesBarsProps) {
  const today = days.at(-1)?.day;
  const data = days.map((day) => ({
    ...day,
    fill: day.day === today ? 'var(--color-marigold)' : 'var(--color-leaf)',
  }));
  const format = measure === 'revenue' ? formatRupees : formatCount;
  return (
    <ResponsiveContainer width="100%" height="100%">
      <BarChart data={data} margin={{ top: 8, right: 0, bottom: 0, left: 0 }} accessibilityLayer={false}>
        <CartesianGrid vertical={false} stroke="var(--color-line)" />
        <XAxis
          dataKey="day"
          tickFormatter={(day: string) => (day === today ? 'Today' : formatDay(day))}
          tick={tick}
          tickLine={false}
          axisLine={{ stroke: 'var(--color-line)' }}
          minTickGap={8}
        />
        <YAxis
          width="auto"
          tickFormatter={format}
          tick={tick}
          tickLine={false}
          axisLine={false}
          allowDecimals={false}
        />
        <Tooltip
          isAnimationActive={false}
          cursor={{ fill: 'var(--color-sunken)' }}
          content={({ active, label }) => {
            const day = days.find((each) => each.day === label);
            return active && day !== undefined ? <DayTooltip day={day} /> : null;
          }}
        />
        <Bar dataKey={measure} maxBarSize={48} radius={[4, 4, 0, 0]} isAnimationActive={false} />
      </BarChart>
    </ResponsiveContainer>
  );
}

function DayTooltip({ day: { day, orders, revenue } }: { day: SalesDay }) {
  return (
    <p className="rounded-md bg-ink px-3 py-2 text-sm text-canvas shadow-floating">
      <span className="block font-semibold">{formatDay(day, 'long')}</span>
      <span className="tabular-nums">
        {formatRupees(revenue)} · {formatCount(orders)} {orders === 1 ? 'order' : 'orders'}
      </span>
    </p>
  );
}
