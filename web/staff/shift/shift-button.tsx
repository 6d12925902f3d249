import { useEffect } from 'react';
import type { ShiftRole } from '#contract/staff/shift.ts';
import { formatTime } from '#web/base/time.ts';
import { t } from '#web/texts/t.ts';
import { Button } from '#web/ui/button.tsx';
import { clockIn, clockOut, startShifts, useShift } from './shift-store.ts';

/** Begins and ends the shift of the person, as which the page is used. */
export function ShiftButton({ userId, work }: { userId: string; work: ShiftRole }) {
  useEffect(() => startShifts(userId), [userId]);
  const shift = useShift();
  const own = shift?.role === work ? shift : null;
  return (
    <Button
      variant="quiet"
      className="px-0! text-leaf!"
      disabled={shift === undefined}
      onClick={() => (own === null ? clockIn(work) : clockOut(own))}
    >
      {own === null
        ? t('staff.clockIn')
        : t('staff.clockOut', { time: formatTime(Date.parse(own.startedAt)) })}
    </Button>
  );
}
