import { useEffect } from 'react';
import { formatPaise } from '#contract/rules/money.ts';
import { Button } from '#web/ui/button.tsx';
import { Drawer } from '#web/ui/dialog.tsx';
import { CartBill } from './cart-bill.tsx';
import { CartContents, SavingsPill, useProceedToCheckout } from './cart-contents.tsx';
import { closeCart, useCart } from './cart-store.ts';

/** The cart over the page: a drawer at the right, a sheet from below on a phone. Loaded when first opened. */
export default function CartDrawer() {
  const cart = useCart();
  const proceed = useProceedToCheckout();
  const hasEntries = cart.entries.length > 0;
  // Going back leaves the drawer behind; a page still on its way when the drawer was opened does not.
  useEffect(() => {
    window.addEventListener('popstate', closeCart);
    return () => window.removeEventListener('popstate', closeCart);
  }, []);
  return (
    <Drawer
      title="Cart"
      onClose={closeCart}
      footer={
        hasEntries ? (
          <Button
            isWide
            className="justify-between!"
            onClick={() => {
              closeCart();
              proceed();
            }}
          >
            <span className="tabular-nums">{formatPaise(cart.totalPaise)}</span>
            <span>Proceed</span>
          </Button>
        ) : undefined
      }
    >
      {hasEntries && <SavingsPill savingsPaise={cart.savingsPaise} />}
      <CartContents cart={cart} onLeave={closeCart} />
      {hasEntries && (
        <div className="mt-4 border-t border-line pt-4">
          <CartBill {...cart} />
        </div>
      )}
    </Drawer>
  );
}
