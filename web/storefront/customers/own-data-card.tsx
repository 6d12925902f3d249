import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { useNavigate } from 'react-router';
import { namedInvoicePaise } from '#contract/base/limits.ts';
import { formatPaise } from '#contract/base/money.ts';
import type { User } from '#contract/identity/account.ts';
import { callApi } from '#web/api/client.ts';
import { downloadFile } from '#web/api/files.ts';
import { IdentityDialog } from '#web/session/identity-dialog.tsx';
import { forgetSession } from '#web/session/session.ts';
import { StepUpHost } from '#web/session/step-up.tsx';
import { t } from '#web/texts/t.ts';
import { Button } from '#web/ui/button.tsx';
import { showToast } from '#web/ui/toast.ts';
import { ProfileCard } from './profile-card.tsx';

/** Downloads what the shop stores about the shopper, and deletes the account. */
export function OwnDataCard({ user }: { user: User }) {
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
        <li className="wrap-anywhere">{t('account.deleteConfirmation', { email: user.email })}</li>
      </ul>
      <p className="text-sm text-ink-soft">{t('account.deleteCopy')}</p>
    </IdentityDialog>
  );
}
