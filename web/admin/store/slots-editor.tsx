import { listSlotTimes } from '#contract/delivery/delivery-slots.ts';
import { toSlotText } from '#contract/delivery/slot-text.ts';
import type { StoreSettings } from '#contract/store/store-settings.ts';
import { NumberField } from '#web/admin/form-parts.tsx';

type Slots = StoreSettings['slots'];

interface SlotsEditorProps {
  slots: Slots;
  errorOf: (path: string) => string | undefined;
  onChange: (slots: Slots) => void;
}

/** Whether shoppers can choose a later time of delivery, and how many orders fit in each. */
export function SlotsEditor({ slots, errorOf, onChange }: SlotsEditorProps) {
  const change = (changed: Partial<Slots>) => onChange({ ...slots, ...changed });
  return (
    <>
      <label className="flex min-h-11 w-fit cursor-pointer items-center gap-3">
        <input
          type="checkbox"
          className="size-5 accent-leaf"
          checked={slots.isOn}
          onChange={({ target }) => change({ isOn: target.checked })}
        />
        Shoppers can choose a later time, also while the store is closed
      </label>
      {slots.isOn && (
        <div className="grid max-w-lg grid-cols-1 gap-3 sm:grid-cols-2">
          <NumberField
            label="Minutes of each time"
            hint="From each opening on, 30 to 480."
            value={slots.minutes}
            error={errorOf('slots.minutes')}
            onChange={(minutes) => change({ minutes })}
          />
          <NumberField
            label="Most orders in each time"
            value={slots.capacity}
            error={errorOf('slots.capacity')}
            onChange={(capacity) => change({ capacity })}
          />
          <NumberField
            label="Days ahead"
            hint="0: today only."
            value={slots.daysAhead}
            error={errorOf('slots.daysAhead')}
            onChange={(daysAhead) => change({ daysAhead })}
          />
          <NumberField
            label="Least minutes before it begins"
            value={slots.leadMinutes}
            error={errorOf('slots.leadMinutes')}
            onChange={(leadMinutes) => change({ leadMinutes })}
          />
        </div>
      )}
    </>
  );
}

/** The delivery times that shoppers could choose now; nothing while the numbers are not valid. */
export function SlotsPreview({ settings }: { settings: StoreSettings }) {
  const { isOn, minutes, daysAhead, leadMinutes } = settings.slots;
  if (!isOn || !(minutes >= 30) || !(daysAhead <= 7) || !(leadMinutes >= 0)) return null;
  const now = new Date();
  const times = listSlotTimes(settings, settings.slots, now);
  const [first] = times;
  if (first === undefined) return <p>No delivery time can be chosen.</p>;
  const next = { startsAt: first.startsAt.toISOString(), endsAt: first.endsAt.toISOString() };
  return (
    <p>
      {times.length === 1 ? '1 delivery time' : `${times.length} delivery times`} to choose from, the first{' '}
      {toSlotText(next, 'en-IN', now.getTime())}.
    </p>
  );
}
