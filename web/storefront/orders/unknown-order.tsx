import { Link } from 'react-router';
import { EmptyBasket } from '#web/storefront/cart/empty-basket.tsx';
import { buttonClass } from '#web/ui/button.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';

/** Shown instead of an order that does not exist or belongs to another shopper. */
export default function UnknownOrder() {
  return (
    <EmptyState
      heading="h1"
      art={<EmptyBasket />}
      title="Order not found"
      action={
        <Link to="/dashboard/myorders" className={buttonClass()}>
          My orders
        </Link>
      }
    >
      It may belong to another account, or the address is incomplete.
    </EmptyState>
  );
}
