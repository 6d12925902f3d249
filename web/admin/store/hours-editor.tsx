import { Plus, X } from 'lucide-react';
import { useId } from 'react';
import type { Interval } from '#contract/delivery/opening-hours.ts';
import { Button, IconButton } from '#web/ui/button.tsx';

interface HoursEditorProps {
  /** What the times are of, such as 'Monday'. */
  label: string;
  intervals: readonly Interval[];
  onChange: (intervals: Interval[]) => void;
  error: string | undefined;
}

// The input of a browser has no 24:00: midnight ends a day as 00:00.
const toInput = (time: string) => (time === '24:00' ? '00:00' : time);
const toEnd = (typed: string) => (typed === '00:00' ? '24:00' : typed);

// Narrow enough for 320 px.
const rowClass = 'grid w-full max-w-80 grid-cols-[minmax(0,1fr)_auto_minmax(0,1fr)_auto] items-center gap-1';

/** The opening times of one day. No times: closed. */
export function HoursEditor({ label, intervals, onChange, error }: HoursEditorProps) {
  const id = useId();
  const change = (index: number, changed: Partial<Interval>) =>
    onChange(intervals.map((interval, each) => (each === index ? { ...interval, ...changed } : interval)));
  const last = intervals.at(-1);
  return (
    <fieldset className="min-w-0" aria-describedby={error === undefined ? undefined : id}>
      <legend className="mb-1 text-sm font-semibold">{label}</legend>
      <div className="flex flex-wrap items-center gap-2">
        {intervals.length === 0 && <span className="text-ink-soft">Closed</span>}
        {intervals.map(({ from, to }, index) => (
          // Times have no other identity than their place in the day.
          // biome-ignore lint/suspicious/noArrayIndexKey: an edit must keep the input
          <span key={index} className={rowClass}>
            <TimeInput
              label={`${label}, opens`}
              value={toInput(from)}
              isInvalid={error !== undefined}
              onChange={(typed) => change(index, { from: typed })}
            />
            <span aria-hidden="true">–</span>
            <TimeInput
              label={`${label}, closes`}
              value={toInput(to)}
              isInvalid={error !== undefined}
              onChange={(typed) => change(index, { to: toEnd(typed) })}
            />
            <IconButton
              label={`Remove ${from} to ${to}, ${label}`}
              onClick={() => onChange(intervals.filter((_interval, each) => each !== index))}
            >
              <X aria-hidden="true" className="size-4" />
            </IconButton>
          </span>
        ))}
        {intervals.length < 4 && last?.to !== '24:00' && (
          <Button
            variant="quiet"
            className="px-3!"
            aria-label={`Add times, ${label}`}
            onClick={() =>
              onChange([...intervals, { from: last?.to ?? '07:00', to: last ? '24:00' : '22:00' }])
            }
          >
            <Plus aria-hidden="true" className="size-4" />
            Add times
          </Button>
        )}
      </div>
      {error !== undefined && (
        <p id={id} className="mt-1 text-sm text-danger">
          {error}
        </p>
      )}
    </fieldset>
  );
}

interface TimeInputProps {
  label: string;
  value: string;
  isInvalid: boolean;
  onChange: (typed: string) => void;
}

function TimeInput({ label, value, isInvalid, onChange }: TimeInputProps) {
  return (
    <input
      type="time"
      aria-label={label}
      aria-invalid={isInvalid}
      value={value}
      onChange={({ target }) => onChange(target.value)}
      className="min-h-11 w-full min-w-0 rounded-md border border-line bg-surface px-2 text-base text-ink tabular-nums aria-invalid:border-danger max-sm:px-1 max-sm:[&::-webkit-calendar-picker-indicator]:hidden"
    />
  );
}
