import { useQuery } from '@tanstack/react-query';
import { ChartNoAxesColumn } from 'lucide-react';
import { type FormEvent, useEffect, useId, useRef, useState } from 'react';
import { Link } from 'react-router';
import type { Report } from '#contract/reports/report.ts';
import {
  countDays,
  type DayRange,
  maximumRangeDays,
  type RangePreset,
  rangePresets,
  rangeTitles,
} from '#contract/reports/report-range.ts';
import { type ReportKind, reportBases, reportKinds, reportTitles } from '#contract/reports/reports.ts';
import { centerCurrent, Loaded, PageHeading, staffMeta } from '#web/admin/page-parts.tsx';
import { useUrlParameters } from '#web/admin/url-parameters.ts';
import { callApiOrThrow } from '#web/api/client.ts';
import { FormAlert } from '#web/forms/form-alert.tsx';
import { Button } from '#web/ui/button.tsx';
import { Skeleton } from '#web/ui/loading.tsx';
import { ChangeChip, ReportChart } from './report-chart.tsx';
import { formatRange, formatValue } from './report-format.ts';
import { ReportTable } from './report-table.tsx';

const defaultPreset = 'last-7-days';

export const meta = staffMeta('Reports');

const isDay = (text: string) => /^20\d{2}-\d{2}-\d{2}$/.test(text) && !Number.isNaN(Date.parse(text));

/** The range of the address: valid days, otherwise a preset. */
function findRange(parameters: URLSearchParams): { preset: RangePreset } | { days: DayRange } {
  const [from, to] = [parameters.get('from') ?? '', parameters.get('to') ?? ''];
  if (isDay(from) && isDay(to)) return { days: { from, to } };
  const preset = rangePresets.find((each) => each === parameters.get('range')) ?? defaultPreset;
  return { preset };
}

/** `/dashboard/reports`: numbers, charts and tables about a range of days. */
export default function ReportsPage() {
  const [parameters, change] = useUrlParameters<'report' | 'range' | 'from' | 'to'>();
  const kind = reportKinds.find((each) => each === parameters.get('report')) ?? 'sales';
  const range = findRange(parameters);
  const query = 'days' in range ? { report: kind, ...range.days } : { report: kind, range: range.preset };
  const report = useQuery({
    queryKey: ['report', query],
    queryFn: async ({ signal }) => (await callApiOrThrow('getReport', query, { signal })).data,
    staleTime: 0,
  });
  const days = 'days' in range ? range.days : (report.data?.range ?? null);
  return (
    <>
      <PageHeading title="Reports" />
      <RangeControl
        preset={'preset' in range ? range.preset : null}
        days={days}
        onPreset={(preset) => change({ range: preset === defaultPreset ? '' : preset, from: '', to: '' })}
        onDays={({ from, to }) => change({ range: '', from, to })}
      />
      <ReportMenu current={kind} parameters={parameters} />
      <Loaded query={report} subject="the report" skeleton={<ReportSkeleton />}>
        {(data) => <ReportView kind={kind} report={data} query={{ report: kind, ...data.range }} />}
      </Loaded>
    </>
  );
}

