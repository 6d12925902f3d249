import { type ReactNode, useState } from 'react';
import type { ApiError } from '#web/api/api-error.ts';
import { Button } from '#web/ui/button.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { FormAlert } from '#web/ui/form-alert.tsx';

interface ConfirmCallDialogProps {
  title: string;
  confirmLabel: string;
  isDangerous?: boolean;
  /** What is confirmed is not known yet. */
  isDisabled?: boolean;
  /** Does it, and closes the dialog; returns the error when it was refused. */
  onConfirm: () => Promise<ApiError | null>;
  onClose: () => void;
  /** Link shown with an error. */
  errorAction?: ((refusal: ApiError) => ReactNode) | undefined;
  children: ReactNode;
}

/** Asks before a call, and shows the reason of the server if it refuses. */
export function ConfirmCallDialog(props: ConfirmCallDialogProps) {
  const { title, confirmLabel, isDangerous = false, isDisabled = false } = props;
  const { onConfirm, onClose, errorAction, children } = props;
  const [isBusy, setIsBusy] = useState(false);
  const [refusal, setRefusal] = useState<ApiError | null>(null);

  async function confirm() {
    setIsBusy(true);
    const error = await onConfirm();
    setIsBusy(false);
    setRefusal(error);
  }

  return (
    <Dialog
      title={title}
      onClose={onClose}
      footer={
        <div className="flex flex-wrap justify-end gap-3">
          <Button variant="quiet" onClick={onClose}>
            Cancel
          </Button>
          <Button
            {...(isDangerous && { variant: 'danger' })}
            isBusy={isBusy}
            disabled={isDisabled}
            onClick={() => void confirm()}
          >
            {confirmLabel}
          </Button>
        </div>
      }
    >
      {children}
      {refusal !== null && (
        <div className="mt-4">
          <FormAlert action={errorAction?.(refusal)}>{refusal.message}</FormAlert>
        </div>
      )}
    </Dialog>
  );
}
