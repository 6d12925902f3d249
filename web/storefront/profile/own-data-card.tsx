import { useState } from 'react';
import type { User } from '#contract/accounts/account.ts';
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
    <ProfileCard title="Your data" lead="Download what we store about you, or delete your account.">
      <div className="flex flex-wrap gap-3">
        <Button variant="secondary" isBusy={open === 'download'} onClick={() => setOpen('download')}>
          Download my data
        </Button>
        <Button variant="quiet" className="text-danger!" onClick={() => setOpen('delete')}>
          Delete account
        </Button>
      </div>
      {open === 'download' && <DownloadData onClose={close} />}
      {open === 'delete' && <DeleteAccountDialog user={user} onClose={close} />}
    </ProfileCard>
  );
}
