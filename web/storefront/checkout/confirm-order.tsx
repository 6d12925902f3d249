import { Link } from 'react-router';
import type { Address } from '#contract/addresses/address.ts';
import { formatPaise } from '#contract/base/money.ts';
import { FormAlert } from '#web/forms/form-alert.tsx';
import { t } from '#web/texts/t.ts';
import { Button } from '#web/ui/button.tsx';
import type { OrderCall } from './order-attempt.ts';
import type { PlaceOrderState } from './use-place-order.ts';

/** For example `Place order · ₹412`, or `Pay ₹412` if the next page takes the payment. */
export function confirmLabel(call: OrderCall, totalPaise: number): string {
  return call === 'checkoutOrder'
    ? t('checkout.pay', { amount: formatPaise(totalPaise) })
    : t('checkout.placeOrder', { amount: formatPaise(totalPaise) });
}

interface ConfirmOrderProps {
  state: PlaceOrderState;
  isBusy: boolean;
  call: OrderCall;
  totalPaise: number;
  address: Address | undefined;
  /**
   * When it is delivered. Null where the store does not deliver, and until that is known: then nothing is said about
   * it.
   */
  when: string | null | 0;
  /** Whether cart and addresses have been read, and the server has the chosen one. */
  isReady: boolean;
  onConfirm: () => void;
}

/**
 * The button that orders, with one sentence about what it does, and why the last order was refused. On small screens
 * it stays at the bottom.
 */
export function ConfirmOrder({
  state,
  isBusy,
  call,
  totalPaise,
  address,
  when,
  isReady,
  onConfirm,
}: ConfirmOrderProps) {
  return (
    <div
      data-bottom-bar="tall"
      className="space-y-2 max-md:fixed max-md:inset-x-0 max-md:bottom-0 max-md:z-30 max-md:border-t max-md:border-line max-md:bg-canvas max-md:px-(--page-gutter) max-md:pt-2 max-md:pb-[calc(0.5rem+env(safe-area-inset-bottom))] short:static"
    >
      {state.kind === 'refused' && (
        <FormAlert
          action={
            state.remedy !== null && (
              <Link
                to={state.remedy.to}
                className="-mb-2 flex min-h-11 w-fit items-center underline underline-offset-4"
              >
                {state.remedy.label}
              </Link>
            )
          }
        >
          {state.message}
        </FormAlert>
      )}
      <p className="line-clamp-2 text-sm wrap-anywhere text-ink-soft">
        {when ? toSummary(call, totalPaise, address, when) : '\u00a0'}
      </p>
      <Button
        isWide
        isBusy={isBusy}
        disabled={!isReady}
        className="min-h-12 tabular-nums"
        onClick={onConfirm}
      >
        {confirmLabel(call, totalPaise)}
      </Button>
    </div>
  );
}

function toSummary(call: OrderCall, totalPaise: number, address: Address | undefined, when: string): string {
  const delivery = address ? t('checkout.whenTo', { when, place: address.address_line }) : when;
  if (call === 'checkoutOrder') return t('checkout.cardSummary', { delivery });
  if (call === 'placeUpiOrder') return t('checkout.upiSummary', { delivery });
  return totalPaise === 0
    ? t('checkout.freeSummary', { delivery })
    : t('checkout.cashSummary', { delivery, amount: formatPaise(totalPaise) });
}
