import { MapPin, Menu, Navigation, Phone } from 'lucide-react';
import { useState } from 'react';
import { toMapLinks } from '#contract/addresses/postal-address.ts';
import type { Delivery } from '#contract/riders/delivery.ts';
import { barClass, contentClass, DueChip } from '#web/staff/page-parts.tsx';
import { t } from '#web/texts/t.ts';
import { Button, buttonClass, IconButton } from '#web/ui/button.tsx';
import { Chip } from '#web/ui/chip.tsx';
import { lazyDialog } from '#web/ui/lazy.tsx';
import { showToast } from '#web/ui/toast.ts';
import { giveBackDelivery, leaveWith } from './deliver-store.ts';
import { toDeliveryDue, toState } from './deliveries.ts';
import { reasonTexts, toDueText, toWindowText } from './delivery-texts.ts';

const FailedDialog = lazyDialog(async () => (await import('./failed-dialog.tsx')).FailedDialog);
const ConfirmDialog = lazyDialog(async () => (await import('#web/ui/dialog.tsx')).ConfirmDialog);

interface DeliveryViewProps {
  delivery: Delivery;
  now: number;
  onList: () => void;
  onDoor: () => void;
  /** Goes on to the next delivery. Called with what was done. */
  onDone: (text: string) => void;
}

/** One order fills the screen: where it goes to, by when, and what is collected. */
export function DeliveryView({ delivery, now, onList, onDoor, onDone }: DeliveryViewProps) {
  const { orderId, name, bags, pieceCount } = delivery;
  const due = toDeliveryDue(delivery, now);
  const state = toState(delivery);
  const isOpen = state === 'packed' || state === 'underway';
  return (
    <>
      <header className="mx-auto flex w-full max-w-xl items-center gap-2 px-2 py-1">
        <IconButton label={t('riders.allDeliveries')} onClick={onList}>
          <Menu aria-hidden="true" className="size-6" />
        </IconButton>
        <span className="flex flex-1 flex-wrap items-center gap-2">
          <span className="font-semibold">{orderId}</span>
          {isOpen && due !== null && due.state !== 'later' && <DueChip due={due} later="" />}
        </span>
      </header>
      <div className={contentClass}>
        <h1 tabIndex={-1} className="text-xl wrap-anywhere outline-none">
          {name}
        </h1>
        {isOpen && delivery.slot !== null && (
          <p className="font-semibold">{t('riders.window', { time: toWindowText(delivery, now) })}</p>
        )}
        {state === 'cancelled' && (
          <p className="my-2 rounded-md bg-danger-soft px-3 py-2">
            <strong className="block">{t('riders.cancelled', { number: orderId })}</strong>
            {t('riders.cancelledHint')}
          </p>
        )}
        {delivery.returning !== null && (
          <p className="my-2 rounded-md bg-marigold-soft px-3 py-2">
            <strong className="block">{reasonTexts[delivery.returning.reason]}</strong>
            {t('riders.bringBack')}
          </p>
        )}
        {isOpen && delivery.attempts > 0 && (
          <p className="py-1">
            <Chip look="warning">{t('riders.attempts', { count: delivery.attempts })}</Chip>
          </p>
        )}
        <Door delivery={delivery} />
        <p className="mt-4 flex flex-wrap items-baseline justify-between gap-x-3">
          <span className="text-ink-soft">
            {[
              bags === null ? [] : t('riders.bags', { count: bags }),
              t('riders.pieces', { count: pieceCount }),
            ]
              .flat()
              .join(' · ')}
          </span>
          <strong className="text-xl tabular-nums">{toDueText(delivery)}</strong>
        </p>
      </div>
      <Actions delivery={delivery} onDoor={onDoor} onDone={onDone} />
    </>
  );
}

