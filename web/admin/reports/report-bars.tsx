import { Bar, BarChart, CartesianGrid, ResponsiveContainer, Tooltip, XAxis, YAxis } from 'recharts';
import type { Report } from '#contract/reports/report.ts';
import { formatLabel, formatTick, formatValue } from './report-format.ts';

export type Chart = Report['charts'][number];

export interface ReportBarsProps {
  chart: Chart;
  /** The label of the present day, which has another colour because it is incomplete. */
  today?: string | undefined;
  /** Replaces the value in the tooltip of a point. */
  describe?: (label: string) => string;
}

const tick = { fill: 'var(--color-ink-soft)', fontSize: 12 };
const bar = { maxBarSize: 40, radius: 3, isAnimationActive: false } as const;

/** Bars of a range, paler those of the range before. Hidden from screen readers, which get the table. */
export default function ReportBars({ chart: { kind, unit, points }, today, describe }: ReportBarsProps) {
  const isCompared = points.some(({ before }) => before !== null);
  return (
    <ResponsiveContainer width="100%" height="100%">
      <BarChart
        data={
          today === undefined
            ? points
            : points.map((point) => ({
                ...point,
                fill: point.label === today ? 'var(--color-marigold)' : 'var(--color-leaf)',
              }))
        }
        margin={{ top: 8, right: 0, bottom: 0, left: 0 }}
        barGap={1}
        accessibilityLayer={false}
      >
        <CartesianGrid vertical={false} stroke="var(--color-line)" />
        <XAxis
          dataKey="label"
          tickFormatter={(label: string) => (label === today ? 'Today' : formatLabel(unit, label))}
          tick={tick}
          tickLine={false}
          axisLine={{ stroke: 'var(--color-line)' }}
          minTickGap={8}
        />
        <YAxis
          width="auto"
          tickFormatter={(value: number) => formatTick(kind, value)}
          tick={tick}
          tickLine={false}
          axisLine={false}
          allowDecimals={false}
        />
        <Tooltip
          isAnimationActive={false}
          cursor={{ fill: 'var(--color-sunken)' }}
          content={({ active, label }) => {
            const point = points.find((each) => each.label === label);
            return active && point !== undefined ? (
              <p className="rounded-md bg-ink px-3 py-2 text-sm text-canvas shadow-floating">
                <span className="block font-semibold">
                  {unit === 'week' && 'From '}
                  {formatLabel(unit, point.label)}
                </span>
                <span className="block tabular-nums">
                  {describe?.(point.label) ?? formatValue(kind, point.value)}
                </span>
                {point.before !== null && (
                  <span className="block tabular-nums">before: {formatValue(kind, point.before)}</span>
                )}
              </p>
            ) : null;
          }}
        />
        {isCompared && (
          <Bar dataKey="before" fill="color-mix(in oklab, var(--color-ink-soft) 60%, transparent)" {...bar} />
        )}
        <Bar dataKey="value" fill="var(--color-leaf)" {...bar} />
      </BarChart>
    </ResponsiveContainer>
  );
}
