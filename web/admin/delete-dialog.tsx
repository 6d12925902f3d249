import { type ReactNode, useState } from 'react';
import type { ApiError } from '#web/api/api-error.ts';
import { Button } from '#web/ui/button.tsx';
import { Dialog } from '#web/ui/dialog.tsx';

interface DeleteDialogProps {
  /** What is to be deleted: its picture and name. */
  children: ReactNode;
  question: string;
  confirmLabel: string;
  /** Deletes; gives why it was refused, or null when the thing is gone. */
  onConfirm: () => Promise<ApiError | null>;
  onDeleted: () => void;
  onClose: () => void;
  /** Where to go from a refusal, such as to what still belongs to the thing. */
  wayOut?: ((refusal: ApiError) => ReactNode) | undefined;
}

/** Asks before something is gone for good, and says in place why the shop may refuse it. */
export function DeleteDialog(props: DeleteDialogProps) {
  const { children, question, confirmLabel, onConfirm, onDeleted, onClose, wayOut } = props;
  const [isBusy, setIsBusy] = useState(false);
  const [refusal, setRefusal] = useState<ApiError | null>(null);

  async function confirm() {
    setIsBusy(true);
    const refused = await onConfirm();
    setIsBusy(false);
    setRefusal(refused);
    if (refused === null) onDeleted();
  }

  return (
    <Dialog
      title="Permanent Delete"
      onClose={onClose}
      footer={
        <div className="flex flex-wrap justify-end gap-3">
          <Button variant="quiet" onClick={onClose}>
            Cancel
          </Button>
          <Button variant="danger" isBusy={isBusy} onClick={() => void confirm()}>
            {confirmLabel}
          </Button>
        </div>
      }
    >
      <div className="mb-4 flex min-w-0 items-center gap-3">{children}</div>
      <p>{question}</p>
      {refusal !== null && (
        <div role="alert" className="mt-4 rounded-md bg-danger-soft px-4 py-3 text-sm text-danger">
          <p className="font-medium wrap-anywhere">{refusal.message}</p>
          {wayOut?.(refusal)}
        </div>
      )}
    </Dialog>
  );
}
