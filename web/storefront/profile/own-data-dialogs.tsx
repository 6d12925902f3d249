import { useEffect, useEffectEvent, useRef } from 'react';
import { useNavigate } from 'react-router';
import type { User } from '#contract/accounts/account.ts';
import { namedInvoicePaise } from '#contract/rules/limits.ts';
import { formatPaise } from '#contract/rules/money.ts';
import { callApi } from '#web/api/client.ts';
import { downloadFile } from '#web/api/files.ts';
import { IdentityDialog } from '#web/session/identity-dialog.tsx';
import { forgetSession } from '#web/session/session.ts';
import { StepUpHost } from '#web/session/step-up.tsx';
import { showToast } from '#web/ui/toast.ts';

// All orders of an account may be several megabytes.
const downloadTimeoutMs = 120_000;

async function downloadData(): Promise<void> {
  const outcome = await callApi('exportOwnData', {}, { timeoutMilliseconds: downloadTimeoutMs });
  if (outcome.isOk) {
    const { data } = outcome.response;
    const text = `${JSON.stringify(data, null, 2)}\n`;
    const name = `my-data-${data.exportedAt.slice(0, 10)}.json`;
    downloadFile(new Blob([text], { type: 'application/json' }), name);
    showToast('success', 'Your data was downloaded');
  } else if (outcome.error.code !== 'STEP_UP_REQUIRED') showToast('error', outcome.error.message);
}

/** Downloads the data once, and then closes. Shows a dialog only if the login is old. */
export function DownloadData({ onClose }: { onClose: () => void }) {
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
export function DeleteAccountDialog({ user, onClose }: { user: User; onClose: () => void }) {
  const navigate = useNavigate();
  return (
    <IdentityDialog
      title="Delete your account?"
      submitLabel="Delete account"
      isDangerous
      send={(proof) => callApi('deleteAccount', proof)}
      onSuccess={() => {
        onClose();
        forgetSession();
        showToast('success', 'Your account was deleted');
        void navigate('/', { replace: true });
      }}
      onClose={onClose}
    >
      <p className="font-medium">This takes effect at once and cannot be undone.</p>
      <ul className="list-disc space-y-2 pl-5 text-sm text-ink-soft">
        <li>You are logged out on all devices.</li>
        <li>
          Your name, email address, phone number, image, addresses, cart, password and passkeys are deleted.
        </li>
        <li>
          You can no longer see your orders. The law requires us to keep their invoices: below{' '}
          {formatPaise(namedInvoicePaise)} without your name, address and phone number, from{' '}
          {formatPaise(namedInvoicePaise)} with name and address.
        </li>
        <li className="wrap-anywhere">
          We confirm it by an email to {user.email}. You can register again with this address, but your orders
          do not come back.
        </li>
      </ul>
      <p className="text-sm text-ink-soft">
        To keep a copy, close this and choose ‘Download my data’ first. While an order is under way, an
        account cannot be deleted.
      </p>
    </IdentityDialog>
  );
}
