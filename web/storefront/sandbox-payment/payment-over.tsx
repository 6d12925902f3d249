import { CircleCheck, Clock, type LucideIcon, SearchX, WifiOff } from 'lucide-react';
import type { ReactNode } from 'react';
import { Button, buttonClass } from '#web/ui/button.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { IconDisc } from '#web/ui/icon-disc.tsx';

/** It was paid, here or in another tab. */
export function Paid({ successUrl }: { successUrl: string }) {
  return (
    <Over icon={CircleCheck} tone="leaf" title="This is paid" action={<WayBack to={successUrl} />}>
      There is nothing left to do here.
    </Over>
  );
}

/** Its time is over, or the order was cancelled. */
export function Expired({ cancelUrl }: { cancelUrl: string }) {
  return (
    <Over icon={Clock} title="This payment has expired" action={<WayBack to={cancelUrl} />}>
      Nothing was charged. What you wanted is in your cart again, and you can pay for it from there.
    </Over>
  );
}

export function Unknown() {
  return (
    <Over icon={SearchX} title="There is no such payment" action={<WayBack to="/">Go To Home</WayBack>}>
      The address may have been cut off. Your orders are under My Orders in the shop.
    </Over>
  );
}

export function OutOfReach({ onRetry }: { onRetry: () => void }) {
  return (
    <Over
      icon={WifiOff}
      title="The payment is out of reach"
      action={<Button onClick={onRetry}>Try again</Button>}
    >
      The shop could not be reached. Nothing was charged.
    </Over>
  );
}

interface OverProps {
  icon: LucideIcon;
  tone?: 'leaf' | 'marigold';
  title: string;
  action: ReactNode;
  children: ReactNode;
}

function Over({ icon: Icon, tone = 'marigold', title, action, children }: OverProps) {
  const art = (
    <IconDisc tone={tone}>
      <Icon className="size-16" strokeWidth={1.75} />
    </IconDisc>
  );
  return (
    <EmptyState art={art} title={title} action={action}>
      {children}
    </EmptyState>
  );
}

/** Loads the page anew: this one stands apart from the shop. */
function WayBack({ to, children = 'Back to the shop' }: { to: string; children?: ReactNode }) {
  return (
    <a href={to} className={buttonClass()}>
      {children}
    </a>
  );
}
