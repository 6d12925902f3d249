import { CircleX } from 'lucide-react';
import { Link } from 'react-router';
import { buttonClass } from '#web/ui/button.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { IconDisc } from '#web/ui/icon-disc.tsx';

export function meta() {
  return [{ title: 'Order cancelled' }, { name: 'robots', content: 'noindex' }];
}

/** Where a payment that was given up ends (specification section 2). */
export default function CancelPage() {
  return (
    <EmptyState
      heading="h1"
      art={
        <IconDisc tone="danger">
          <CircleX className="size-16" strokeWidth={1.75} />
        </IconDisc>
      }
      title="Order Cancel"
      action={
        <Link to="/" className={buttonClass()}>
          Go To Home
        </Link>
      }
    >
      Nothing was charged, and your cart is as you left it.
    </EmptyState>
  );
}
