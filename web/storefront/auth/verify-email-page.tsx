import { useQuery } from '@tanstack/react-query';
import { CircleCheck, LinkIcon, MailWarning } from 'lucide-react';
import { useEffect, useState } from 'react';
import { Link, useSearchParams } from 'react-router';
import type { ApiError } from '#web/api/api-error.ts';
import { callApi } from '#web/api/client.ts';
import { refreshAccount, useSession } from '#web/session/session.ts';
import { toErrorMessage } from '#web/storefront/form-errors.ts';
import { authMeta } from '#web/storefront/page-meta.ts';
import { Button, buttonClass } from '#web/ui/button.tsx';
import { EmptyState, StatusIcon } from '#web/ui/empty-state.tsx';
import { Spinner } from '#web/ui/loading.tsx';
import { useIsHydrated } from '#web/ui/use-is-hydrated.ts';

export const meta = authMeta('Verify e-mail', '/verify-email');

/** `/verify-email?code=…`: where the link in a mail leads; the code proves the address. */
export default function VerifyEmailPage() {
  const [search] = useSearchParams();
  // The page is the same for everyone until it is awake: the server is not told the code.
  const isHydrated = useIsHydrated();
  const code = isHydrated ? (search.get('code') ?? '').trim() : '';
  const { user } = useSession();
  const {
    data: outcome,
    refetch,
    isFetching,
  } = useQuery({
    queryKey: ['verify-email', code],
    enabled: code !== '',
    queryFn: () => callApi('verifyEmail', { code }),
    // Asked once: neither a second mount nor coming back to the tab proves anything more.
    staleTime: Number.POSITIVE_INFINITY,
    // Without a connection it fails and says so, rather than wait in silence.
    networkMode: 'always',
  });
  const isVerified = outcome?.isOk === true;

  useEffect(() => {
    if (isVerified && user?._id !== undefined) void refreshAccount();
  }, [isVerified, user?._id]);

  return (
    <div className="flex min-h-[60vh] flex-col justify-center" aria-live="polite">
      {content()}
    </div>
  );

  function content() {
    if (isHydrated && code === '') return <Incomplete />;
    if (outcome === undefined) return <Verifying />;
    if (outcome.isOk) return <Verified email={outcome.answer.data.email} />;
    return <Failed error={outcome.error} onRetry={() => void refetch()} isBusy={isFetching} />;
  }
}

/** The link is being checked, or the page is not awake yet. */
function Verifying() {
  return (
    <EmptyState heading="h1" art={<Spinner label="" />} title="One moment">
      We are checking your link.
    </EmptyState>
  );
}

/** The address is proved. */
function Verified({ email }: { email: string }) {
  const isShopper = useSession().status === 'shopper';
  return (
    <EmptyState
      heading="h1"
      art={
        <StatusIcon tone="leaf">
          <CircleCheck className="size-16" strokeWidth={1.75} />
        </StatusIcon>
      }
      title="E-mail address verified"
      action={
        isShopper ? (
          <span className="flex flex-wrap justify-center gap-3">
            <Link to="/" className={buttonClass()}>
              Go To Home
            </Link>
            <Link to="/dashboard/profile" className={buttonClass('quiet')}>
              See my profile
            </Link>
          </span>
        ) : (
          <Link to="/login" state={{ email }} className={buttonClass()}>
            Login
          </Link>
        )
      }
    >
      Thank you! You log in with <Address email={email} />, and what we write about your orders goes there.
    </EmptyState>
  );
}

/** Somebody opened the page without what the mail has put behind its address. */
function Incomplete() {
  return (
    <EmptyState
      heading="h1"
      art={<WarningArt kind="link" />}
      title="This link is not complete"
      action={<RequestNewLink />}
    >
      The link in our mail ends with a long code. Please open it from there, or copy all of it.
    </EmptyState>
  );
}

/** The shop did not take the code. */
function Failed({ error, onRetry, isBusy }: { error: ApiError; onRetry: () => void; isBusy: boolean }) {
  if (error.code === 'BAD_VERIFICATION_CODE') {
    return (
      <EmptyState
        heading="h1"
        art={<WarningArt kind="link" />}
        title="This link does not work any more"
        action={<RequestNewLink />}
      >
        A link works for 7 days, and no longer once another address was chosen.
      </EmptyState>
    );
  }
  if (error.code === 'EMAIL_TAKEN') {
    return (
      <EmptyState
        heading="h1"
        art={<WarningArt kind="mail" />}
        title="This address has an account of its own"
        action={
          <Link to="/dashboard/profile" className={buttonClass()}>
            See my profile
          </Link>
        }
      >
        It was opened since you asked for the change, so your account stays with its old address.
      </EmptyState>
    );
  }
  return (
    <EmptyState
      heading="h1"
      art={<WarningArt kind="link" />}
      title="The link could not be checked"
      action={
        <Button isBusy={isBusy} onClick={onRetry}>
          Try again
        </Button>
      }
    >
      {toErrorMessage(error)}
    </EmptyState>
  );
}

/** An e-mail address within a sentence, which breaks rather than leave the screen. */
function Address({ email }: { email: string }) {
  return <strong className="font-semibold [overflow-wrap:anywhere] text-ink">{email}</strong>;
}

function WarningArt({ kind }: { kind: 'link' | 'mail' }) {
  const Icon = kind === 'link' ? LinkIcon : MailWarning;
  return (
    <StatusIcon tone="marigold">
      <Icon className="size-12" strokeWidth={1.75} />
    </StatusIcon>
  );
}

/** The way to another link: sent again to who is logged in and has something to prove, else where that begins. */
function RequestNewLink() {
  const { status, user } = useSession();
  const [isBusy, setIsBusy] = useState(false);
  const [news, setNews] = useState('');

  async function send() {
    setIsBusy(true);
    setNews('');
    const outcome = await callApi('sendVerification', {});
    setIsBusy(false);
    setNews(
      outcome.isOk
        ? outcome.answer.message
        : toErrorMessage(outcome.error, 'We have sent you some mails already.'),
    );
  }

  // Room for what comes, for who is shopping is known a moment later.
  if (status === 'unknown') return <div className="h-11" />;
  if (status === 'guest') {
    return (
      <Link to="/login" state={{ from: '/dashboard/profile' }} className={buttonClass()}>
        Log in to get a new link
      </Link>
    );
  }
  const { email, verify_email, pending_email } = user;
  if (verify_email && pending_email === null) {
    return (
      <>
        <p className="mb-6 font-medium [overflow-wrap:anywhere]">Your address {email} is verified already.</p>
        <Link to="/" className={buttonClass()}>
          Go To Home
        </Link>
      </>
    );
  }
  return (
    <>
      <Button isBusy={isBusy} onClick={() => void send()}>
        Send again
      </Button>
      <p role="status" className="font-medium not-empty:pt-3">
        {news}
      </p>
    </>
  );
}
