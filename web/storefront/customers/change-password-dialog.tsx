import { useEffect } from 'react';
import { minimumPasswordLength, minimumStaffPasswordLength } from '#contract/base/limits.ts';
import type { User } from '#contract/identity/account.ts';
import { toErrorMessage } from '#web/api/api-error.ts';
import { callApi } from '#web/api/client.ts';
import { FormDialog } from '#web/forms/form-dialog.tsx';
import { useApiForm } from '#web/forms/use-api-form.ts';
import { invalidateQuery } from '#web/session/query-client.ts';
import { isStaff, refreshAccount } from '#web/session/session.ts';
import { NewPasswordFields, PasswordField } from '#web/storefront/identity/password-field.tsx';
import { serverText, t } from '#web/texts/t.ts';
import { showToast } from '#web/ui/toast.ts';
import { sessionsQuery } from './devices-card.tsx';

interface ChangePasswordDialogProps {
  user: User;
  onClose: () => void;
}

/**
 * For a generated password that has to be changed, it reloads the page when that is done: what was refused is sent
 * again.
 */
export default function ChangePasswordDialog({ user, onClose }: ChangePasswordDialogProps) {
  const form = useApiForm({
    defaultValues: { password: '', newPassword: '', confirmPassword: '' },
    loadSchema: () =>
      import('#contract/identity/account.ts').then(({ changePassword }) => changePassword.input),
    send: (values) => callApi('changePassword', values),
    onSuccess({ message }) {
      if (user.must_change_password) return window.location.reload();
      showToast('success', serverText(message, t('account.passwordChanged')));
      void invalidateQuery(sessionsQuery(user._id).queryKey);
      // The server drops a pending change of the email address: someone else may have requested it.
      void refreshAccount();
      onClose();
    },
    toErrorText: toErrorMessage,
  });
  const { setFocus } = form;

  useEffect(() => setFocus('password'), [setFocus]);

  return (
    <FormDialog
      title={user.must_change_password ? t('account.choosePassword') : t('account.changePassword')}
      submitLabel={t('account.changePassword')}
      form={form}
      onClose={onClose}
    >
      <p className="text-sm text-ink-soft">
        {user.must_change_password ? t('account.generatedPassword') : t('account.logsOutOthers')}
      </p>
      {/* For password managers. */}
      <input type="text" name="email" autoComplete="username" value={user.email} readOnly hidden />
      <PasswordField
        label={t('account.currentPassword')}
        autoComplete="current-password"
        maxLength={128}
        required
        {...form.fieldProps('password')}
      />
      <NewPasswordFields
        fieldProps={form.fieldProps}
        password={form.watch('newPassword')}
        minimumLength={isStaff(user) ? minimumStaffPasswordLength : minimumPasswordLength}
        name={user.name}
        email={user.email}
      />
    </FormDialog>
  );
}
