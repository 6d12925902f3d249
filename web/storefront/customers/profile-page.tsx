import { Pencil } from 'lucide-react';
import { Fragment, Suspense, useEffect, useEffectEvent, useRef, useState } from 'react';
import { useNavigate } from 'react-router';
import { namedInvoicePaise } from '#contract/base/limits.ts';
import { formatPaise } from '#contract/base/money.ts';
import type { User } from '#contract/identity/account.ts';
import { callApi } from '#web/api/client.ts';
import { downloadFile } from '#web/api/files.ts';
import { IdentityDialog } from '#web/session/identity-dialog.tsx';
import { forgetSession, isStaff, useAccountRefreshOnReturn, useSession } from '#web/session/session.ts';
import { StepUpHost } from '#web/session/step-up.tsx';
import { PushCard } from '#web/storefront/notifications/push-card.tsx';
import { t } from '#web/texts/t.ts';
import { Button } from '#web/ui/button.tsx';
import { lazyDialog, lazyWithRetry } from '#web/ui/lazy.tsx';
import { showToast } from '#web/ui/toast.ts';
import { Avatar } from './avatar.tsx';
import { DevicesCard } from './devices-card.tsx';
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
      {(isStaff(user) || user.second_factor === 'active') && <SecondFactorCard userId={user._id} />}
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

/** Downloads what the shop stores about the shopper, and deletes the account. */
function OwnDataCard({ user }: { user: User }) {
  const [open, setOpen] = useState('');
  const close = () => setOpen('');
  return (
    <ProfileCard title={t('account.yourData')} lead={t('account.yourDataLead')}>
      <div className="flex flex-wrap gap-3">
        <Button variant="secondary" isBusy={open === 'download'} onClick={() => setOpen('download')}>
          {t('account.downloadData')}
        </Button>
        <Button variant="quiet" className="text-danger!" onClick={() => setOpen('delete')}>
          {t('account.deleteAccount')}
        </Button>
      </div>
      {open === 'download' && <DownloadData onClose={close} />}
      {open === 'delete' && <DeleteAccountDialog user={user} onClose={close} />}
    </ProfileCard>
  );
}

// All orders of an account may be several megabytes.
const downloadTimeoutMs = 120_000;

async function downloadData(): Promise<void> {
  const outcome = await callApi('exportOwnData', {}, { timeoutMilliseconds: downloadTimeoutMs });
  if (outcome.isOk) {
    const { data } = outcome.response;
    const text = `${JSON.stringify(data, null, 2)}\n`;
    const name = `my-data-${data.exportedAt.slice(0, 10)}.json`;
    downloadFile(new Blob([text], { type: 'application/json' }), name);
    showToast('success', t('account.dataDownloaded'));
  } else if (outcome.error.code !== 'STEP_UP_REQUIRED') showToast('error', outcome.error.message);
}

/** Downloads the data once, and then closes. Shows a dialog only if the login is old. */
function DownloadData({ onClose }: { onClose: () => void }) {
  const isStarted = useRef(false);
  const close = useEffectEvent(onClose);
  useEffect(() => {
    if (isStarted.current) return;
    isStarted.current = true;
    void downloadData().then(() => close());
  }, []);
  return <StepUpHost />;
}

/** Says what a deletion does, and asks for the password or a passkey. */
function DeleteAccountDialog({ user, onClose }: { user: User; onClose: () => void }) {
  const navigate = useNavigate();
  return (
    <IdentityDialog
      title={t('account.deleteQuestion')}
      submitLabel={t('account.deleteAccount')}
      isDangerous
      send={(proof) => callApi('deleteAccount', proof)}
      onSuccess={() => {
        onClose();
        forgetSession();
        showToast('success', t('account.deleted'));
        void navigate('/', { replace: true });
      }}
      onClose={onClose}
    >
      <p className="font-medium">{t('account.deleteWarning')}</p>
      <ul className="list-disc space-y-2 pl-5 text-sm text-ink-soft">
        <li>{t('account.deleteLogsOut')}</li>
        <li>{t('account.deleteWhat')}</li>
        <li>{t('account.deleteOrders', { amount: formatPaise(namedInvoicePaise) })}</li>
        <li>{t('account.deleteDigest')}</li>
        <li className="wrap-anywhere">{t('account.deleteConfirmation', { email: user.email })}</li>
      </ul>
      <p className="text-sm text-ink-soft">{t('account.deleteCopy')}</p>
    </IdentityDialog>
  );
}
