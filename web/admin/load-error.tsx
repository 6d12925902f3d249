import { Button } from '#web/ui/button.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';

interface LoadErrorProps {
  /** What could not be read, such as 'The categories are'. */
  subject: string;
  onRetry: () => void;
  isRetrying: boolean;
}

/** What stands where a list would be, when it could not be read. */
export function LoadError({ subject, onRetry, isRetrying }: LoadErrorProps) {
  return (
    <EmptyState
      title={`${subject} out of reach`}
      action={
        <Button isBusy={isRetrying} onClick={onRetry}>
          Try again
        </Button>
      }
    >
      The shop could not be reached. Please check your connection.
    </EmptyState>
  );
}

/** What is wrong with a form as a whole, and is read out at once; nothing when nothing is. */
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