/** On a phone the bar scrolls. */
function ReportMenu({ current, parameters }: { current: ReportKind; parameters: URLSearchParams }) {
  const bar = useRef<HTMLElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the current report is read from the DOM
  useEffect(() => centerCurrent(bar.current), [current]);
  const pathTo = (kind: ReportKind) => {
    const next = new URLSearchParams(parameters);
    next.set('report', kind);
    return `?${next}`;
  };
  return (
    <nav
      ref={bar}
      aria-label="Reports"
      className="mb-4 border-b border-line max-md:overflow-x-auto max-md:[scrollbar-width:none]"
    >
      <ul className="flex md:flex-wrap">
        {reportKinds.map((kind) => (
          <li key={kind}>
            <Link
              to={pathTo(kind)}
              preventScrollReset
              aria-current={kind === current ? 'page' : undefined}
              className="flex min-h-11 items-center border-b-2 border-transparent px-3 font-semibold whitespace-nowrap text-ink-soft hover:text-ink focus-visible:-outline-offset-3 aria-[current=page]:border-leaf aria-[current=page]:text-leaf"
            >
              {reportTitles[kind]}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}

interface ReportViewProps {
  kind: ReportKind;
  report: Report;
  query: Record<string, string>;
}

function ReportView({ kind, report, query }: ReportViewProps) {
  const { range, before, numbers, charts, tables, notes } = report;
  const until = before.untilTime === null ? '' : ` until ${before.untilTime}`;
  return (
    <div className="space-y-4">
      <p className="text-ink-soft" role="status">
        {formatRange(range)}, compared with {formatRange(before)}
        {until}
      </p>
      <p className="max-w-prose text-sm text-ink-soft">{reportBases[kind]}</p>
      <ReportNumbers numbers={numbers} />
      {notes.length > 0 && (
        <ul className="rounded-lg bg-marigold-soft px-4 py-3">
          {notes.map((note) => (
            <li key={note}>{note}</li>
          ))}
        </ul>
      )}
      {charts.length > 0 && (
        <div className={`grid gap-4 ${charts.length > 1 ? 'xl:grid-cols-2' : ''}`}>
          {charts.map((chart) =>
            chart.points.every(({ value, before: former }) => value === 0 && (former ?? 0) === 0) ? (
              <EmptyChart key={chart.title} title={chart.title} />
            ) : (
              <ReportChart key={chart.title} chart={chart} />
            ),
          )}
        </div>
      )}
      {tables.map((table) => (
        <ReportTable key={table.key} table={table} query={query} unit={charts[0]?.unit} />
      ))}
    </div>
  );
}

function EmptyChart({ title }: { title: string }) {
  return (
    <section className="rounded-lg border border-line bg-surface p-4 sm:p-5">
      <h2 className="mb-3 text-lg">{title}</h2>
      <p className="flex h-40 items-center justify-center gap-3 rounded-md bg-sunken px-4 text-center text-ink-soft">
        <ChartNoAxesColumn aria-hidden="true" className="size-5 flex-none" />
        Nothing in this range and in the one before. Choose other days.
      </p>
    </section>
  );
}

function ReportSkeleton() {
  return (
    <div aria-busy="true" className="space-y-4">
      <Skeleton className="h-6 w-72 rounded-md" />
      <div className="grid grid-cols-2 gap-3 xl:grid-cols-4">
        {['a', 'b', 'c', 'd'].map((tile) => (
          <Skeleton key={tile} className="h-28 rounded-lg" />
        ))}
      </div>
      <Skeleton className="h-80 rounded-lg" />
    </div>
  );
}

/** The numbers of a report, each beside the one before and the change in percent. */
function ReportNumbers({ numbers }: Pick<Report, 'numbers'>) {
  // Wide screens have rows of the same length where that is possible; in two columns the last of an odd number is wide.
  const [columns, last] =
    numbers.length % 3 === 0
      ? ['md:grid-cols-3', 'max-md:last:odd:col-span-2']
      : [numbers.length % 5 === 0 ? 'xl:grid-cols-5' : 'xl:grid-cols-4', 'max-xl:last:odd:col-span-2'];
  return (
    <dl className={`grid grid-cols-2 gap-3 ${columns}`}>
      {numbers.map((number) => (
        <div
          key={number.title}
          className={`min-w-0 ${last} rounded-lg border border-line bg-surface p-3 sm:p-4`}
        >
          <dt className="text-sm font-semibold text-ink-soft">{number.title}</dt>
          <dd className="mt-1">
            <span className="block font-display text-lg font-bold wrap-anywhere tabular-nums sm:text-xl">
              {formatValue(number.kind, number.value)}
            </span>
            {number.before !== null && (
              <span className="mt-1 block text-sm text-ink-soft">
                <ChangeChip {...number} />
                <span className="tabular-nums">{formatValue(number.kind, number.before)}</span> before
              </span>
            )}
          </dd>
        </div>
      ))}
    </dl>
  );
}

interface RangeControlProps {
  /** Null for days that were entered. */
  preset: RangePreset | null;
  /** The days of the present report; null while they are unknown. */
  days: DayRange | null;
  onPreset: (preset: RangePreset) => void;
  onDays: (days: DayRange) => void;
}

const inputClass = 'h-11 min-w-0 rounded-md border border-line bg-surface px-3 text-base';

/** The range of a report: a preset, or the first and the last day. */
function RangeControl({ preset, days, onPreset, onDays }: RangeControlProps) {
  const id = useId();
  const problemId = `${id}-problem`;
  const [problem, setProblem] = useState<DayProblem>();
  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const form = event.currentTarget;
    const given = new FormData(form);
    const [from, to] = [String(given.get('from') ?? ''), String(given.get('to') ?? '')];
    const found = findProblem({ from, to });
    setProblem(found);
    if (found === undefined) onDays({ from, to });
    else form.querySelector<HTMLInputElement>(`[name=${found.field}]`)?.focus();
  }
  return (
    <form
      aria-label="Range"
      onSubmit={submit}
      className="mb-4 flex flex-wrap items-end gap-x-4 gap-y-3"
      noValidate
    >
      <div className="max-sm:w-full">
        <label htmlFor={`${id}-preset`} className="mb-1 block text-sm font-semibold">
          Range
        </label>
        <select
          id={`${id}-preset`}
          value={preset ?? ''}
          onChange={({ target }) => {
            const chosen = rangePresets.find((each) => each === target.value);
            setProblem(undefined);
            if (chosen !== undefined) onPreset(chosen);
          }}
          className={`${inputClass} max-sm:w-full`}
        >
          {preset === null && <option value="">Other days</option>}
          {rangePresets.map((each) => (
            <option key={each} value={each}>
              {rangeTitles[each]}
            </option>
          ))}
        </select>
      </div>
      {/* Another range has other first values. */}
      <div
        key={`${days?.from} ${days?.to}`}
        className="flex min-w-0 flex-wrap items-end gap-x-2 gap-y-3 max-sm:w-full"
      >
        <DayField label="From" name="from" day={days?.from} {...{ problem, problemId }} />
        <DayField label="To" name="to" day={days?.to} {...{ problem, problemId }} />
        <Button type="submit" variant="secondary" className="max-sm:w-full">
          Show
        </Button>
      </div>
      <div className="w-full empty:hidden">
        <FormAlert id={problemId}>{problem?.message}</FormAlert>
      </div>
    </form>
  );
}

interface DayProblem {
  field: keyof DayRange;
  message: string;
}

interface DayFieldProps {
  label: string;
  name: keyof DayRange;
  day: string | undefined;
  problem: DayProblem | undefined;
  problemId: string;
}

function DayField({ label, name, day, problem, problemId }: DayFieldProps) {
  const id = useId();
  const isWrong = problem?.field === name;
  return (
    <div className="min-w-0 max-sm:flex-1">
      <label htmlFor={id} className="mb-1 block text-sm font-semibold">
        {label}
      </label>
      <input
        id={id}
        name={name}
        type="date"
        required
        min="2000-01-01"
        max="2099-12-31"
        defaultValue={day}
        aria-invalid={isWrong}
        aria-describedby={isWrong ? problemId : undefined}
        className={`${inputClass} w-full aria-invalid:border-danger max-sm:px-2`}
      />
    </div>
  );
}

function findProblem({ from, to }: DayRange): DayProblem | undefined {
  if (from === '' || to === '')
    return { field: from === '' ? 'from' : 'to', message: 'Enter the first and the last day.' };
  if (from > to) return { field: 'to', message: 'The last day is before the first.' };
  if (countDays({ from, to }) <= maximumRangeDays) return undefined;
  return { field: 'from', message: 'A report covers at most two years.' };
}
