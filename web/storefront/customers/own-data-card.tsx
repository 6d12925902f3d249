import { useState } from 'react';
import type { User } from '#contract/identity/account.ts';
import { t } from '#web/texts/t.ts';
import { Button } from '#web/ui/button.tsx';
import { lazyDialog } from '#web/ui/lazy-dialog.tsx';
import { ProfileCard } from './profile-card.tsx';

const DownloadData = lazyDialog(async () => (await import('./own-data-dialogs.tsx')).DownloadData);
const DeleteAccountDialog = lazyDialog(async () => {
  return (await import('./own-data-dialogs.tsx')).DeleteAccountDialog;
});

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
