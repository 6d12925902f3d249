import { lazyForShopper } from '#web/session/require-login.tsx';

const Addresses = lazyForShopper(() => import('./addresses.tsx'));

export function meta() {
  return [{ title: 'Save Address' }, { name: 'robots', content: 'noindex' }];
}

/**
 * `/dashboard/address`: the saved addresses.
 */
export default function AddressesPage() {
  return <Addresses />;
}
