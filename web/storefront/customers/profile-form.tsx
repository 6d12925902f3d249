import { type FormEvent, useEffect, useRef, useState } from 'react';
import type { User } from '#contract/identity/account.ts';
import { t } from '#web/texts/t.ts';
import { Button } from '#web/ui/button.tsx';
import { Field } from '#web/ui/field.tsx';
import { useWhenUsed } from '#web/ui/load-when-used.ts';
import { EmailNotice } from './email-notice.tsx';
import type { LoadedProfileForm } from './profile-form-logic.tsx';
import {
  isChanged,
  needsPassword,
  type ProfileValues,
  toProfileUpdate,
  toProfileValues,
} from './profile-update.ts';

const loadParts = async () => {
  const [{ ProfileFormLogic }, { PasswordField }] = await Promise.all([
    import('./profile-form-logic.tsx'),
    import('#web/storefront/identity/password-field.tsx'),
  ]);
  return { ProfileFormLogic, PasswordField };
};

/**
 * Name, email and mobile number. A new email asks for the password. The fields can be filled in at once; what validates and
 * sends them is loaded when the page is used, and then carries out a submission.
 */
export function ProfileForm({ user }: { user: User }) {
  const element = useRef<HTMLFormElement>(null);
  const { module: parts, hasFailed } = useWhenUsed(loadParts);
  const [form, setForm] = useState<LoadedProfileForm | null>(null);
  const [edits, setEdits] = useState<Partial<ProfileValues>>({});
  const [isWaiting, setIsWaiting] = useState(false);
  const isLoaded = form !== null;
  useEffect(() => {
    if (hasFailed) setIsWaiting(false);
  }, [hasFailed]);
  useEffect(() => {
    if (!isLoaded || !isWaiting) return;
    setIsWaiting(false);
    element.current?.requestSubmit();
  }, [isLoaded, isWaiting]);

  const values = form?.values ?? { ...toProfileValues(user), ...edits };
  const update = toProfileUpdate(user, values);
  const isPasswordNeeded = needsPassword(user, update);
  const canSave = isChanged(user, values);
  const isBusy = form?.isBusy ?? isWaiting;
  const isEdited = form?.isEdited ?? canSave;

  const unloadedFormProps = {
    method: 'post',
    noValidate: true,
    onSubmit(event: FormEvent) {
      event.preventDefault();
      setIsWaiting(true);
    },
  };

  function fieldProps(name: keyof ProfileValues) {
    if (form !== null) return { defaultValue: toProfileValues(user)[name], ...form.fieldProps(name) };
    return {
      name,
      defaultValue: toProfileValues(user)[name],
      onInput: ({ currentTarget }: FormEvent<HTMLInputElement>) =>
        setEdits((earlier) => ({ ...earlier, [name]: currentTarget.value })),
    };
  }

  function discard() {
    form?.discard();
    // Before the form is loaded the account is the default of the inputs.
    if (form === null) element.current?.reset();
    setEdits({});
  }

  return (
    <>
      {parts !== null && <parts.ProfileFormLogic user={user} onChange={setForm} />}
      <form
        {...(form?.formProps ?? unloadedFormProps)}
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
          {...fieldProps('name')}
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
          {...fieldProps('email')}
        />
        {isPasswordNeeded && parts !== null && (
          <parts.PasswordField
            label={t('account.yourPassword')}
            autoComplete="current-password"
            required
            hint={t('account.confirmForEmail')}
            {...fieldProps('password')}
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
          {...fieldProps('mobile')}
        />
        {hasFailed && (
          <p role="alert" className="text-sm font-medium text-danger">
            {t('account.formFailed')}
          </p>
        )}
        <div className="flex flex-wrap gap-3 pt-1">
          <Button type="submit" isBusy={isBusy} disabled={!canSave}>
            {t('account.save')}
          </Button>
          {isEdited && canSave && !isBusy && (
            <Button variant="quiet" onClick={discard}>
              {t('account.discard')}
            </Button>
          )}
        </div>
      </form>
    </>
  );
}
