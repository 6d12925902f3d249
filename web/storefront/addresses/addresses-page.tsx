import { lazyForShopper } from '#web/session/require-login.tsx';
import { t } from '#web/texts/t.ts';

const Addresses = lazyForShopper(() => import('./addresses.tsx'));

export function meta() {
  return [{ title: t('account.saveAddress') }, { name: 'robots', content: 'noindex' }];
}

/**
 * `/dashboard/address`: the saved addresses.
 */
export default function AddressesPage() {
  return <Addresses />;
}
