import { CircleCheck, Clock, SearchX, WifiOff } from 'lucide-react';
import { Button, buttonClass } from '#web/ui/button.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { IconDisc } from '#web/ui/icon-disc.tsx';

/** It was paid, here or in another tab. */
export function Paid({ successUrl }: { successUrl: string }) {
  return (
    <EmptyState
      art={
        <IconDisc tone="leaf">
          <CircleCheck className="size-16" strokeWidth={1.75} />
        </IconDisc>
      }
      title="This is paid"
      action={
        <a href={successUrl} className={buttonClass()}>
          Back to the shop
        </a>
      }
    >
      There is nothing left to do here.
    </EmptyState>
  );
}

/** Its time is over, or the order was cancelled. */
export function Expired({ cancelUrl }: { cancelUrl: string }) {
  return (
    <EmptyState
      art={
        <IconDisc tone="marigold">
          <Clock className="size-16" strokeWidth={1.75} />
        </IconDisc>
      }
      title="This payment has expired"
      action={
        <a href={cancelUrl} className={buttonClass()}>
          Back to the shop
        </a>
      }
    >
      Nothing was charged. What you wanted is in your cart again, and you can pay for it from there.
    </EmptyState>
  );
}

export function Unknown() {
  return (
    <EmptyState
      art={
        <IconDisc tone="marigold">
          <SearchX className="size-16" strokeWidth={1.75} />
        </IconDisc>
      }
      title="There is no such payment"
      action={
        <a href="/" className={buttonClass()}>
          Go To Home
        </a>
      }
    >
      The address may have been cut off. Your orders are under My Orders in the shop.
    </EmptyState>
  );
}

export function OutOfReach({ onRetry }: { onRetry: () => void }) {
  return (
    <EmptyState
      art={
        <IconDisc tone="marigold">
          <WifiOff className="size-16" strokeWidth={1.75} />
        </IconDisc>
      }
      title="The payment is out of reach"
      action={<Button onClick={onRetry}>Try again</Button>}
    >
      The shop could not be reached. Nothing was charged.
    </EmptyState>
  );
}
