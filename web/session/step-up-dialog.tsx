import { stepUpMinutes } from '#contract/base/durations.ts';
import { callApi } from '#web/api/client.ts';
import { t } from '#web/texts/t.ts';
import { IdentityDialog } from './identity-dialog.tsx';

interface StepUpDialogProps {
  onClose: () => void;
  onConfirm: () => void;
}

/** Confirms the session, for calls that are sensitive. */
export function StepUpDialog({ onClose, onConfirm }: StepUpDialogProps) {
  return (
    <IdentityDialog
      title={t('account.confirmIdentity')}
      submitLabel={t('account.confirm')}
      send={(proof) => callApi('stepUp', proof)}
      onSuccess={onConfirm}
      onClose={onClose}
    >
      <p className="text-sm text-ink-soft">{t('account.sensitive', { minutes: stepUpMinutes })}</p>
    </IdentityDialog>
  );
}
