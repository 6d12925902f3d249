import type { MetaArgs, MetaDescriptor } from 'react-router';
import { formatPaise } from '#contract/base/money.ts';
import { useSession } from '#web/session/session.ts';
import { Bar } from '#web/storefront/cart/cart-bar.tsx';
import { CartBill } from '#web/storefront/cart/cart-bill.tsx';
import { useCart } from '#web/storefront/cart/cart-store.ts';
import { useChosenCoupon } from '#web/storefront/cart/chosen-coupon.ts';
import { usePlace } from '#web/storefront/delivery/place-store.ts';
import { StoreNotice } from '#web/storefront/delivery/store-notice.tsx';
import { SaveCart } from '#web/storefront/lists/save-cart.tsx';
import { getShop, pageMeta } from '#web/storefront/page-meta.ts';
import { t } from '#web/texts/t.ts';
import { Skeleton } from '#web/ui/loading.tsx';
import { CartContents, ProceedButton, SavingsPill } from './cart-contents.tsx';
import { CouponChoice } from './coupon-choice.tsx';
import { useBill } from './use-bill.ts';

export function meta({ matches }: MetaArgs): MetaDescriptor[] {
  const shop = getShop(matches);
  return pageMeta({
    title: `${t('shell.cart')} · ${shop.name}`,
    description: t('cart.review'),
    shop,
    path: '/cart',
    isListed: false,
  });
}

/** `/cart`; the bottom bar of phones links to it, and is here the total with 'Proceed'. */
export default function CartPage() {
  const cart = useCart();
  const place = usePlace();
  const { status } = useSession();
  const coupon = useChosenCoupon();
  const { bill, totalPaise, pricing, isOutside, missingPaise, coupons, isKnown } = useBill(
    cart,
    place,
    coupon,
  );
  const hasLines = cart.lines.length > 0;
  return (
    <div className="min-h-[60vh] py-6">
      <h1 className="mb-4 text-xl">{t('shell.cart')}</h1>
      <div className="grid grid-cols-1 items-start gap-6 lg:grid-cols-[minmax(0,1fr)_24rem]">
        <div className={hasLines ? 'rounded-lg border border-line bg-surface px-4 py-1' : 'lg:col-span-2'}>
          <CartContents cart={cart} />
          {hasLines && status !== 'guest' && (
            <div className="border-t border-line py-3">
              {status === 'shopper' ? <SaveCart /> : <Skeleton className="h-11 w-44" />}
            </div>
          )}
        </div>
        {hasLines && (
          <div className="space-y-4 rounded-lg border border-line bg-surface p-5 lg:sticky lg:top-24">
            <SavingsPill savingsPaise={cart.savingsPaise} />
            {isKnown ? (
              <>
                <CartBill {...cart} bill={bill} />
                <CouponChoice lines={cart.lines} pricing={pricing} coupons={coupons} />
                {!isOutside && <ProceedButton missingPaise={missingPaise} className="w-full max-md:hidden" />}
                <StoreNotice itemsPaise={cart.itemsPaise} place={place} />
              </>
            ) : (
              <Skeleton className="h-48" />
            )}
          </div>
        )}
      </div>
      {hasLines && !isOutside && (
        <Bar>
          <p className="min-w-0 flex-1">
            <span className="block text-xs text-ink-soft">{t('cart.grandTotal')}</span>
            <span className="block text-lg/6 font-bold tabular-nums">
              {isKnown ? formatPaise(totalPaise) : '\u00a0'}
            </span>
          </p>
          <ProceedButton missingPaise={missingPaise} className="min-h-12 flex-1" />
        </Bar>
      )}
    </div>
  );
}
