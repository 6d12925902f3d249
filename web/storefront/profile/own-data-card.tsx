import { useState } from 'react';
import type { User } from '#contract/account.ts';
import { callApi } from '#web/api/client.ts';
import { Button } from '#web/ui/button.tsx';
import { lazyDialog } from '#web/ui/lazy-dialog.tsx';
import { importWithRetry } from '#web/ui/lazy-with-retry.ts';
import { showToast } from '#web/ui/toast.ts';
import { ProfileCard } from './profile-card.tsx';

const DeleteAccountDialog = lazyDialog(async () => {
  return (await import('./delete-account-dialog.tsx')).DeleteAccountDialog;
});

// All orders of an account may be several megabytes.
const downloadTimeoutMs = 120_000;

/** Downloads what the shop stores about the shopper, and deletes the account. */
export function OwnDataCard({ user }: { user: User }) {
  const [isDeleting, setIsDeleting] = useState(false);
  const [isDownloading, setIsDownloading] = useState(false);

  async function download() {
    setIsDownloading(true);
    try {
      const { downloadFile } = await importWithRetry(() => import('#web/api/files.ts'));
      const outcome = await callApi('exportOwnData', {}, { timeoutMilliseconds: downloadTimeoutMs });
      if (outcome.isOk) {
        const { data } = outcome.response;
        const text = `${JSON.stringify(data, null, 2)}\n`;
        const name = `my-data-${data.exportedAt.slice(0, 10)}.json`;
        downloadFile(new Blob([text], { type: 'application/json' }), name);
        showToast('success', 'Your data was downloaded');
      } else if (outcome.error.code !== 'STEP_UP_REQUIRED') showToast('error', outcome.error.message);
    } catch {
      showToast('error', 'Couldn’t download your data. Check your connection, then try again.');
    } finally {
      setIsDownloading(false);
    }
  }

  return (
    <ProfileCard title="Your data" lead="Everything that we store about you is yours to take or to delete.">
      <div className="flex flex-wrap gap-3">
        <Button variant="secondary" isBusy={isDownloading} onClick={() => void download()}>
          Download my data
        </Button>
        <Button variant="quiet" className="text-danger!" onClick={() => setIsDeleting(true)}>
          Delete account
        </Button>
      </div>
      {isDeleting && <DeleteAccountDialog user={user} onClose={() => setIsDeleting(false)} />}
    </ProfileCard>
  );
}
