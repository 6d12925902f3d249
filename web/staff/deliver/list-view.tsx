import { Bike, ChevronRight } from 'lucide-react';
import { useState } from 'react';
import type { Delivery, WaitingDelivery } from '#contract/riders/delivery.ts';
import { maximumDeliveries } from '#contract/riders/delivery-pin.ts';
import {
  barClass,
  ChoosableRow,
  contentClass,
  DueChip,
  TitleBar,
  toRowClass,
} from '#web/staff/page-parts.tsx';
import { ShiftButton } from '#web/staff/shift/shift-button.tsx';
import { t } from '#web/texts/t.ts';
import { Button } from '#web/ui/button.tsx';
import { Chip } from '#web/ui/chip.tsx';
import { EmptyState, LoadFailed, StatusIcon } from '#web/ui/empty-state.tsx';
import { Skeleton } from '#web/ui/loading.tsx';
import { showToast } from '#web/ui/toast.ts';
import { leaveWith, refreshDeliveries, takeDelivery, useDeliveries } from './deliver-store.ts';
import { type DeliveryState, toDeliveryDue, toHeldCash, toState } from './deliveries.ts';
import { inRupees, toDueText, toWindowText } from './delivery-texts.ts';
import { PositionConsent } from './share-position.tsx';

interface ListViewProps {
  userId: string;
  deliveries: readonly Delivery[];
  now: number;
  /** Shows an order of the rider. */
  onShow: (id: string) => void;
  /** Called with what was done. */
  onTaken: (text: string) => void;
  /** Shows the next delivery. Called with what was done; empty for nothing. */
  onNext: (text: string) => void;
  /** Null for staff who may not take cash. */
  onCash: (() => void) | null;
}

/** The orders of the rider in the order in which they are delivered, and packed orders to be taken. */
export function ListView({ userId, deliveries, now, onShow, onTaken, onNext, onCash }: ListViewProps) {
  const { waiting, isOffline, error, heldAmt, actions } = useDeliveries();
  const [chosen, setChosen] = useState<readonly string[]>([]);
  const [isBusy, setIsBusy] = useState(false);
  const own = deliveries.filter((delivery) => toState(delivery) !== 'done');
  const others = (waiting ?? []).filter(({ _id }) => own.every((delivery) => delivery._id !== _id));
  const free = others.filter(({ rider }) => rider === null);
  const packed = own.filter((delivery) => toState(delivery) === 'packed');
  const isUnderway = own.some((delivery) => toState(delivery) === 'underway');
  const places = maximumDeliveries - own.filter((delivery) => toState(delivery) !== 'returning').length;
  const ids = chosen.filter((id) => free.some(({ _id }) => _id === id)).slice(0, Math.max(0, places));
  const [nextFree] = free;

  function choose(id: string) {
    setChosen(ids.includes(id) ? ids.filter((other) => other !== id) : [...ids, id]);
  }

  async function take(wanted: readonly string[]) {
    setIsBusy(true);
    let count = 0;
    for (const id of wanted) {
      const outcome = await takeDelivery(id);
      if (outcome.isOk) count += 1;
      else showToast('error', outcome.error.message);
    }
    setIsBusy(false);
    setChosen([]);
    onTaken(count === 0 ? '' : t('riders.taken', { count }));
  }

  return (
    <>
      <div className={contentClass}>
        <TitleBar title={t('riders.deliveries')}>
          <ShiftButton userId={userId} work="rider" />
          {onCash !== null && (
            <Button variant="quiet" className="px-0! text-leaf!" onClick={onCash}>
              {heldAmt === null
                ? t('riders.myCash')
                : t('riders.cashOf', { amount: inRupees(toHeldCash(heldAmt, actions)) })}
            </Button>
          )}
        </TitleBar>
        {own.length > 0 && (
          <ul aria-label={t('riders.deliveries')} className="space-y-2">
            {own.map((delivery) => (
              <li key={delivery._id}>
                <OwnRow
                  delivery={delivery}
                  now={now}
                  isStateShown={isUnderway || toState(delivery) !== 'packed'}
                  onShow={() => onShow(delivery._id)}
                />
              </li>
            ))}
          </ul>
        )}
        {waiting === null ? (
          error === null && !isOffline ? (
            <Skeleton className="h-60 w-full rounded-lg" />
          ) : (
            <LoadFailed
              title={error?.message ?? t('staff.queueOffline')}
              onRetry={() => void refreshDeliveries()}
            />
          )
        ) : others.length > 0 ? (
          <section aria-label={t('riders.waiting')}>
            <h2 className="py-2 font-semibold">{t('riders.waiting')}</h2>
            <ul className="space-y-2">
              {others.map((order) => (
                <li key={order._id}>
                  <WaitingRow
                    order={order}
                    now={now}
                    isChosen={ids.includes(order._id)}
                    isDisabled={ids.length >= places && !ids.includes(order._id)}
                    onChoose={() => choose(order._id)}
                  />
                </li>
              ))}
            </ul>
          </section>
        ) : (
          own.length === 0 && (
            <EmptyState isLive art={<StatusIcon tone="leaf" Icon={Bike} />} title={t('riders.noOrders')}>
              {isOffline ? t('staff.queueOffline') : t('riders.noOrdersHint')}
            </EmptyState>
          )
        )}
        <PositionConsent />
      </div>
      <div className={`${barClass} grid gap-2 empty:hidden`}>
        {places <= 0 && free.length > 0 && <p className="text-center text-sm">{t('riders.full')}</p>}
        {packed.length > 0 && (
          <Button
            isWide
            className="min-h-14 text-lg"
            onClick={({ detail }) => {
              // The second tap of a double tap would go on from the next screen.
              if (detail > 1) return;
              leaveWith(packed);
              onNext(t('riders.left', { count: packed.length }));
            }}
          >
            {t('riders.leave', { count: packed.length })}
          </Button>
        )}
        {places > 0 && nextFree !== undefined && (
          <Button
            isWide
            isBusy={isBusy}
            variant={packed.length > 0 ? 'secondary' : 'primary'}
            className={packed.length > 0 ? 'min-h-12' : 'min-h-14 text-lg'}
            onClick={() => void take(ids.length === 0 ? [nextFree._id] : ids)}
          >
            {ids.length === 0
              ? t('riders.takeNext', { number: nextFree.orderId })
              : t('riders.take', { count: ids.length })}
          </Button>
        )}
        {isUnderway && (
          <Button variant="secondary" isWide className="min-h-12" onClick={() => onNext('')}>
            {t('riders.goOn')}
          </Button>
        )}
      </div>
    </>
  );
}

