import { useState } from 'react';
import { findDelivery, type Place } from '#contract/delivery/delivery-area.ts';
import { toMinutesOf, usualOrder } from '#contract/delivery/learned-promise.ts';
import { t } from '#web/texts/t.ts';
import { Button } from '#web/ui/button.tsx';
import { lazyDialog } from '#web/ui/lazy.tsx';
import { type StoreStatus, toNotice, useStoreStatus } from './store-status.ts';

const PlaceDialog = lazyDialog(async () => (await import('./place-dialog.tsx')).PlaceDialog);
const TellMeDialog = lazyDialog(async () => (await import('./tell-me.tsx')).TellMeDialog);

interface StoreNoticeProps {
  itemsPaise: number;
  /** In the cart that of the header, at the checkout the address. */
  place?: Place | undefined;
  /** The checkout says elsewhere when and where it delivers. */
  isCheckout?: boolean;
}

/**
 * Says before the order is placed what the server would refuse or charge: that the store does not deliver there or is
 * closed, what is missing to its minimum or to free delivery; in how many minutes the cart arrives, and what a shopper
 * can do about a place to which the store does not deliver.
 */
export function StoreNotice({ itemsPaise, place, isCheckout = false }: StoreNoticeProps) {
  const status = useStoreStatus();
  const [dialog, setDialog] = useState<'place' | 'tell'>();
  if (status === undefined) return null;
  const delivery = findDelivery(status, place ?? null);
  const dependsOnPlace = status.deliveryArea.kind !== 'EVERYWHERE';
  const text = toNotice(status, itemsPaise, place);
  const close = () => setDialog(undefined);
  return (
    <>
      {text && (
        <p role="status" className="rounded-md bg-marigold-soft px-4 py-3 text-sm font-semibold">
          {text}
        </p>
      )}
      {isCheckout
        ? !delivery.isInside && (
            <Button isWide variant="secondary" onClick={() => setDialog('tell')}>
              {t('place.tellMe')}
            </Button>
          )
        : delivery.isInside && (
            <div className="flex min-h-11 items-center justify-between gap-3 text-sm">
              <p className="min-w-0 font-semibold wrap-anywhere">
                {dependsOnPlace && place === undefined
                  ? t('place.choosePlace')
                  : status.isOpen && toMinutesText(status, place, delivery.terms.extraMinutes)}
              </p>
              {dependsOnPlace && (
                <Button
                  variant="quiet"
                  className="-mr-2 flex-none px-3! text-leaf!"
                  onClick={() => setDialog('place')}
                >
                  {place === undefined ? t('place.pincode') : t('checkout.change')}
                </Button>
              )}
            </div>
          )}
      {!isCheckout && !delivery.isInside && (
        <Button isWide onClick={() => setDialog('place')}>
          {t('place.changePlace')}
        </Button>
      )}
      {dialog === 'place' && <PlaceDialog onClose={close} />}
      {dialog === 'tell' && place !== undefined && <TellMeDialog place={place} onClose={close} />}
    </>
  );
}

function toMinutesText(
  { promise, deliveryArea }: StoreStatus,
  place: Place | undefined,
  extraMinutes: number,
): string {
  const minutes = toMinutesOf(promise, { ...usualOrder, pincode: place?.pincode ?? '', extraMinutes });
  return !place?.pincode || deliveryArea.kind === 'EVERYWHERE'
    ? t('place.inMinutes', { minutes })
    : t('place.inMinutesTo', { minutes, place: place.pincode });
}
