import { Link } from 'react-router';
import { EmptyBasket } from '#web/storefront/cart/empty-basket.tsx';
import { t } from '#web/texts/t.ts';
import { buttonClass } from '#web/ui/button.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';

/** Shown instead of an order that does not exist or belongs to another shopper. */
export default function UnknownOrder() {
  return (
    <EmptyState
      heading="h1"
      art={<EmptyBasket />}
      title={t('orders.notFound')}
      action={
        <Link to="/dashboard/myorders" className={buttonClass()}>
          {t('orders.myOrdersLink')}
        </Link>
      }
    >
      {t('orders.notFoundText')}
    </EmptyState>
  );
}
