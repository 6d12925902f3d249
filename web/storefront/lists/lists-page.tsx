import { lazyForShopper } from '#web/session/require-login.tsx';
import { t } from '#web/texts/t.ts';

const Lists = lazyForShopper(() => import('./lists.tsx'));

export function meta() {
  return [{ title: t('lists.lists') }, { name: 'robots', content: 'noindex' }];
}

/** `/dashboard/lists`: the carts that the shopper has saved. */
export default function ListsPage() {
  return (
    <>
      <h1 className="mb-4 flex min-h-11 items-center text-xl">{t('lists.lists')}</h1>
      <Lists />
    </>
  );
}
