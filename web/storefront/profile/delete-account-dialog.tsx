import { useNavigate } from 'react-router';
import type { User } from '#contract/account.ts';
import { namedInvoicePaise } from '#contract/rules/limits.ts';
import { formatPaise } from '#contract/rules/money.ts';
import { callApi } from '#web/api/client.ts';
import { IdentityDialog } from '#web/session/identity-dialog.tsx';
import { forgetSession } from '#web/session/session.ts';
import { showToast } from '#web/ui/toast.ts';

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
          Your orders disappear for you. The law requires us to keep their invoices: without your name,
          address and phone number below {formatPaise(namedInvoicePaise)}, with name and address from there
          on.
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
