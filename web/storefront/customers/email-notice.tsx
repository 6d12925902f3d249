import { MailWarning } from 'lucide-react';
import { useState } from 'react';
import type { User } from '#contract/identity/account.ts';
import { callApi } from '#web/api/client.ts';
import { refreshAccount, setSessionUser } from '#web/session/session.ts';
import { toErrorMessage } from '#web/storefront/form-errors.ts';
import { serverText, t } from '#web/texts/t.ts';
import { Spinner } from '#web/ui/loading.tsx';
import { showToast } from '#web/ui/toast.ts';

interface EmailNoticeProps {
  user: User;
  /** Called when the change was cancelled; the notice disappears and loses the focus. */
  onCancelled: () => void;
}

/** Reminds the shopper to verify the pending or the current email. */
export function EmailNotice({ user, onCancelled }: EmailNoticeProps) {
  const { email, pending_email, verify_email } = user;
  const address = pending_email || email;
  const isChange = address !== email;
  const [isBusy, setIsBusy] = useState(false);
  const [message, setMessage] = useState({ address, text: '' });
  if (!isChange && verify_email) return null;

  async function send() {
    setIsBusy(true);
    const outcome = await callApi('sendVerification', {});
    setIsBusy(false);
    const text = outcome.isOk
      ? serverText(outcome.response.message, t('account.linkSent'))
      : toErrorMessage(outcome.error, rateLimitText);
    setMessage({ address, text });
    // The link may have been opened in another tab.
    void refreshAccount();
  }

  async function cancel() {
    setIsBusy(true);
    // Sending the current email cancels the pending change.
    const { name, mobile } = user;
    const outcome = await callApi('updateUser', { name, mobile, email });
    setIsBusy(false);
    if (!outcome.isOk) return setMessage({ address, text: toErrorMessage(outcome.error) });
    setSessionUser(outcome.response.data);
    showToast('success', t('account.emailChangeCancelled'));
    onCancelled();
  }

  return (
    <div className="flex gap-3 rounded-md bg-marigold-soft px-4 py-3 text-sm">
      <MailWarning aria-hidden="true" className="mt-px size-5 flex-none" />
      <div className="min-w-0 wrap-anywhere">
        {isChange ? (
          <p>
            <strong>{t('account.waitingForEmail', { address })}</strong>{' '}
            {t('account.openLinkBefore', { email })}
          </p>
        ) : (
          <p>
            <strong>{t('account.emailUnverified')}</strong> {t('account.openLink')}
          </p>
        )}
        <div className="mt-1 -mb-2 flex flex-wrap items-center gap-x-5">
          <NoticeButton isBusy={isBusy} onClick={send}>
            {t('account.sendAgain')}
          </NoticeButton>
          {isChange && (
            <NoticeButton isBusy={isBusy} onClick={cancel}>
              {t('account.cancelChange')}
            </NoticeButton>
          )}
          {isBusy && <Spinner />}
        </div>
        {/* A message about another email is outdated. */}
        <p role="status" className="font-medium not-empty:pt-2 not-empty:pb-1">
          {message.address === address ? message.text : ''}
        </p>
      </div>
    </div>
  );
}

const rateLimitText = t('account.severalEmailsSpam');

interface NoticeButtonProps {
  isBusy: boolean;
  onClick: () => Promise<void>;
  children: string;
}

function NoticeButton({ isBusy, onClick, children }: NoticeButtonProps) {
  return (
    <button
      type="button"
      // Not `disabled`: that would drop the keyboard focus.
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
