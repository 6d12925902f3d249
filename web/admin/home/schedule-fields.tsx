import { formatZoned, fromZonedInput, toZonedInput } from '#contract/base/zoned-time.ts';
import { isShownAt, type Schedule } from '#contract/home/schedule.ts';
import { type bindFields, CheckField, TextField } from '#web/admin/form-parts.tsx';
import { scheduleLabels } from './home-labels.ts';

interface ScheduleFieldsProps {
  field: ReturnType<typeof bindFields<Schedule>>;
  timeZone: string;
}

/** From when until when something is shown, in the time zone of the store, and whether at all. */
export function ScheduleFields({ field, timeZone }: ScheduleFieldsProps) {
  const dateProps = (name: 'startsAt' | 'endsAt') => {
    const { value, error, onChange } = field(name);
    return {
      type: 'datetime-local',
      value: toZonedInput(value, timeZone),
      error,
      onChange: (typed: string) => onChange(fromZonedInput(typed, timeZone)),
    };
  };
  return (
    <>
      <div className="grid grid-cols-1 gap-3 sm:grid-cols-2">
        <TextField
          label={scheduleLabels.startsAt}
          hint={`Time of ${timeZone}. Empty for at once.`}
          {...dateProps('startsAt')}
        />
        <TextField label={scheduleLabels.endsAt} hint="Leave empty for no end." {...dateProps('endsAt')} />
      </div>
      <CheckField label={scheduleLabels.isActive} {...field('isActive')} />
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
