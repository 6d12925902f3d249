import { MailWarning } from 'lucide-react';
import { useState } from 'react';
import { typedNumberMaxLength } from '#contract/base/digits.ts';
import { normalizePhoneNumber } from '#contract/base/phone-number.ts';
import type { User } from '#contract/identity/account.ts';
import { toErrorMessage } from '#web/api/api-error.ts';
import { callApi } from '#web/api/client.ts';
import { FormAlert } from '#web/forms/form-alert.tsx';
import { useApiForm } from '#web/forms/use-api-form.ts';
import { refreshAccount, setSessionUser } from '#web/session/session.ts';
import { PasswordField } from '#web/storefront/identity/password-field.tsx';
import { serverText, t } from '#web/texts/t.ts';
import { Button } from '#web/ui/button.tsx';
import { Field } from '#web/ui/field.tsx';
import { Spinner } from '#web/ui/loading.tsx';
import { showToast } from '#web/ui/toast.ts';

/** Name, email and mobile number. A new email asks for the password. */
export function ProfileForm({ user }: { user: User }) {
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
      <EmailNotice user={user} onCancelled={() => form.formProps.ref.current?.focus()} />
      <Field
        label={t('account.mobile')}
        type="tel"
        inputMode="tel"
        autoComplete="tel"
        maxLength={typedNumberMaxLength}
        required
        {...form.fieldProps('mobile')}
      />
      <FormAlert>{form.error}</FormAlert>
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

type Profile = Pick<User, 'name' | 'email' | 'mobile'>;

/** The values of the form. */
interface ProfileValues extends Profile {
  /** For a new email. */
  password: string;
}

function toProfileValues({ name, email, mobile }: Profile): ProfileValues {
  return { name, email, password: '', mobile };
}

const profileFields = ['name', 'email', 'mobile'] as const satisfies (keyof Profile)[];

type ProfileUser = Profile & Pick<User, 'pending_email'>;

/**
 * The input of the update. Sending the current email would cancel a pending change of it, so the pending email is sent
 * instead unless the shopper typed a third one.
 */
export function toProfileUpdate(user: ProfileUser, { name, email, mobile }: Profile): Profile {
  const isUnchanged = normalize.email(email) === user.email;
  return { name, email: isUnchanged ? user.pending_email || email : email, mobile };
}

/** The server asks for the password when the email is neither the current nor the pending one. */
export function needsPassword(user: ProfileUser, update: Profile): boolean {
  const email = normalize.email(update.email);
  return email !== user.email && email !== user.pending_email;
}

/** False when only spaces around a field or within the number differ. */
export function isChanged(user: Profile, profile: Profile): boolean {
  return profileFields.some((field) => normalize[field](profile[field]) !== normalize[field](user[field]));
}

// As the server stores them.
const normalize: Record<keyof Profile, (text: string) => string> = {
  name: (text) => text.trim(),
  email: (text) => text.trim().toLowerCase(),
  mobile: normalizePhoneNumber,
};

interface EmailNoticeProps {
  user: User;
  /** Called when the change was cancelled; the notice disappears and loses the focus. */
  onCancelled: () => void;
}

/** Reminds the shopper to verify the pending or the current email. */
function EmailNotice({ user, onCancelled }: EmailNoticeProps) {
  const { email, pending_email, verify_email } = user;
  const address = pending_email || email;
  const isChange = address !== email;
  const [isBusy, setIsBusy] = useState(false);
  const [message, setMessage] = useState({ address, text: '' });
  if (!isChange && verify_email) return null;

  async function send() {
    setIsBusy(true);
    const outcome = await callApi('sendVerification', {});
    setIsBusy(false);
    const text = outcome.isOk
      ? serverText(outcome.response.message, t('account.linkSent'))
      : toErrorMessage(outcome.error, rateLimitText);
    setMessage({ address, text });
    // The link may have been opened in another tab.
    void refreshAccount();
  }

  async function cancel() {
    setIsBusy(true);
    // Sending the current email cancels the pending change.
    const { name, mobile } = user;
    const outcome = await callApi('updateUser', { name, mobile, email });
    setIsBusy(false);
    if (!outcome.isOk) return setMessage({ address, text: toErrorMessage(outcome.error) });
    setSessionUser(outcome.response.data);
    showToast('success', t('account.emailChangeCancelled'));
    onCancelled();
  }

  return (
    <div className="flex gap-3 rounded-md bg-marigold-soft px-4 py-3 text-sm">
      <MailWarning aria-hidden="true" className="mt-px size-5 flex-none" />
      <div className="min-w-0 wrap-anywhere">
        {isChange ? (
          <p>
            <strong>{t('account.waitingForEmail', { address })}</strong>{' '}
            {t('account.openLinkBefore', { email })}
          </p>
        ) : (
          <p>
            <strong>{t('account.emailUnverified')}</strong> {t('account.openLink')}
          </p>
        )}
        <div className="mt-1 -mb-2 flex flex-wrap items-center gap-x-5">
          <NoticeButton isBusy={isBusy} onClick={send}>
            {t('account.sendAgain')}
          </NoticeButton>
          {isChange && (
            <NoticeButton isBusy={isBusy} onClick={cancel}>
              {t('account.cancelChange')}
            </NoticeButton>
          )}
          {isBusy && <Spinner />}
        </div>
        {/* A message about another email is outdated. */}
        <p role="status" className="font-medium not-empty:pt-2 not-empty:pb-1">
          {message.address === address ? message.text : ''}
        </p>
      </div>
    </div>
  );
}

const rateLimitText = t('account.severalEmailsSpam');

interface NoticeButtonProps {
  isBusy: boolean;
  onClick: () => Promise<void>;
  children: string;
}

function NoticeButton({ isBusy, onClick, children }: NoticeButtonProps) {
  return (
    <button
      type="button"
      // Not `disabled`: that would drop the keyboard focus.
      aria-disabled={isBusy}
      onClick={() => {
        if (!isBusy) void onClick();
      }}
      className="min-h-11 font-semibold text-leaf underline underline-offset-4 aria-disabled:opacity-60"
    >
      {children}
    </button>
  );
}
