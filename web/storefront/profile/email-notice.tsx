import { MailWarning } from 'lucide-react';
import { useState } from 'react';
import type { User } from '#contract/account.ts';
import { callApi } from '#web/api/client.ts';
import { refreshAccount, setSessionUser } from '#web/session/session.ts';
import { toErrorMessage } from '#web/storefront/form-errors.ts';
import { Spinner } from '#web/ui/loading.tsx';
import { showToast } from '#web/ui/toast.ts';

interface EmailNoticeProps {
  user: User;
  /** The change of the address was called off, and this notice goes with the focus that it had. */
  onCancelled: () => void;
}

/** Reminds of an address that waits for its link to be opened: the new one, or else the account's own. */
export function EmailNotice({ user, onCancelled }: EmailNoticeProps) {
  const { email, pending_email, verify_email } = user;
  const address = pending_email || email;
  const isChange = address !== email;
  const [isBusy, setIsBusy] = useState(false);
  const [news, setNews] = useState({ address, text: '' });
  if (!isChange && verify_email) return null;

  async function send() {
    setIsBusy(true);
    const outcome = await callApi('sendVerification', {});
    setIsBusy(false);
    const text = outcome.isOk ? outcome.answer.message : toErrorMessage(outcome.error, patience);
    setNews({ address, text });
    // The link may have been opened elsewhere meanwhile.
    void refreshAccount();
  }

  async function cancel() {
    setIsBusy(true);
    // Asking for the address that the account has takes back the wish for another.
    const { name, mobile } = user;
    const outcome = await callApi('updateUser', { name, mobile, email });
    setIsBusy(false);
    if (!outcome.isOk) return setNews({ address, text: toErrorMessage(outcome.error) });
    setSessionUser(outcome.answer.data);
    showToast('success', 'Your e-mail address stays as it is.');
    onCancelled();
  }

  return (
    <div className="flex gap-3 rounded-md bg-marigold-soft px-4 py-3 text-sm">
      <MailWarning aria-hidden="true" className="mt-px size-5 flex-none" />
      <div className="min-w-0 wrap-anywhere">
        {isChange ? (
          <p>
            <strong>Waiting for you to verify {address}.</strong> Please open the link in the mail that we
            sent there; until then you log in with {email}.
          </p>
        ) : (
          <p>
            <strong>This e-mail address is not verified yet.</strong> Please open the link in the mail that we
            sent there. You can shop all the same.
          </p>
        )}
        <div className="mt-1 -mb-2 flex flex-wrap items-center gap-x-5">
          <NoticeButton isBusy={isBusy} onClick={send}>
            Send again
          </NoticeButton>
          {isChange && (
            <NoticeButton isBusy={isBusy} onClick={cancel}>
              Cancel the change
            </NoticeButton>
          )}
          {isBusy && <Spinner />}
        </div>
        {/* An old answer says nothing about another address. */}
        <p role="status" className="font-medium not-empty:pt-2 not-empty:pb-1">
          {news.address === address ? news.text : ''}
        </p>
      </div>
    </div>
  );
}

const patience = 'We have sent you some mails already: please look into the spam folder, too.';

interface NoticeButtonProps {
  isBusy: boolean;
  onClick: () => Promise<void>;
  children: string;
}

function NoticeButton({ isBusy, onClick, children }: NoticeButtonProps) {
  return (
    <button
      type="button"
      // Not disabled, which would take the focus away.
      aria-disabled={isBusy}
      onClick={() => {
        if (!isBusy) void onClick();
      }}
      className="min-h-11 font-semibold text-leaf underline underline-offset-4 aria-disabled:opacity-60"
    >
      {children}
    </button>
  );
}
