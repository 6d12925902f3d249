import { useState } from 'react';
import type { EndpointInput } from '#contract/api.ts';
import { dayMs } from '#contract/base/durations.ts';
import { toShopDate } from '#contract/base/zoned-time.ts';
import { FormAlert } from '#web/forms/form-alert.tsx';
import { Button } from '#web/ui/button.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { Field } from '#web/ui/field.tsx';

export type WantedPause = NonNullable<EndpointInput<'changeStorePause'>['pause']>;

interface PauseDialogProps {
  /** Of the present pause. */
  reason: string | undefined;
  isBusy: boolean;
  /** Resolves to why it was refused. */
  onPause: (pause: WantedPause) => Promise<string | undefined>;
  onClose: () => void;
}

const periods = [
  ['30 minutes', 30],
  ['1 hour', 60],
  ['2 hours', 120],
] as const;

/** Pauses orders with one tap on how long. The reason has a usual value. */
export function PauseDialog({ reason: present, isBusy, onPause, onClose }: PauseDialogProps) {
  const [reason, setReason] = useState(present ?? 'Too many orders at the moment');
  const [day, setDay] = useState<'today' | 'tomorrow'>('today');
  const [time, setTime] = useState('');
  const [problem, setProblem] = useState('');

  async function pause(end: WantedPause['end']) {
    setProblem((await onPause({ reason, end })) ?? '');
  }

  function pauseUntilTime() {
    if (time === '') return setProblem('Enter the time at which the pause ends.');
    const date = toShopDate(new Date(Date.now() + (day === 'tomorrow' ? dayMs : 0)));
    void pause({ kind: 'AT', at: new Date(`${date}T${time}:00+05:30`).toISOString() });
  }

  return (
    <Dialog title="Pause orders" onClose={onClose}>
      <div className="space-y-4">
        <FormAlert>{problem}</FormAlert>
        <div className="grid grid-cols-2 gap-2">
          {periods.map(([label, minutes]) => (
            <Button
              key={label}
              isWide
              disabled={isBusy}
              onClick={() => void pause({ kind: 'AFTER', minutes })}
            >
              {label}
            </Button>
          ))}
          <Button isWide disabled={isBusy} onClick={() => void pause({ kind: 'RESUMED' })}>
            Until I resume
          </Button>
        </div>
        <Field
          label="Reason, shown to shoppers"
          value={reason}
          maxLength={120}
          onChange={({ target }) => setReason(target.value)}
        />
        <fieldset className="flex flex-wrap items-end gap-2">
          <legend className="mb-1 text-sm font-semibold">Until a time</legend>
          <label className="text-sm font-semibold">
            <span className="mb-1 block">Day</span>
            <select
              className="h-11 rounded-md border border-line bg-surface px-3 text-base font-normal"
              value={day}
              onChange={({ target }) => setDay(target.value === 'tomorrow' ? 'tomorrow' : 'today')}
            >
              <option value="today">Today</option>
              <option value="tomorrow">Tomorrow</option>
            </select>
          </label>
          <Field label="Time" type="time" value={time} onChange={({ target }) => setTime(target.value)} />
          <Button variant="secondary" disabled={isBusy} onClick={pauseUntilTime}>
            Pause until then
          </Button>
        </fieldset>
        <p className="text-sm text-ink-soft">
          Shoppers cannot order during the pause. Orders that were placed before are not affected.
        </p>
      </div>
    </Dialog>
  );
}
