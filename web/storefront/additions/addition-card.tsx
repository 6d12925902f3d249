import { Plus } from 'lucide-react';
import { useState } from 'react';
import { Link } from 'react-router';
import type { OrderDetails } from '#contract/orders/order.ts';
import { mayAddTo } from '#contract/orders/order-status.ts';
import { useCart, waitForCartSync } from '#web/storefront/cart/cart-store.ts';
import { t } from '#web/texts/t.ts';
import { Button, buttonClass } from '#web/ui/button.tsx';
import { lazyDialog } from '#web/ui/lazy.tsx';

const AdditionDialog = lazyDialog(async () => (await import('./addition-dialog.tsx')).AdditionDialog);

interface AdditionCardProps {
  order: OrderDetails;
  onChange: (order: OrderDetails) => void;
  onStale: () => void;
}

/** Adds the cart to an order that waits for its packing. Nothing for other orders. */
export function AdditionCard({ order, onChange, onStale }: AdditionCardProps) {
  const { lines, isLoaded } = useCart();
  const [isAsked, setIsAsked] = useState(false);
  const [isBusy, setIsBusy] = useState(false);
  const isOpen = mayAddTo(order, order.collection !== null);
  // A dialog that is open says why nothing can be added any more.
  if (!isOpen && !isAsked) return null;

  async function ask() {
    setIsBusy(true);
    await waitForCartSync();
    setIsBusy(false);
    setIsAsked(true);
  }

  return (
    <section
      aria-label={t('orders.forgotSomething')}
      className="rounded-lg border border-line bg-marigold-soft p-4 md:p-5"
    >
      <h2 className="text-lg">{t('orders.forgotSomething')}</h2>
      <p className="mt-1 mb-3 text-sm">{t('orders.addUntilPacking')}</p>
      {isLoaded && lines.length > 0 ? (
        <Button isWide isBusy={isBusy} onClick={() => void ask()}>
          {!isBusy && <Plus aria-hidden="true" className="size-5" />}
          {t('orders.addCart', { count: lines.length })}
        </Button>
      ) : (
        <Link to="/" className={buttonClass('secondary', true)}>
          {t('orders.chooseProducts')}
        </Link>
      )}
      {isAsked && (
        <AdditionDialog
          order={order}
          isOpen={isOpen}
          onChange={onChange}
          onStale={onStale}
          onClose={() => setIsAsked(false)}
        />
      )}
    </section>
  );
}
