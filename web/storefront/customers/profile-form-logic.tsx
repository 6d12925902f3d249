import { memo, useLayoutEffect } from 'react';
import type { User } from '#contract/identity/account.ts';
import { callApi } from '#web/api/client.ts';
import { useApiForm } from '#web/forms/use-api-form.ts';
import { refreshAccount, setSessionUser } from '#web/session/session.ts';
import { toErrorMessage } from '#web/storefront/form-errors.ts';
import { serverText, t } from '#web/texts/t.ts';
import { showToast } from '#web/ui/toast.ts';
import {
  needsPassword,
  type ProfileValues,
  profileFields,
  toProfileUpdate,
  toProfileValues,
} from './profile-update.ts';

interface ProfileFormLogicProps {
  user: User;
  /** Called with what to render, at first and after each change. */
  onChange: (form: LoadedProfileForm) => void;
}

type ApiForm = ReturnType<typeof useApiForm<ProfileValues, unknown>>;

export interface LoadedProfileForm extends Pick<ApiForm, 'formProps' | 'fieldProps' | 'isBusy'> {
  values: ProfileValues;
  isEdited: boolean;
  discard: () => void;
}

/** Validates and sends the form of the profile. Renders nothing: the page shows the fields before this code is loaded. */
export const ProfileFormLogic = memo(function ProfileFormLogic({ user, onChange }: ProfileFormLogicProps) {
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
  const { formProps, fieldProps, isBusy } = form;
  const isEdited = profileFields.some((name) => dirtyFields[name]);
  const discard = () => form.reset(toProfileValues(user));

  useLayoutEffect(() => onChange({ formProps, fieldProps, isBusy, values, isEdited, discard }));
  return null;

  function toInput(typed: ProfileValues) {
    const profile = toProfileUpdate(user, typed);
    return needsPassword(user, profile) ? { ...profile, password: typed.password } : profile;
  }
});
