import { formatExactPaise, formatPaise, toPaise } from '#contract/base/money.ts';
import type { Report, ReportTable } from '#contract/reports/report.ts';
import { formatCount, formatDay, formatRupees } from '#web/admin/formats.ts';

type Kind = ReportTable['columns'][number]['kind'];
type Unit = Report['charts'][number]['unit'];

const oneDecimal = new Intl.NumberFormat('en-IN', { maximumFractionDigits: 1 });
const month = new Intl.DateTimeFormat('en-IN', { month: 'short', year: 'numeric', timeZone: 'UTC' });
const dayAndYear = new Intl.DateTimeFormat('en-IN', { dateStyle: 'medium', timeZone: 'UTC' });

/** A value of a report: `₹1,234.50`, `12.5%`, `7 min`, `45 s`; `–` if it is unknown. */
export function formatValue(kind: Kind, value: string | number | null): string {
  if (value === null) return '–';
  if (typeof value === 'string') return kind === 'period' ? formatDay(value, 'long') : value;
  if (kind === 'amount') return formatPaise(toPaise(value));
  if (kind === 'percent') return `${oneDecimal.format(value)}%`;
  if (kind === 'seconds') return `${formatCount(value)} s`;
  return kind === 'minutes' ? `${oneDecimal.format(value)} min` : formatCount(value);
}

/** Of a table: amounts have decimals, which are below each other, and the period of a month no day. */
export function formatCell(kind: Kind, value: string | number | null, unit?: Unit): string {
  if (kind === 'period' && unit === 'month' && typeof value === 'string') return formatLabel(unit, value);
  return kind === 'amount' && typeof value === 'number'
    ? formatExactPaise(toPaise(value))
    : formatValue(kind, value);
}

/** Short, for the axis of a chart. */
export function formatTick(kind: Kind, value: number): string {
  return kind === 'amount' ? formatRupees(value) : formatValue(kind, value);
}

/** Of a place on the axis of a chart. */
export function formatLabel(unit: Unit, label: string): string {
  if (unit === 'month') return month.format(new Date(`${label}T00:00:00Z`));
  if (unit === 'day' || unit === 'week') return formatDay(label);
  return unit === 'hour' ? `${label}:00` : label;
}

/** `1 to 23 Nov 2026`, or one day. */
export function formatRange({ from, to }: { from: string; to: string }): string {
  return dayAndYear.formatRange(new Date(`${from}T00:00:00Z`), new Date(`${to}T00:00:00Z`));
}

interface Change {
  /** Such as `12%`. */
  percent: string;
  isMore: boolean;
}

const largestPercent = 999;

/**
 * How much more or less a number is than before, in percent; null if it is the same or cannot be said. Negative
 * amounts, such as discounts, are compared as amounts.
 */
export function compareNumbers(value: number | null, before: number | null): Change | null {
  if (value === null || before === null || value === before || before === 0) return null;
  const areBothNegative = value <= 0 && before < 0;
  const share = (areBothNegative ? value / before - 1 : (value - before) / Math.abs(before)) * 100;
  const size = Math.abs(share);
  const rounded = Math.round(size);
  const percent =
    size > largestPercent ? `over ${largestPercent}%` : rounded === 0 ? 'under 1%' : `${rounded}%`;
  return { percent, isMore: share > 0 };
}
