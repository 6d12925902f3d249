import { useContext } from 'react';
import { Link } from 'react-router';
import { PromisedMinutes } from '#web/storefront/promised-minutes.ts';
import { t } from '#web/texts/t.ts';
import { buttonClass } from '#web/ui/button.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { EmptyBasket } from './empty-basket.tsx';

/** Shown instead of the lines of an empty cart. */
export default function EmptyCart({ onLeave }: { onLeave: (() => void) | undefined }) {
  const minutes = useContext(PromisedMinutes);
  return (
    <EmptyState
      art={<EmptyBasket />}
      title={t('cart.empty')}
      action={
        <Link to="/" onClick={onLeave} className={buttonClass()}>
          {t('cart.shopNow')}
        </Link>
      }
    >
      {t('cart.addSomething', { minutes })}
    </EmptyState>
  );
}
