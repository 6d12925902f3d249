import { Button } from './button.tsx';
import { Dialog } from './dialog.tsx';

interface ConfirmDialogProps {
  title: string;
  question: string;
  confirmLabel?: string;
  denyLabel?: string;
  cancelLabel?: string;
  /** For what cannot be undone. */
  isDangerous?: boolean;
  isBusy?: boolean;
  onConfirm: () => void;
  /** Offers a second answer besides leaving things as they are. */
  onDeny?: () => void;
  onCancel: () => void;
}

/** Asks before something happens. The labels are those of specification section 9 unless given. */
export function ConfirmDialog({
  title,
  question,
  confirmLabel = 'OK',
  denyLabel = 'No',
  cancelLabel = 'Cancel',
  isDangerous = false,
  isBusy = false,
  onConfirm,
  onDeny,
  onCancel,
}: ConfirmDialogProps) {
  return (
    <Dialog
      title={title}
      onClose={onCancel}
      footer={
        <div className="flex flex-wrap justify-end gap-3">
          <Button variant="quiet" onClick={onCancel}>
            {cancelLabel}
          </Button>
          {onDeny !== undefined && (
            <Button variant="secondary" onClick={onDeny}>
              {denyLabel}
            </Button>
          )}
          <Button variant={isDangerous ? 'danger' : 'primary'} isBusy={isBusy} onClick={onConfirm}>
            {confirmLabel}
          </Button>
        </div>
      }
    >
      <p className="wrap-anywhere">{question}</p>
    </Dialog>
  );
}
