import type { MetaArgs, MetaDescriptor } from 'react-router';
import { lazyForShopper, RequireLogin } from '#web/session/require-login.tsx';
import { useSession } from '#web/session/session.ts';
import { getShop, pageMeta } from '#web/storefront/page-meta.ts';
import { t } from '#web/texts/t.ts';

const Checkout = lazyForShopper(() => import('./checkout.tsx'));

export function meta({ matches }: MetaArgs): MetaDescriptor[] {
  const shop = getShop(matches);
  return pageMeta({
    title: `${t('checkout.checkout')} · ${shop.name}`,
    description: t('checkout.description'),
    shop,
    path: '/checkout',
    isListed: false,
  });
}

/** `/checkout`: address, summary, payment. */
export default function CheckoutPage() {
  const { user } = useSession();
  return (
    <div className="min-h-[60vh] py-3 md:py-6">
      <h1 className="mb-1 text-xl md:mb-4">{t('checkout.checkout')}</h1>
      <RequireLogin>{user && <Checkout key={user._id} userId={user._id} />}</RequireLogin>
    </div>
  );
}
