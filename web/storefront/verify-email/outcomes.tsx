import { CircleCheck, LinkIcon, MailWarning } from 'lucide-react';
import { Link } from 'react-router';
import type { ApiError } from '#web/api/api-error.ts';
import { useSession } from '#web/session/session.ts';
import { refusalText } from '#web/storefront/account/field-issues.ts';
import { Button, buttonClass } from '#web/ui/button.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { IconDisc } from '#web/ui/icon-disc.tsx';
import { Spinner } from '#web/ui/spinner.tsx';
import { NewLink } from './new-link.tsx';

/** The link is being checked, or the page is not awake yet. */
export function Working() {
  return (
    <EmptyState heading="h1" art={<Spinner label="" />} title="One moment">
      We are checking your link.
    </EmptyState>
  );
}

/** The address is proved. */
export function Verified({ email }: { email: string }) {
  const isShopper = useSession().status === 'shopper';
  return (
    <EmptyState
      heading="h1"
      art={
        <IconDisc tone="leaf">
          <CircleCheck className="size-16" strokeWidth={1.75} />
        </IconDisc>
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
export function Incomplete() {
  return (
    <EmptyState
      heading="h1"
      art={<WarningArt kind="link" />}
      title="This link is not complete"
      action={<NewLink />}
    >
      The link in our mail ends with a long code. Please open it from there, or copy all of it.
    </EmptyState>
  );
}

/** The shop did not take the code. */
export function Failed({
  error,
  onRetry,
  isBusy,
}: {
  error: ApiError;
  onRetry: () => void;
  isBusy: boolean;
}) {
  if (error.code === 'BAD_VERIFICATION_CODE') {
    return (
      <EmptyState
        heading="h1"
        art={<WarningArt kind="link" />}
        title="This link does not work any more"
        action={<NewLink />}
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
      {refusalText(error)}
    </EmptyState>
  );
}

/** An e-mail address within a sentence, which breaks rather than leave the screen. */
export function Address({ email }: { email: string }) {
  return <strong className="font-semibold [overflow-wrap:anywhere] text-ink">{email}</strong>;
}

function WarningArt({ kind }: { kind: 'link' | 'mail' }) {
  const Icon = kind === 'link' ? LinkIcon : MailWarning;
  return (
    <IconDisc tone="marigold">
      <Icon className="size-12" strokeWidth={1.75} />
    </IconDisc>
  );
}
