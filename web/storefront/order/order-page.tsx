import { ArrowLeft } from 'lucide-react';
import { Link, useParams } from 'react-router';
import { useSession } from '#web/session/session.ts';
import { ShopperOnly } from '#web/session/shopper-only.tsx';
import { EmptyBasket } from '#web/storefront/cart/empty-basket.tsx';
import { Button, buttonClass } from '#web/ui/button.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { OrderSheet } from './order-sheet.tsx';
import { OrderSkeleton } from './order-skeleton.tsx';
import { useLiveOrder } from './use-live-order.ts';

export function meta() {
  return [{ title: 'Your order' }, { name: 'robots', content: 'noindex' }];
}

/** One order as it moves (`/orders/:orderId`). */
export default function OrderPage() {
  const { orderId = '' } = useParams();
  const { user } = useSession();
  return (
    <div className="mx-auto min-h-[60vh] w-full max-w-5xl py-4 md:py-6">
      <ShopperOnly heading="h1">
        <Link
          to="/dashboard/myorders"
          className="-ml-1 inline-flex min-h-11 items-center gap-2 rounded-md px-1 text-sm font-semibold text-leaf"
        >
          <ArrowLeft aria-hidden="true" className="size-4" />
          My Orders
        </Link>
        {user !== null && <LiveOrder key={`${user._id} ${orderId}`} userId={user._id} orderId={orderId} />}
      </ShopperOnly>
    </div>
  );
}

function LiveOrder({ userId, orderId }: { userId: string; orderId: string }) {
  const {
    data: order,
    isUnknown,
    isPending,
    isFetching,
    isLive,
    refetch,
    show,
  } = useLiveOrder(userId, orderId);
  if (isUnknown) return <UnknownOrder />;
  if (order !== undefined) {
    return <OrderSheet order={order} isLive={isLive} onChange={show} onStale={() => void refetch()} />;
  }
  if (isPending) return <OrderSkeleton />;
  return (
    <EmptyState
      heading="h1"
      title="Your order is out of reach"
      action={
        <Button isBusy={isFetching} onClick={() => void refetch()}>
          Try again
        </Button>
      }
    >
      The shop could not be reached. Please check your connection.
    </EmptyState>
  );
}

function UnknownOrder() {
  return (
    <EmptyState
      heading="h1"
      art={<EmptyBasket />}
      title="There is no such order"
      action={
        <Link to="/dashboard/myorders" className={buttonClass()}>
          See my orders
        </Link>
      }
    >
      It may belong to another account, or the address is not complete.
    </EmptyState>
  );
}
