import { Suspense } from 'react';
import type { Place } from '#contract/delivery/delivery-area.ts';
import { lazyWithRetry } from '#web/ui/lazy.tsx';
import { useStoreStatus } from './store-status.ts';

const PlaceNotice = lazyWithRetry(() => import('./place-notice.tsx'));

interface StoreNoticeProps {
  itemsPaise: number;
  place?: Place | undefined;
  /** The checkout says elsewhere when and where it delivers. */
  isCheckout?: boolean;
}

/** Says what the store would refuse or charge before the order is placed. The server decides. */
export function StoreNotice({ isCheckout = false, ...props }: StoreNoticeProps) {
  const status = useStoreStatus();
  if (status === undefined) return null;
  return (
    <Suspense>
      <PlaceNotice status={status} isCheckout={isCheckout} {...props} />
    </Suspense>
  );
}
