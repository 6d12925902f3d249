import { lazyForShopper } from '#web/session/require-login.tsx';
import { t } from '#web/texts/t.ts';

const Profile = lazyForShopper(() => import('./profile.tsx'));

export function meta() {
  return [{ title: t('account.profile') }, { name: 'robots', content: 'noindex' }];
}

/** `/dashboard/profile`: details, password and devices. */
export default function ProfilePage() {
  return (
    <div className="space-y-4">
      <h1 className="flex min-h-11 items-center text-xl">{t('account.profile')}</h1>
      <Profile />
    </div>
  );
}
