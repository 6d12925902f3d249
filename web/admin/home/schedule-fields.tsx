import { isShownAt, type Schedule } from '#contract/base/schedule.ts';
import { formatZoned, fromZonedInput, toZonedInput } from '#contract/base/zoned-time.ts';
import { Field } from '#web/ui/field.tsx';

interface ScheduleFieldsProps {
  schedule: Schedule;
  timeZone: string;
  errorOf: (name: string) => string | undefined;
  onChange: (schedule: Partial<Schedule>) => void;
}

/** From when until when something is shown, in the time zone of the store, and whether at all. */
export function ScheduleFields({ schedule, timeZone, errorOf, onChange }: ScheduleFieldsProps) {
  return (
    <>
      <div className="grid grid-cols-1 gap-3 sm:grid-cols-2">
        <Field
          label="Shown from"
          hint={`Time of ${timeZone}. Empty for at once.`}
          type="datetime-local"
          value={toZonedInput(schedule.startsAt, timeZone)}
          error={errorOf('startsAt')}
          onChange={({ target }) => onChange({ startsAt: fromZonedInput(target.value, timeZone) })}
        />
        <Field
          label="Shown until"
          hint="Empty for no end."
          type="datetime-local"
          value={toZonedInput(schedule.endsAt, timeZone)}
          error={errorOf('endsAt')}
          onChange={({ target }) => onChange({ endsAt: fromZonedInput(target.value, timeZone) })}
        />
      </div>
      <label className="flex min-h-11 items-center gap-3 text-sm font-semibold">
        <input
          type="checkbox"
          className="size-5 accent-leaf"
          checked={schedule.isActive}
          onChange={({ target }) => onChange({ isActive: target.checked })}
        />
        Switched on
      </label>
    </>
  );
}

export type ScheduleState = 'Off' | 'Planned' | 'Ended' | 'Shown';

export function toScheduleState(schedule: Schedule, now: Date): ScheduleState {
  if (!schedule.isActive) return 'Off';
  if (isShownAt(schedule, now)) return 'Shown';
  return schedule.endsAt !== null && Date.parse(schedule.endsAt) <= now.getTime() ? 'Ended' : 'Planned';
}

/** Such as 'from 21 Nov 2026, 4:05 pm'; empty without dates. */
export function describeDates({ startsAt, endsAt }: Schedule, timeZone: string): string {
  return [
    ...(startsAt === null ? [] : [`from ${formatZoned(startsAt, timeZone)}`]),
    ...(endsAt === null ? [] : [`until ${formatZoned(endsAt, timeZone)}`]),
  ].join(' ');
}
