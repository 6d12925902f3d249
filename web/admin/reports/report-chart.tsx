import { lazy, Suspense } from 'react';
import { Skeleton } from '#web/ui/loading.tsx';
import type { Chart } from './report-bars.tsx';
import { formatLabel, formatValue } from './report-format.ts';

// If the chart chunk cannot be loaded, the table remains.
const ReportBars = lazy(() => import('./report-bars.tsx').catch(() => ({ default: ChartUnavailable })));

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
            <Swatch className="bg-leaf">This range</Swatch>
            <Swatch className="bg-ink-soft/60">Before</Swatch>
          </span>
        )}
      </figcaption>
      <div aria-hidden="true" className="h-60">
        <Suspense fallback={<Skeleton className="h-full" />}>
          <ReportBars chart={chart} />
        </Suspense>
      </div>
      {/* A box: a table of one pixel would be as wide as its words. */}
      <div className="sr-only">
        <ChartTable chart={chart} isCompared={isCompared} />
      </div>
    </figure>
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
