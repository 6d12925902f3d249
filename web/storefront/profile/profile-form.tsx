import { useRef } from 'react';
import type { User } from '#contract/account.ts';
import { callApi } from '#web/api/client.ts';
import { useApiForm } from '#web/forms/use-api-form.ts';
import { refreshAccount, setSessionUser } from '#web/session/session.ts';
import { PasswordField } from '#web/storefront/auth/password-field.tsx';
import { toErrorMessage } from '#web/storefront/form-errors.ts';
import { Button } from '#web/ui/button.tsx';
import { Field } from '#web/ui/field.tsx';
import { showToast } from '#web/ui/toast.ts';
import { EmailNotice } from './email-notice.tsx';
import { isChanged, needsPassword, type Profile, profileFields, toProfileUpdate } from './profile-update.ts';

interface Values extends Profile {
  password: string;
}

function toValues({ name, email, mobile }: User): Values {
  return { name, email, password: '', mobile };
}

/** Name, email and mobile number. A new email asks for the password. */
export function ProfileForm({ user }: { user: User }) {
  const element = useRef<HTMLFormElement>(null);
  const form = useApiForm({
    defaultValues: toValues(user),
    values: toValues(user),
    toInput,
    loadSchema: () => import('#contract/account.ts').then(({ updateUser }) => updateUser.input),
    send: (values: Values) => callApi('updateUser', toInput(values)),
    onSuccess({ data, message }, sent) {
      const typed = form.getValues();
      showToast('success', needsPassword(user, toProfileUpdate(user, sent)) ? message : 'Profile saved');
      setSessionUser(data);
      form.reset(toValues(data));
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

  function toInput(typed: Values) {
    const profile = toProfileUpdate(user, typed);
    return needsPassword(user, profile) ? { ...profile, password: typed.password } : profile;
  }

  return (
    <form
      {...form.formProps}
      ref={element}
      tabIndex={-1}
      aria-label="Your details"
      className="max-w-lg space-y-4 outline-offset-8"
    >
      <Field label="Name" autoComplete="name" maxLength={100} required {...form.fieldProps('name')} />
      <Field
        label="Email"
        type="email"
        inputMode="email"
        autoComplete="email"
        maxLength={254}
        required
        hint={
          isPasswordNeeded
            ? `Until you open the link that we send to ${update.email}, you log in with ${user.email}.`
            : undefined
        }
        {...form.fieldProps('email')}
      />
      {isPasswordNeeded && (
        <PasswordField
          label="Your password"
          autoComplete="current-password"
          required
          hint="To change your email, confirm that it is you."
          {...form.fieldProps('password')}
        />
      )}
      <EmailNotice user={user} onCancelled={() => element.current?.focus()} />
      <Field
        label="Mobile"
        type="tel"
        inputMode="tel"
        autoComplete="tel"
        maxLength={20}
        required
        {...form.fieldProps('mobile')}
      />
      <div className="flex flex-wrap gap-3 pt-1">
        <Button type="submit" isBusy={form.isBusy} disabled={!canSave}>
          Save
        </Button>
        {profileFields.some((name) => dirtyFields[name]) && canSave && !form.isBusy && (
          <Button variant="quiet" onClick={() => form.reset(toValues(user))}>
            Discard
          </Button>
        )}
      </div>
    </form>
  );
}
