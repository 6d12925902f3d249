import { Button } from '#web/ui/button.tsx';
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
