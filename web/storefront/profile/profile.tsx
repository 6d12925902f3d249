import { Fragment } from 'react';
import { useAccountRefreshOnReturn, useSession } from '#web/session/session.ts';
import { AvatarButton } from './avatar-editor.tsx';
import { DevicesCard } from './devices-card.tsx';
import { PasswordCard } from './password-card.tsx';
import { profileCardClass } from './profile-card.tsx';
import { ProfileForm } from './profile-form.tsx';

/** Details, password and devices of the shopper. */
export default function Profile() {
  const { user } = useSession();
  useAccountRefreshOnReturn(user !== null && (user.pending_email !== null || !user.verify_email));
  if (user === null) return null;
  return (
    // The key drops everything that was typed when another account logs in.
    <Fragment key={user._id}>
      <div className={profileCardClass}>
        <AvatarButton user={user} />
        <ProfileForm user={user} />
      </div>
      <PasswordCard user={user} />
      <DevicesCard userId={user._id} />
    </Fragment>
  );
}
