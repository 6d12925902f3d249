import { TrendingDown, TrendingUp } from 'lucide-react';
import type { Report } from '#contract/reports/report.ts';
import { Chip } from '#web/ui/chip.tsx';
import { compareNumbers, formatValue } from './report-format.ts';

type ReportNumber = Report['numbers'][number];

/** The numbers of a report, each beside the one before and the change in percent. */
export function ReportNumbers({ numbers }: { numbers: readonly ReportNumber[] }) {
  return (
    <dl className="grid grid-cols-2 gap-3 md:grid-cols-3 xl:grid-cols-4">
      {numbers.map((number) => (
        <div key={number.title} className="min-w-0 rounded-lg border border-line bg-surface p-3 sm:p-4">
          <dt className="text-sm font-semibold text-ink-soft">{number.title}</dt>
          <dd className="mt-1">
            <span className="block font-display text-lg font-bold wrap-anywhere tabular-nums sm:text-xl">
              {formatValue(number.kind, number.value)}
            </span>
            <Comparison {...number} />
          </dd>
        </div>
      ))}
    </dl>
  );
}

function Comparison({ kind, value, before, rise }: ReportNumber) {
  const change = compareNumbers(value, before);
  if (before === null) return null;
  return (
    <span className="mt-1 block text-sm text-ink-soft">
      {change !== null && (
        <span className="mb-1 block">
          <Chip look={toLook(change.isMore, rise)}>
            {change.isMore ? (
              <TrendingUp aria-hidden="true" className="mr-1 inline size-4 align-[-0.2em]" />
            ) : (
              <TrendingDown aria-hidden="true" className="mr-1 inline size-4 align-[-0.2em]" />
            )}
            {change.percent} {change.isMore ? 'more' : 'less'}
          </Chip>
        </span>
      )}
      <span className="tabular-nums">{formatValue(kind, before)}</span> before
    </span>
  );
}

function toLook(isMore: boolean, rise: ReportNumber['rise']) {
  if (rise === 'neutral') return 'plain';
  return isMore === (rise === 'good') ? 'good' : 'plain';
}