/** The address, with links to maps and a call. */
function Door({ delivery: { name, mobile, address } }: { delivery: Delivery }) {
  const { address_line, landmark, city, pincode, delivery_note, location } = address;
  const { page, app } = toMapLinks(location, [address_line, city, pincode].join(', '));
  const linkClass = `${buttonClass('secondary')} min-h-14 flex-col gap-0.5! px-1! text-sm`;
  return (
    <>
      <address className="text-lg leading-snug wrap-anywhere not-italic">
        {address_line}
        <br />
        {landmark !== undefined && (
          <>
            {t('riders.landmark', { landmark })}
            <br />
          </>
        )}
        {city} {pincode}
      </address>
      {delivery_note !== undefined && (
        <p className="my-2 rounded-md bg-marigold-soft px-3 py-2 font-medium wrap-anywhere">
          {t('riders.note')}: <bdi>{delivery_note}</bdi>
        </p>
      )}
      <div className="mt-3 grid grid-cols-3 gap-2">
        <a
          href={`tel:${mobile.replace(/\s/g, '')}`}
          aria-label={t('riders.callName', { name })}
          className={linkClass}
        >
          <Phone aria-hidden="true" className="size-5" />
          {t('riders.call')}
        </a>
        <a href={app} className={linkClass}>
          <Navigation aria-hidden="true" className="size-5" />
          {t('riders.navigate')}
        </a>
        <a href={page} target="_blank" rel="noreferrer" className={linkClass}>
          <MapPin aria-hidden="true" className="size-5" />
          {t('riders.map')}
        </a>
      </div>
    </>
  );
}

const largeClass = 'min-h-16 text-lg';

/** What can be done with an order in its state. */
function Actions({ delivery, onDoor, onDone }: Pick<DeliveryViewProps, 'delivery' | 'onDoor' | 'onDone'>) {
  const { orderId: number } = delivery;
  const [dialog, setDialog] = useState<'failed' | 'give-back' | null>(null);
  const [isBusy, setIsBusy] = useState(false);

  async function handBack() {
    setIsBusy(true);
    const outcome = await giveBackDelivery(delivery);
    setIsBusy(false);
    setDialog(null);
    if (outcome.isOk) onDone(t('riders.isGivenBack', { number }));
    else showToast('error', outcome.error.message);
  }

  const state = toState(delivery);
  return (
    <div className={barClass}>
      {state === 'cancelled' && (
        <Button isWide isBusy={isBusy} className={largeClass} onClick={() => void handBack()}>
          {t('riders.givenBack')}
        </Button>
      )}
      {state === 'packed' && (
        <div className="grid gap-2">
          <Button variant="secondary" className="min-h-12" onClick={() => setDialog('give-back')}>
            {t('riders.handBack')}
          </Button>
          <Button
            isWide
            className={largeClass}
            // The second tap of a double tap would be one on the next screen.
            onClick={({ detail }) => detail < 2 && leaveWith([delivery])}
          >
            {t('riders.leave', { count: 1 })}
          </Button>
        </div>
      )}
      {state === 'returning' && (
        <Button isWide variant="secondary" className="min-h-14" onClick={onDoor}>
          {t('riders.deliverAnyway')}
        </Button>
      )}
      {state === 'underway' && (
        <div className="grid gap-2">
          <Button variant="secondary" className="min-h-12" onClick={() => setDialog('failed')}>
            {t('riders.notDelivered')}
          </Button>
          <Button isWide className={largeClass} onClick={({ detail }) => detail < 2 && onDoor()}>
            {t('riders.atDoor')}
          </Button>
        </div>
      )}
      {dialog === 'failed' && (
        <FailedDialog delivery={delivery} onClose={() => setDialog(null)} onRecorded={onDone} />
      )}
      {dialog === 'give-back' && (
        <ConfirmDialog
          title={t('riders.handBackTitle', { number })}
          question={t('riders.handBackQuestion', { number })}
          confirmLabel={t('riders.handBack')}
          isBusy={isBusy}
          onConfirm={() => void handBack()}
          onClose={() => setDialog(null)}
        />
      )}
    </div>
  );
}
