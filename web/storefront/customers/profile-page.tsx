import { Pencil } from 'lucide-react';
import { Fragment, Suspense, useState } from 'react';
import type { User } from '#contract/identity/account.ts';
import { useAccountRefreshOnReturn, useSession } from '#web/session/session.ts';
import { PushCard } from '#web/storefront/notifications/push-card.tsx';
import { t } from '#web/texts/t.ts';
import { Button } from '#web/ui/button.tsx';
import { lazyDialog } from '#web/ui/lazy-dialog.tsx';
import { lazyWithRetry } from '#web/ui/lazy-with-retry.ts';
import { Avatar } from './avatar.tsx';
import { DevicesCard } from './devices-card.tsx';
import { OwnDataCard } from './own-data-card.tsx';
import { ProfileCard, profileCardClass } from './profile-card.tsx';
import { ProfileForm } from './profile-form.tsx';
import { SecondFactorCard } from './second-factor-card.tsx';

const AvatarEditor = lazyDialog(async () => (await import('./avatar-editor.tsx')).AvatarEditor);
const ChangePasswordDialog = lazyDialog(async () => {
  return (await import('./change-password-dialog.tsx')).default;
});

/** Of shoppers who have had some. */
const StoreCreditCard = lazyWithRetry(() => import('./store-credit-card.tsx'));

export function meta() {
  return [{ title: t('account.profile') }, { name: 'robots', content: 'noindex' }];
}

/** `/dashboard/profile`: details, password, devices and data of the shopper. */
export default function ProfilePage() {
  return (
    <div className="space-y-4">
      <h1 className="flex min-h-11 items-center text-xl">{t('account.profile')}</h1>
      <Profile />
    </div>
  );
}

function Profile() {
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
      {(user.role === 'ADMIN' || user.second_factor === 'active') && <SecondFactorCard userId={user._id} />}
      <Suspense>
        <StoreCreditCard userId={user._id} />
      </Suspense>
      <DevicesCard userId={user._id} />
      <OwnDataCard user={user} />
      <PushCard />
    </Fragment>
  );
}

/** The account picture, as a button that opens the dialog to replace it. */
function AvatarButton({ user }: { user: User }) {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <div>
      <button
        type="button"
        aria-label={user.avatar === '' ? t('account.addImage') : t('account.changeImage')}
        onClick={() => setIsOpen(true)}
        className="group relative rounded-full"
      >
        <Avatar user={user} size={112} />
        <span className="absolute right-0 bottom-0 flex size-9 items-center justify-center rounded-full border border-line bg-surface text-ink shadow-raised transition-colors duration-(--brief) group-hover:bg-sunken">
          <Pencil aria-hidden="true" className="size-4" />
        </span>
      </button>
      {isOpen && <AvatarEditor onClose={() => setIsOpen(false)} />}
    </div>
  );
}

function PasswordCard({ user }: { user: User }) {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <ProfileCard title={t('account.password')} lead={t('account.passwordLead')}>
      <Button variant="secondary" onClick={() => setIsOpen(true)}>
        {t('account.changePassword')}
      </Button>
      {isOpen && <ChangePasswordDialog user={user} onClose={() => setIsOpen(false)} />}
    </ProfileCard>
  );
}
