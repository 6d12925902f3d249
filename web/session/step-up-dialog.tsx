import { type ReactNode, useEffect } from 'react';
import { stepUpMinutes } from '#contract/base/durations.ts';
import { pinLength } from '#contract/base/limits.ts';
import { callApi } from '#web/api/client.ts';
import { isSessionByPin } from '#web/api/tokens.ts';
import { FormDialog } from '#web/forms/form-dialog.tsx';
import { useApiForm } from '#web/forms/use-api-form.ts';
import { t } from '#web/texts/t.ts';
import { Field } from '#web/ui/field.tsx';
import { IdentityDialog } from './identity-dialog.tsx';

interface StepUpDialogProps {
  onClose: () => void;
  onConfirm: () => void;
}

/** Confirms the session, for calls that are sensitive: a session by PIN by the PIN, others by password or passkey. */
export function StepUpDialog({ onClose, onConfirm }: StepUpDialogProps) {
  const lead = <p className="text-sm text-ink-soft">{t('account.sensitive', { minutes: stepUpMinutes })}</p>;
  if (isSessionByPin())
    return (
      <PinDialog onConfirm={onConfirm} onClose={onClose}>
        {lead}
      </PinDialog>
    );
  return (
    <IdentityDialog
      title={t('account.confirmIdentity')}
      submitLabel={t('account.confirm')}
      send={(proof) => callApi('stepUp', proof)}
      onSuccess={onConfirm}
      onClose={onClose}
    >
      {lead}
    </IdentityDialog>
  );
}

function PinDialog({ onClose, onConfirm, children }: StepUpDialogProps & { children: ReactNode }) {
  const form = useApiForm({
    defaultValues: { pin: '' },
    loadSchema: () => import('#contract/staff/staff.ts').then(({ confirmByPin }) => confirmByPin.input),
    send: (values) => callApi('confirmByPin', values),
    onSuccess: onConfirm,
  });
  const { setFocus } = form;
  useEffect(() => setFocus('pin'), [setFocus]);
  return (
    <FormDialog
      title={t('account.confirmIdentity')}
      submitLabel={t('account.confirm')}
      form={form}
      onClose={onClose}
    >
      {children}
      <Field
        label={t('staff.pin')}
        type="password"
        inputMode="numeric"
        autoComplete="off"
        maxLength={pinLength}
        required
        {...form.fieldProps('pin')}
      />
    </FormDialog>
  );
}
