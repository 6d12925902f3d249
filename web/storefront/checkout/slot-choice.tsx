import { queryOptions, useQuery } from '@tanstack/react-query';
import { Clock, Zap } from 'lucide-react';
import { type ReactNode, useEffect, useEffectEvent, useLayoutEffect, useState } from 'react';
import type { EndpointResponse } from '#contract/api.ts';
import { toSlotDay, toSlotHours, toSlotText } from '#contract/delivery/slot-text.ts';
import { callApiOrThrow } from '#web/api/client.ts';
import { useNow } from '#web/base/time.ts';
import { invalidateQuery, queryClient } from '#web/session/query-client.ts';
import { statusQuery } from '#web/storefront/delivery/store-status.ts';
import { languageTag, t } from '#web/texts/t.ts';
import { Button } from '#web/ui/button.tsx';
import { SelectField } from '#web/ui/field.tsx';

type Slot = EndpointResponse<'listDeliverySlots'>['data'][number];

/** The window that a shopper has chosen, with its text. */
export interface ChosenSlot {
  startsAt: string;
  endsAt: string;
  text: string;
}

export const slotsQuery = queryOptions({
  queryKey: ['delivery-slots'],
  queryFn: async ({ signal }) => (await callApiOrThrow('listDeliverySlots', {}, { signal })).data,
});

interface SlotChoiceProps {
  slot: ChosenSlot | undefined;
  /** Whether the store takes orders for now. */
  isOpen: boolean;
  promisedMinutes: number | null;
  isDisabled: boolean;
  /** The last order was refused, perhaps because of its time. */
  mustReadAgain: boolean;
  onChange: (slot?: ChosenSlot) => void;
}

/**
 * The time of delivery: as soon as possible, or a window. While the store is closed, the earliest window with a place
 * is chosen until the shopper chooses another one. While the store is open it is one line until 'Change', so that the
 * payment methods are on the first screen of a phone.
 */
