import { type FormEvent, useId, useState } from 'react';
import {
  countDays,
  type DayRange,
  maximumRangeDays,
  type RangePreset,
  rangePresets,
  rangeTitles,
} from '#contract/reports/report-range.ts';
import { Button } from '#web/ui/button.tsx';

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
export function RangeControl({ preset, days, onPreset, onDays }: RangeControlProps) {
  const id = useId();
  const [problem, setProblem] = useState('');
  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    const [from, to] = [String(form.get('from') ?? ''), String(form.get('to') ?? '')];
    const found = findProblem({ from, to });
    setProblem(found);
    if (found === '') onDays({ from, to });
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
            setProblem('');
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
        <DayField label="From" name="from" day={days?.from} />
        <DayField label="To" name="to" day={days?.to} />
        <Button type="submit" variant="secondary" className="max-sm:w-full">
          Show
        </Button>
      </div>
      {problem !== '' && (
        <p role="alert" className="w-full text-sm font-medium text-danger">
          {problem}
        </p>
      )}
    </form>
  );
}

function DayField({ label, name, day }: { label: string; name: string; day: string | undefined }) {
  const id = useId();
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
        className={`${inputClass} w-full max-sm:px-2`}
      />
    </div>
  );
}

function findProblem({ from, to }: DayRange): string {
  if (from === '' || to === '') return 'Enter the first and the last day.';
  if (from > to) return 'The last day is before the first.';
  return countDays({ from, to }) > maximumRangeDays ? 'A report covers at most two years.' : '';
}
