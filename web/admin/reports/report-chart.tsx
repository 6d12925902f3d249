import { TrendingDown, TrendingUp } from 'lucide-react';
import { lazy, Suspense } from 'react';
import type { Report } from '#contract/reports/report.ts';
import { Chip } from '#web/ui/chip.tsx';
import { Skeleton } from '#web/ui/loading.tsx';
import type { Chart, ReportBarsProps } from './report-bars.tsx';
import { compareNumbers, formatLabel, formatValue } from './report-format.ts';

// If the chart chunk cannot be loaded, the table remains.
const ReportBars = lazy(() => import('./report-bars.tsx').catch(() => ({ default: ChartUnavailable })));

/** The bars of a chart, hidden from screen readers, which get a table. */
export function ChartBars(props: ReportBarsProps) {
  return (
    <div aria-hidden="true" className="h-60">
      <Suspense fallback={<Skeleton className="h-full" />}>
        <ReportBars {...props} />
      </Suspense>
    </div>
  );
}

/** A chart, which screen readers get as a table. */
export function ReportChart({ chart }: { chart: Chart }) {
  const { title, points } = chart;
  const isCompared = points.some(({ before }) => before !== null);
  return (
    <figure className="min-w-0 rounded-lg border border-line bg-surface p-4 sm:p-5">
      <figcaption className="mb-3 flex flex-wrap items-baseline justify-between gap-x-4">
        <span className="text-lg font-semibold">{title}</span>
        {isCompared && (
          <span aria-hidden="true" className="flex items-center gap-3 text-sm text-ink-soft">
            <Swatch className="bg-(--color-leaf)">This range</Swatch>
            <Swatch className="bg-ink-soft/60">Before</Swatch>
          </span>
        )}
      </figcaption>
      <ChartBars chart={chart} />
      {/* A box: a table of one pixel would be as wide as its words. */}
      <div className="sr-only">
        <ChartTable chart={chart} isCompared={isCompared} />
      </div>
    </figure>
  );
}

interface ChangeChipProps {
  value: number | null;
  before: number | null;
  rise: Report['numbers'][number]['rise'];
}

/** How much more or less a number is than before; nothing if that cannot be said. */
export function ChangeChip({ value, before, rise }: ChangeChipProps) {
  const change = compareNumbers(value, before);
  if (change === null) return null;
  const Icon = change.isMore ? TrendingUp : TrendingDown;
  return (
    <span className="mb-1 block">
      <Chip look={rise !== 'neutral' && change.isMore === (rise === 'good') ? 'good' : 'plain'}>
        <Icon aria-hidden="true" className="mr-1 inline size-4 align-[-0.2em]" />
        {change.percent} {change.isMore ? 'more' : 'less'}
      </Chip>
    </span>
  );
}

function Swatch({ className, children }: { className: string; children: string }) {
  return (
    <span className="flex items-center gap-1.5">
      <span className={`size-3 rounded-sm ${className}`} />
      {children}
    </span>
  );
}

function ChartTable({
  chart: { title, kind, unit, points },
  isCompared,
}: {
  chart: Chart;
  isCompared: boolean;
}) {
  return (
    <table>
      <caption>{title}</caption>
      <thead>
        <tr>
          <th scope="col">{unit === 'text' ? 'Group' : 'Time'}</th>
          <th scope="col">This range</th>
          {isCompared && <th scope="col">Before</th>}
        </tr>
      </thead>
      <tbody>
        {points.map(({ label, value, before }) => (
          <tr key={label}>
            <th scope="row">{formatLabel(unit, label)}</th>
            <td>{formatValue(kind, value)}</td>
            {isCompared && <td>{formatValue(kind, before)}</td>}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function ChartUnavailable() {
  return (
    <p className="flex h-full items-center justify-center rounded-md bg-sunken px-4 text-center text-ink-soft">
      The chart couldn't be loaded. The table has the same data.
    </p>
  );
}
