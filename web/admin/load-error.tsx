import { Link } from 'react-router';
import { Button, buttonClass } from '#web/ui/button.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';

interface LoadErrorProps {
  /** Such as 'the categories'. */
  subject: string;
  onRetry: () => void;
  isRetrying: boolean;
}

/** Error state of a list or page, with a retry button. */
export function LoadError({ subject, onRetry, isRetrying }: LoadErrorProps) {
  return (
    <EmptyState
      title={`Couldn't load ${subject}`}
      action={
        <Button isBusy={isRetrying} onClick={onRetry}>
          Try again
        </Button>
      }
    >
      Check your connection and try again.
    </EmptyState>
  );
}

/** Error message of a whole form, announced at once; renders nothing for an empty text. */
export function FormAlert({ text }: { text: string }) {
  if (text === '') return null;
  return (
    <p
      role="alert"
      className="rounded-md bg-danger-soft px-4 py-3 text-sm font-medium wrap-anywhere text-danger"
    >
      {text}
    </p>
  );
}

/** Shown instead of the pages of the staff until their second factor is set up, which the server requires. */
export function SecondFactorMissing() {
  return (
    <EmptyState
      heading="h1"
      title="Add a second factor"
      action={
        <Link to="/dashboard/profile" className={buttonClass()}>
          Go to my profile
        </Link>
      }
    >
      This shop requires a passkey or an authenticator app of its administrators.
    </EmptyState>
  );
}
