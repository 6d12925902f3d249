import { stepUpMinutes } from '#contract/rules/durations.ts';
import { callApi } from '#web/api/client.ts';
import { IdentityDialog } from './identity-dialog.tsx';

interface StepUpDialogProps {
  onClose: () => void;
  onConfirm: () => void;
}

/** Confirms the session, for calls that are sensitive. */
export function StepUpDialog({ onClose, onConfirm }: StepUpDialogProps) {
  return (
    <IdentityDialog
      title="Confirm that it’s you"
      submitLabel="Confirm"
      send={(proof) => callApi('stepUp', proof)}
      onSuccess={onConfirm}
      onClose={onClose}
    >
      <p className="text-sm text-ink-soft">
        What you are about to do is sensitive. You will not be asked again for {stepUpMinutes} minutes.
      </p>
    </IdentityDialog>
  );
}
