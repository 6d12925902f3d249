import { Plus, Trash2, X } from 'lucide-react';
import { useId, useState } from 'react';
import { dayMs } from '#contract/base/durations.ts';
import { toShopDate } from '#contract/base/zoned-time.ts';
import { type DayKind, type Interval, toDayKind, wholeDay } from '#contract/delivery/opening-hours.ts';
import type { StoreSettings } from '#contract/store/store-settings.ts';
import type { Edited } from '#web/admin/form-parts.tsx';
import { Button, IconButton } from '#web/ui/button.tsx';
import { Field } from '#web/ui/field.tsx';
import { settingsTexts } from './settings-texts.ts';

interface HoursEditorProps {
  /** What the times are of, such as 'Monday'. */
  label: string;
  intervals: Interval[];
  onChange: (intervals: Interval[]) => void;
  error: string | undefined;
}

const kinds = [
  ['OPEN', 'Open 24 hours'],
  ['CLOSED', 'Closed'],
  ['HOURS', 'Hours'],
] as const satisfies [DayKind, string][];

const usualHours: Interval = { from: '07:00', to: '22:00' };

// The input of a browser has no 24:00: midnight ends a day as 00:00.
const toInput = (time: string) => (time === '24:00' ? '00:00' : time);
const toEnd = (typed: string) => (typed === '00:00' ? '24:00' : typed);

// Narrow enough for 320 px.
const rowClass = 'grid w-full max-w-80 grid-cols-[minmax(0,1fr)_auto_minmax(0,1fr)_auto] items-center gap-1';

/** The opening times of one day: all day, none, or up to four intervals. */
export function HoursEditor({ label, intervals, onChange, error }: HoursEditorProps) {
  const id = useId();
  // Hours that are typed here stay hours, also from midnight to midnight, until another value is loaded.
  const [typed, setTyped] = useState<Interval[]>();
  const kind = intervals === typed ? 'HOURS' : toDayKind(intervals);
  const [last, setLast] = useState<Interval[]>([usualHours]);
  function type(hours: Interval[]) {
    setTyped(hours);
    onChange(hours);
  }
  function choose(chosen: string) {
    if (kind === 'HOURS') setLast(intervals);
    if (chosen === 'HOURS') type([...last]);
    else onChange(chosen === 'OPEN' ? [wholeDay] : []);
  }
  const change = (index: number, changed: Partial<Interval>) =>
    type(intervals.map((interval, each) => (each === index ? { ...interval, ...changed } : interval)));
  const end = intervals.at(-1)?.to;
  return (
    <fieldset className="min-w-0" aria-describedby={error === undefined ? undefined : id}>
      <legend className="mb-1 text-sm font-semibold">{label}</legend>
      <div className="flex flex-wrap items-center gap-2">
        <select
          aria-label={`${label}, open or closed`}
          value={kind}
          onChange={({ target }) => choose(target.value)}
          className="h-11 rounded-md border border-line bg-surface px-3 text-base text-ink"
        >
          {kinds.map(([value, text]) => (
            <option key={value} value={value}>
              {text}
            </option>
          ))}
        </select>
        {kind === 'HOURS' &&
          intervals.map(({ from, to }, index) => (
            // Times have no other identity than their place in the day.
            // biome-ignore lint/suspicious/noArrayIndexKey: an edit must keep the input
            <span key={index} className={rowClass}>
              <TimeInput
                label={`${label}, opens`}
                value={toInput(from)}
                isInvalid={error !== undefined}
                onChange={(time) => change(index, { from: time })}
              />
              <span aria-hidden="true">–</span>
              <TimeInput
                label={`${label}, closes`}
                value={toInput(to)}
                isInvalid={error !== undefined}
                onChange={(time) => change(index, { to: toEnd(time) })}
              />
              {intervals.length > 1 && (
                <IconButton
                  label={`Remove ${from} to ${to}, ${label}`}
                  onClick={() => type(intervals.filter((_interval, each) => each !== index))}
                >
                  <X aria-hidden="true" className="size-4" />
                </IconButton>
              )}
            </span>
          ))}
        {kind === 'HOURS' && intervals.length < 4 && end !== undefined && end !== '24:00' && (
          <Button
            variant="quiet"
            className="px-3!"
            aria-label={`Add times, ${label}`}
            onClick={() => type([...intervals, { from: end, to: '24:00' }])}
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

const weekdays = Object.values(settingsTexts.hours.fields).map(({ label }) => label);

/** The opening times of each day of the week. */
export function WeekEditor({ value: week, errorOf, onChange }: Edited<StoreSettings['week']>) {
  return (
    <>
      {weekdays.map((label, day) => (
        <HoursEditor
          key={label}
          label={label}
          intervals={week[day] ?? []}
          error={errorOf(String(day))}
          onChange={(intervals) => onChange(week.map((each, index) => (index === day ? intervals : each)))}
        />
      ))}
      <Button variant="secondary" onClick={() => onChange(week.map(() => week[0] ?? []))}>
        Copy Monday to all days
      </Button>
    </>
  );
}

/** Days with other times than their day of the week. */
export function ExceptionsEditor({
  value: exceptions,
  errorOf,
  listError,
  onChange,
}: Edited<StoreSettings['exceptions']> & {
  /** The error of the list of days, not of one of them. */
  listError: string | undefined;
}) {
  const texts = settingsTexts.holidays.fields;
  const replace = (index: number, changed: Partial<StoreSettings['exceptions'][number]>) =>
    onChange(exceptions.map((each, place) => (place === index ? { ...each, ...changed } : each)));
  return (
    <>
      {exceptions.map(({ date, reason, intervals }, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: an edit of the date must keep the input
        <div key={index} className="space-y-2 border-b border-line pb-3">
          <div className="flex flex-wrap items-end gap-2">
            <Field
              label={texts.date.label}
              type="date"
              value={date}
              aria-invalid={errorOf(`${index}`) !== undefined}
              onChange={({ target }) => replace(index, { date: target.value })}
            />
            <Field
              label={texts.reason.label}
              value={reason}
              maxLength={80}
              className="min-w-40 flex-1"
              onChange={({ target }) => replace(index, { reason: target.value })}
            />
            <IconButton
              label={`Remove ${date || 'this day'}`}
              onClick={() => onChange(exceptions.filter((_day, place) => place !== index))}
            >
              <Trash2 aria-hidden="true" className="size-4.5" />
            </IconButton>
          </div>
          <HoursEditor
            label={`Times on ${date || 'this day'}`}
            intervals={intervals}
            error={errorOf(`${index}`)}
            onChange={(times) => replace(index, { intervals: times })}
          />
        </div>
      ))}
      {exceptions.length === 0 && <p className="text-ink-soft">No holidays or special hours.</p>}
      {listError !== undefined && <p className="text-sm text-danger">{listError}</p>}
      <Button
        variant="secondary"
        onClick={() => {
          const tomorrow = new Date(Date.now() + dayMs);
          onChange([...exceptions, { date: toShopDate(tomorrow), reason: '', intervals: [] }]);
        }}
      >
        Add a day
      </Button>
    </>
  );
}
