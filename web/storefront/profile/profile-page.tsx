import { lazyForShopper } from '#web/session/require-login.tsx';

const Profile = lazyForShopper(() => import('./profile.tsx'));

export function meta() {
  return [{ title: 'Profile' }, { name: 'robots', content: 'noindex' }];
}

/** `/dashboard/profile`: details, password and devices. */
export default function ProfilePage() {
  return (
    <div className="space-y-4">
      <h1 className="flex min-h-11 items-center text-xl">Profile</h1>
      <Profile />
    </div>
  );
}