const states: Record<Exclude<DeliveryState, 'done'>, string> = {
  packed: t('riders.statePacked'),
  underway: t('riders.stateUnderway'),
  returning: t('riders.stateReturning'),
  cancelled: t('riders.stateCancelled'),
};

interface OwnRowProps {
  delivery: Delivery;
  now: number;
  /** False while none of the orders has left: the button says that they are ready. */
  isStateShown: boolean;
  onShow: () => void;
}

function OwnRow({ delivery, now, isStateShown, onShow }: OwnRowProps) {
  const { orderId, name, address, bags } = delivery;
  const due = toDeliveryDue(delivery, now);
  const state = toState(delivery);
  const isOpen = state === 'packed' || state === 'underway';
  return (
    <button type="button" className={toRowClass(isOpen ? due : null)} onClick={onShow}>
      <span className="min-w-0 flex-1">
        <span className="flex flex-wrap items-center gap-x-2 gap-y-1">
          <span className="font-semibold">{orderId}</span>
          {isOpen && due !== null && <DueChip due={due} later={toWindowText(delivery, now)} />}
          {isStateShown && state !== 'done' && state !== 'underway' && (
            <Chip look={isOpen ? 'plain' : 'bad'}>{states[state]}</Chip>
          )}
        </span>
        <span className="block wrap-anywhere">
          {name} · {address.address_line}
        </span>
        <span className="block text-sm text-ink-soft">
          {[
            bags === null ? [] : t('riders.bags', { count: bags }),
            toDueText(delivery),
            delivery.attempts === 0 ? [] : t('riders.attempts', { count: delivery.attempts }),
          ]
            .flat()
            .join(' · ')}
        </span>
      </span>
      <ChevronRight aria-hidden="true" className="size-5 flex-none text-ink-soft" />
    </button>
  );
}

interface WaitingRowProps {
  order: WaitingDelivery;
  now: number;
  isChosen: boolean;
  isDisabled: boolean;
  onChoose: () => void;
}

function WaitingRow({ order, now, ...choice }: WaitingRowProps) {
  const { orderId: number, firstName, city, pincode, bags, rider } = order;
  const due = toDeliveryDue(order, now);
  const text = (
    <span className="min-w-0 flex-1">
      <span className="flex flex-wrap items-center gap-x-2 gap-y-1">
        <span className="font-semibold">{number}</span>
        {due !== null && <DueChip due={due} later={toWindowText(order, now)} />}
      </span>
      <span className="block text-sm text-ink-soft">
        {[firstName, `${city} ${pincode}`, bags === null ? [] : t('riders.bags', { count: bags })]
          .flat()
          .join(' · ')}
      </span>
      {rider !== null && <span className="block text-sm">{t('riders.hasIt', { name: rider.name })}</span>}
    </span>
  );
  if (rider !== null) return <div className={toRowClass(due)}>{text}</div>;
  return (
    <ChoosableRow due={due} label={t('riders.choose', { number })} {...choice}>
      {text}
    </ChoosableRow>
  );
}
