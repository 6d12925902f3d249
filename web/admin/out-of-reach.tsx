import { Button } from '#web/ui/button.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';

interface OutOfReachProps {
  /** What could not be read, such as 'The categories are'. */
  subject: string;
  onRetry: () => void;
  isRetrying: boolean;
}

/** What stands where a list would be, when it could not be read. */
export function OutOfReach({ subject, onRetry, isRetrying }: OutOfReachProps) {
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
