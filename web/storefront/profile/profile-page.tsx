import { useAccountRefreshOnReturn, useSession } from '#web/session/session.ts';
import { AvatarButton } from './avatar-editor.tsx';
import { DevicesCard } from './devices-card.tsx';
import { PasswordCard } from './password-card.tsx';
import { profileCardClass } from './profile-card.tsx';
import { ProfileForm } from './profile-form.tsx';

export function meta() {
  return [{ title: 'Profile' }, { name: 'robots', content: 'noindex' }];
}

/** `/dashboard/profile`: details, password and devices. */
export default function ProfilePage() {
  const { user } = useSession();
  useAccountRefreshOnReturn(user !== null && (user.pending_email !== null || !user.verify_email));
  if (user === null) return null;
  return (
    // The key drops everything that was typed when another account logs in.
    <div key={user._id} className="space-y-4">
      <h1 className="flex min-h-11 items-center text-xl">Profile</h1>
      <div className={profileCardClass}>
        <AvatarButton user={user} />
        <ProfileForm user={user} />
      </div>
      <PasswordCard email={user.email} />
      <DevicesCard />
    </div>
  );
}