export function SlotChoice(props: SlotChoiceProps) {
  const { slot, isOpen, promisedMinutes, isDisabled, mustReadAgain, onChange } = props;
  const { data, refetch } = useQuery(slotsQuery, queryClient);
  const now = useNow(60_000);
  const [isListed, setIsListed] = useState(false);
  const slots = data ?? [];
  const chosen = slots.find((each) => isSame(each, slot));
  const free = slots.filter(({ isFull }) => !isFull);
  const choose = (next: Slot | undefined) => {
    onChange(next && { ...toTimes(next), text: toSlotText(next, languageTag, Date.now()) });
  };

  const readAgain = useEffectEvent(() => {
    void refetch();
    void invalidateQuery(statusQuery.queryKey);
  });
  useEffect(() => {
    if (mustReadAgain) readAgain();
  }, [mustReadAgain]);
  const correct = useEffectEvent(() => {
    if (data === undefined || isDisabled) return;
    if (slot === undefined && !isOpen && free.length > 0) choose(free[0]);
    // Its time has come, or the last place was taken: the next one.
    if (slot !== undefined && (chosen === undefined || chosen.isFull))
      choose(free.find(({ startsAt }) => startsAt >= slot.startsAt) ?? (isOpen ? undefined : free[0]));
  });
  // Before the first paint, because the choice of a window is taller than that of none.
  // biome-ignore lint/correctness/useExhaustiveDependencies: when the windows or the opening change.
  useLayoutEffect(correct, [data, isOpen, slot, isDisabled]);

  if (data === undefined || (data.length === 0 && slot === undefined)) return null;
  const minutes = promisedMinutes !== null && (
    <span className="block text-sm text-ink-soft">{t('orders.inMinutes', { minutes: promisedMinutes })}</span>
  );
  if (isOpen && slot === undefined && !isListed) {
    return (
      <fieldset disabled={isDisabled}>
        <legend className="sr-only">{t('checkout.deliveryTime')}</legend>
        <div className="flex min-h-13 items-center gap-3 rounded-lg border border-line bg-surface py-1 pr-1 pl-4">
          <Zap aria-hidden="true" className="size-5 flex-none text-ink-soft" />
          <p className="min-w-0 flex-1">
            <span className="block font-semibold">{t('checkout.asSoonAsPossible')}</span>
            {minutes}
          </p>
          <Button
            variant="quiet"
            aria-label={t('checkout.changeTime')}
            className="px-3! text-leaf!"
            onClick={() => setIsListed(true)}
          >
            {t('checkout.change')}
          </Button>
        </div>
      </fieldset>
    );
  }
  const days = [...new Map(slots.map((each) => [toSlotDay(each, languageTag, now), each])).keys()];
  const day = slot && toSlotDay(slot, languageTag, now);
  const ofDay = slots.filter((each) => toSlotDay(each, languageTag, now) === day);
  return (
    <fieldset disabled={isDisabled}>
      <legend className="mb-1.5 font-display text-lg font-bold">{t('checkout.deliveryTime')}</legend>
      <div className="divide-y divide-line overflow-hidden rounded-lg border border-line bg-surface">
        {isOpen && (
          <Row
            isChosen={slot === undefined}
            hasFocus={isListed && slot === undefined}
            onChoose={() => choose(undefined)}
            icon={<Zap aria-hidden="true" className="size-5 flex-none text-ink-soft" />}
          >
            <span className="block font-semibold">{t('checkout.asSoonAsPossible')}</span>
            {minutes}
          </Row>
        )}
        {free.length === 0 ? (
          <p className="px-4 py-3 text-sm">{t('checkout.noTimes')}</p>
        ) : (
          <Row
            isChosen={slot !== undefined}
            onChoose={() => choose(free[0])}
            icon={<Clock aria-hidden="true" className="size-5 flex-none text-ink-soft" />}
          >
            <span className="block font-semibold">{t('checkout.laterTime')}</span>
          </Row>
        )}
        {slot !== undefined && (
          <div className="grid grid-cols-1 gap-2 px-4 py-3 min-[26rem]:grid-cols-[2fr_3fr]">
            <SelectField
              label={t('checkout.day')}
              value={day ?? ''}
              choices={days.map((each) => [each, capitalize(each)] as const)}
              onChange={({ target }) => {
                const wanted = slots.filter((each) => toSlotDay(each, languageTag, now) === target.value);
                choose(wanted.find(({ isFull }) => !isFull) ?? wanted[0]);
              }}
            />
            <SelectField
              label={t('checkout.time')}
              value={slot.startsAt}
              choices={ofDay.map((each) => {
                const time = toSlotHours(each, languageTag);
                return each.isFull
                  ? ([each.startsAt, t('checkout.fullTime', { time }), true] as const)
                  : ([each.startsAt, time] as const);
              })}
              onChange={({ target }) => choose(slots.find(({ startsAt }) => startsAt === target.value))}
            />
          </div>
        )}
      </div>
    </fieldset>
  );
}

interface RowProps {
  isChosen: boolean;
  /** When it appears. */
  hasFocus?: boolean;
  icon: ReactNode;
  children: ReactNode;
  onChoose: () => void;
}

function Row({ isChosen, hasFocus = false, icon, children, onChoose }: RowProps) {
  return (
    <label className="flex min-h-13 cursor-pointer items-center gap-3 px-4 py-1 has-checked:bg-leaf-soft">
      <input
        type="radio"
        name="delivery-time"
        checked={isChosen}
        // biome-ignore lint/a11y/noAutofocus: it replaces the button 'Change', which had the focus.
        autoFocus={hasFocus}
        onChange={onChoose}
        className="size-5 flex-none accent-leaf"
      />
      <span className="min-w-0 flex-1">{children}</span>
      {icon}
    </label>
  );
}

function toTimes({ startsAt, endsAt }: Slot) {
  return { startsAt, endsAt };
}

function isSame(one: Slot, other: ChosenSlot | undefined): boolean {
  return one.startsAt === other?.startsAt && one.endsAt === other.endsAt;
}

const capitalize = (text: string) => text.charAt(0).toLocaleUpperCase(languageTag) + text.slice(1);
