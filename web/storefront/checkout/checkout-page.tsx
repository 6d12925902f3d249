import { Suspense } from 'react';
import type { MetaArgs, MetaDescriptor } from 'react-router';
import { RequireLogin } from '#web/session/require-login.tsx';
import { useSession } from '#web/session/session.ts';
import { getShop, pageMeta } from '#web/storefront/page-meta.ts';
import { lazyWithRetry } from '#web/ui/lazy-with-retry.ts';
import { Skeleton } from '#web/ui/loading.tsx';

// A guest is asked to log in and does not need it.
const Checkout = lazyWithRetry(() => import('./checkout.tsx'));

export function meta({ matches }: MetaArgs): MetaDescriptor[] {
  const shop = getShop(matches);
  return pageMeta({
    title: `Checkout · ${shop.name}`,
    description: 'Choose an address and a payment method.',
    shop,
    path: '/checkout',
    isListed: false,
  });
}

/** `/checkout`: address, summary, payment. */
export default function CheckoutPage() {
  const { user } = useSession();
  return (
    <div className="min-h-[60vh] py-6">
      <h1 className="mb-4 text-xl">Checkout</h1>
      <RequireLogin>
        {user && (
          <Suspense fallback={<Skeleton className="h-96 w-full rounded-lg" />}>
            <Checkout key={user._id} userId={user._id} />
          </Suspense>
        )}
      </RequireLogin>
    </div>
  );
}
