import { CircleCheck, LinkIcon, MailWarning } from 'lucide-react';
import { type ComponentProps, useEffect, useEffectEvent, useState } from 'react';
import { Link, useSearchParams } from 'react-router';
import { type ApiError, toErrorMessage } from '#web/api/api-error.ts';
import { type CallOutcome, callApi } from '#web/api/client.ts';
import { useIsHydrated } from '#web/base/hydration.ts';
import { refreshAccount, useSession } from '#web/session/session.ts';
import { authMeta } from '#web/storefront/page-meta.ts';
import { serverText, t } from '#web/texts/t.ts';
import { Button, buttonClass } from '#web/ui/button.tsx';
import { EmptyState, StatusIcon } from '#web/ui/empty-state.tsx';
import { Spinner } from '#web/ui/loading.tsx';

export const meta = authMeta(t('account.verifyEmail'), '/verify-email');

/** The last request of each code. A code works once, so it is not sent again when the page is opened again. */
const requests = new Map<string, Promise<CallOutcome<'verifyEmail'>>>();

/** `/verify-email?code=…`: the target of the link in the verification email. */
export default function VerifyEmailPage() {
  const [search] = useSearchParams();
  // The server-rendered page is cached and the same for everyone, so the code is read after hydration.
  const isHydrated = useIsHydrated();
  const code = isHydrated ? (search.get('code') ?? '').trim() : '';
  const { user, status } = useSession();
  const [outcome, setOutcome] = useState<CallOutcome<'verifyEmail'>>();
  const [isBusy, setIsBusy] = useState(false);

  async function verify() {
    setIsBusy(true);
    const request = callApi('verifyEmail', { code });
    requests.set(code, request);
    setOutcome(await request);
    setIsBusy(false);
  }
  const openLink = useEffectEvent(() => {
    const earlier = requests.get(code);
    if (earlier !== undefined) void earlier.then(setOutcome);
    else if (code !== '') void verify();
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs for each code.
  useEffect(() => openLink(), [code]);
  const isVerified = outcome?.isOk === true;

  useEffect(() => {
    if (isVerified && user?._id !== undefined) void refreshAccount();
  }, [isVerified, user?._id]);

  return (
    <div className="flex min-h-[60vh] flex-col justify-center">
      {/* One element for all results, so that a screen reader announces the change. */}
      <EmptyState heading="h1" isLive {...result()} />
    </div>
  );

  function result(): Result {
    if (isHydrated && code === '') return incomplete;
    if (outcome === undefined) return verifying;
    if (outcome.isOk) return toVerified(outcome.response.data.email, status === 'shopper');
    return toFailed(outcome.error, () => void verify(), isBusy);
  }
}

type Result = ComponentProps<typeof EmptyState>;

const verifying: Result = {
  art: <Spinner label="" />,
  title: t('account.oneMoment'),
  children: t('account.checkingLink'),
};

const brokenLink = <StatusIcon tone="marigold" Icon={LinkIcon} />;

/** The address has no code. */
const incomplete: Result = {
  art: brokenLink,
  title: t('account.linkIncomplete'),
  action: <RequestNewLink />,
  children: t('account.linkIncompleteText'),
};

function toVerified(email: string, isShopper: boolean): Result {
  return {
    art: <StatusIcon tone="leaf" Icon={CircleCheck} />,
    title: t('account.emailVerified'),
    action: isShopper ? (
      <span className="flex flex-wrap justify-center gap-3">
        <Link to="/" className={buttonClass()}>
          {t('shell.goToHome')}
        </Link>
        <Link to="/dashboard/profile" className={buttonClass('quiet')}>
          {t('account.seeProfile')}
        </Link>
      </span>
    ) : (
      <Link to="/login" state={{ email }} className={buttonClass()}>
        {t('shell.login')}
      </Link>
    ),
    children: (
      <>
        {t('account.thankYou')} <Address email={email} />
        {t('account.ordersThere')}
      </>
    ),
  };
}

function toFailed(error: ApiError, retry: () => void, isBusy: boolean): Result {
  if (error.code === 'BAD_VERIFICATION_CODE') {
    return {
      art: brokenLink,
      title: t('account.linkExpired'),
      action: <RequestNewLink />,
      children: t('account.linkExpiredText'),
    };
  }
  if (error.code === 'EMAIL_TAKEN') {
    return {
      art: <StatusIcon tone="marigold" Icon={MailWarning} />,
      title: t('account.emailUsed'),
      action: (
        <Link to="/dashboard/profile" className={buttonClass()}>
          {t('account.seeProfile')}
        </Link>
      ),
      children: t('account.emailUsedText'),
    };
  }
  return {
    art: brokenLink,
    title: t('account.linkFailed'),
    action: (
      <Button isBusy={isBusy} onClick={retry}>
        {t('shell.tryAgain')}
      </Button>
    ),
    children: toErrorMessage(error),
  };
}

/** An email within a sentence; breaks anywhere, so that it does not overflow. */
function Address({ email }: { email: string }) {
  return <strong className="font-semibold [overflow-wrap:anywhere] text-ink">{email}</strong>;
}

/** Sends another link to a logged-in shopper with an unverified email; asks others to log in. */
function RequestNewLink() {
  const { status, user } = useSession();
  const [isBusy, setIsBusy] = useState(false);
  const [message, setMessage] = useState('');

  async function send() {
    setIsBusy(true);
    setMessage('');
    const outcome = await callApi('sendVerification', {});
    setIsBusy(false);
    setMessage(
      outcome.isOk
        ? serverText(outcome.response.message, t('account.linkSent'))
        : toErrorMessage(outcome.error, t('account.severalEmails')),
    );
  }

  // Reserves the space until the session is known.
  if (status === 'unknown') return <div className="h-11" />;
  if (status === 'guest') {
    return (
      <Link to="/login" state={{ from: '/dashboard/profile' }} className={buttonClass()}>
        {t('account.logInForLink')}
      </Link>
    );
  }
  const { email, verify_email, pending_email } = user;
  if (verify_email && pending_email === null) {
    return (
      <>
        <p className="mb-6 font-medium [overflow-wrap:anywhere]">{t('account.alreadyVerified', { email })}</p>
        <Link to="/" className={buttonClass()}>
          {t('shell.goToHome')}
        </Link>
      </>
    );
  }
  return (
    <>
      <Button isBusy={isBusy} onClick={() => void send()}>
        {t('account.sendAgain')}
      </Button>
      <p role="status" className="font-medium not-empty:pt-3">
        {message}
      </p>
    </>
  );
}
