import { useRef } from 'react';
import type { User } from '#contract/identity/account.ts';
import { callApi } from '#web/api/client.ts';
import { useApiForm } from '#web/forms/use-api-form.ts';
import { refreshAccount, setSessionUser } from '#web/session/session.ts';
import { toErrorMessage } from '#web/storefront/form-errors.ts';
import { PasswordField } from '#web/storefront/identity/password-field.tsx';
import { serverText, t } from '#web/texts/t.ts';
import { Button } from '#web/ui/button.tsx';
import { Field } from '#web/ui/field.tsx';
import { showToast } from '#web/ui/toast.ts';
import { EmailNotice } from './email-notice.tsx';
import {
  isChanged,
  needsPassword,
  type ProfileValues,
  profileFields,
  toProfileUpdate,
  toProfileValues,
} from './profile-update.ts';

/** Name, email and mobile number. A new email asks for the password. */
export function ProfileForm({ user }: { user: User }) {
  const element = useRef<HTMLFormElement>(null);
  const form = useApiForm({
    defaultValues: toProfileValues(user),
    values: toProfileValues(user),
    toInput,
    loadSchema: () => import('#contract/identity/account.ts').then(({ updateUser }) => updateUser.input),
    send: (values: ProfileValues) => callApi('updateUser', toInput(values)),
    onSuccess({ data, message }, sent) {
      const typed = form.getValues();
      showToast(
        'success',
        needsPassword(user, toProfileUpdate(user, sent))
          ? serverText(message, t('account.verifyNewEmail'))
          : t('account.profileSaved'),
      );
      setSessionUser(data);
      form.reset(toProfileValues(data));
      // Keeps what was typed while the request was under way.
      for (const name of profileFields) {
        if (typed[name] !== sent[name]) form.setValue(name, typed[name], { shouldDirty: true });
      }
    },
    onError(error) {
      if (error.code === 'EMAIL_TAKEN' || error.issues.length > 0) return false;
      showToast('error', toErrorMessage(error));
      // Another tab may have logged in to another account.
      void refreshAccount();
      return true;
    },
    fieldOfCode: { EMAIL_TAKEN: 'email' },
  });
  const values = form.watch();
  const { dirtyFields } = form.formState;
  const update = toProfileUpdate(user, values);
  const isPasswordNeeded = needsPassword(user, update);
  const canSave = isChanged(user, values);
  const isEdited = profileFields.some((name) => dirtyFields[name]);

  function toInput(typed: ProfileValues) {
    const profile = toProfileUpdate(user, typed);
    return needsPassword(user, profile) ? { ...profile, password: typed.password } : profile;
  }

  return (
    <form
      {...form.formProps}
      ref={element}
      tabIndex={-1}
      aria-label={t('account.yourDetails')}
      className="max-w-lg space-y-4 outline-offset-8"
    >
      <Field
        label={t('account.name')}
        autoComplete="name"
        maxLength={100}
        required
        {...form.fieldProps('name')}
      />
      <Field
        label={t('account.email')}
        type="email"
        inputMode="email"
        autoComplete="email"
        maxLength={254}
        required
        hint={
          isPasswordNeeded
            ? t('account.untilVerified', { address: update.email, email: user.email })
            : undefined
        }
        {...form.fieldProps('email')}
      />
      {isPasswordNeeded && (
        <PasswordField
          label={t('account.yourPassword')}
          autoComplete="current-password"
          required
          hint={t('account.confirmForEmail')}
          {...form.fieldProps('password')}
        />
      )}
      <EmailNotice user={user} onCancelled={() => element.current?.focus()} />
      <Field
        label={t('account.mobile')}
        type="tel"
        inputMode="tel"
        autoComplete="tel"
        maxLength={20}
        required
        {...form.fieldProps('mobile')}
      />
      <div className="flex flex-wrap gap-3 pt-1">
        <Button type="submit" isBusy={form.isBusy} disabled={!canSave}>
          {t('account.save')}
        </Button>
        {isEdited && canSave && !form.isBusy && (
          <Button variant="quiet" onClick={() => form.reset(toProfileValues(user))}>
            {t('account.discard')}
          </Button>
        )}
      </div>
    </form>
  );
}
