import { useEffect } from 'react';
import { formatPaise } from '#contract/base/money.ts';
import { CartBill } from '#web/storefront/cart/cart-bill.tsx';
import { closeCartDrawer, useCart } from '#web/storefront/cart/cart-store.ts';
import { useChosenCoupon } from '#web/storefront/cart/chosen-coupon.ts';
import { usePlace } from '#web/storefront/delivery/place-store.ts';
import { StoreNotice } from '#web/storefront/delivery/store-notice.tsx';
import { t } from '#web/texts/t.ts';
import { Drawer } from '#web/ui/dialog.tsx';
import { Skeleton } from '#web/ui/loading.tsx';
import { CartContents, ProceedButton, SavingsPill } from './cart-contents.tsx';
import { CouponChoice } from './coupon-choice.tsx';
import { useBill } from './use-bill.ts';

/** The cart over the page: a drawer at the right, on phones a bottom sheet. Loaded when first opened. */
export default function CartDrawer() {
  const cart = useCart();
  const place = usePlace();
  const coupon = useChosenCoupon();
  const { bill, totalPaise, pricing, isOutside, missingPaise, coupons, isKnown } = useBill(
    cart,
    place,
    coupon,
  );
  const hasLines = cart.lines.length > 0;
  // 'Back' closes the drawer; a navigation that started before it was opened does not.
  useEffect(() => {
    window.addEventListener('popstate', closeCartDrawer);
    return () => window.removeEventListener('popstate', closeCartDrawer);
  }, []);
  return (
    <Drawer
      title={t('shell.cart')}
      onClose={closeCartDrawer}
      footer={
        hasLines && !isOutside ? (
          <ProceedButton
            missingPaise={missingPaise}
            className="w-full justify-between!"
            onLeave={closeCartDrawer}
          >
            <span className="tabular-nums">{isKnown && formatPaise(totalPaise)}</span>
          </ProceedButton>
        ) : undefined
      }
    >
      {hasLines && <SavingsPill savingsPaise={cart.savingsPaise} />}
      <CartContents cart={cart} onLeave={closeCartDrawer} />
      {hasLines && (
        <div className="mt-4 space-y-4 border-t border-line pt-4">
          {isKnown ? (
            <>
              <CartBill {...cart} bill={bill} />
              <CouponChoice lines={cart.lines} pricing={pricing} coupons={coupons} />
              <StoreNotice itemsPaise={cart.itemsPaise} place={place} />
            </>
          ) : (
            <Skeleton className="h-48" />
          )}
        </div>
      )}
    </Drawer>
  );
}
