import { type FormEvent, useRef, useState } from 'react';
import type { User } from '#contract/account.ts';
import type { ApiError } from '#web/api/api-error.ts';
import { callApi } from '#web/api/client.ts';
import { refreshAccount, setSessionUser } from '#web/session/session.ts';
import { PasswordField } from '#web/storefront/auth/password-field.tsx';
import {
  type FieldIssues,
  focusFirstIssue,
  toErrorMessage,
  toFieldIssues,
} from '#web/storefront/form-errors.ts';
import { Button } from '#web/ui/button.tsx';
import { Field } from '#web/ui/field.tsx';
import { showToast } from '#web/ui/toast.ts';
import { EmailNotice } from './email-notice.tsx';
import {
  applyDraft,
  isChanged,
  needsPassword,
  type Profile,
  type ProfileDraft,
  profileFields,
  profileIssues,
  toProfileUpdate,
  unsavedDraft,
} from './profile-draft.ts';

const fieldNames = ['name', 'email', 'password', 'mobile'] as const;
type FieldName = (typeof fieldNames)[number];

/** Name, e-mail address and mobile number; another address asks for the password. */
export function ProfileForm({ user }: { user: User }) {
  const form = useRef<HTMLFormElement>(null);
  const [draft, setDraft] = useState<ProfileDraft>({});
  const [password, setPassword] = useState('');
  const [issues, setIssues] = useState<FieldIssues<FieldName>>({});
  const [isBusy, setIsBusy] = useState(false);
  const shown = applyDraft(user, draft);
  const sent = toProfileUpdate(user, shown);
  const canSave = isChanged(user, shown);
  const wantsPassword = needsPassword(user, sent);

  async function submit(event: FormEvent) {
    event.preventDefault();
    if (isBusy || !canSave) return;
    const found = profileIssues(user, sent, password);
    setIssues(found);
    if (focusFirstIssue(form.current, fieldNames, found)) return;
    setIsBusy(true);
    const outcome = await callApi('updateUser', wantsPassword ? { ...sent, password } : sent);
    setIsBusy(false);
    if (!outcome.isOk) return showRefusal(outcome.error);
    setSessionUser(outcome.answer.data);
    setDraft((typed) => unsavedDraft(typed, shown));
    setPassword('');
    showToast('success', wantsPassword ? outcome.answer.message : 'Profile saved');
  }

  function showRefusal(refusal: ApiError) {
    const found: FieldIssues<FieldName> = toFieldIssues(refusal, wantsPassword ? fieldNames : profileFields);
    if (refusal.code === 'EMAIL_TAKEN') found.email = 'Another account has this e-mail address.';
    setIssues(found);
    if (focusFirstIssue(form.current, fieldNames, found)) return;
    showToast('error', toErrorMessage(refusal));
    // It may be another account by now than the one that was typed into.
    void refreshAccount();
  }

  function fieldProps(name: keyof Profile) {
    return {
      name,
      required: true,
      value: shown[name],
      error: issues[name],
      onChange: (event: { target: { value: string } }) => {
        setDraft({ ...draft, [name]: event.target.value });
        setIssues({ ...issues, [name]: undefined });
      },
    };
  }

  return (
    // Issues are said at the fields by us, so the browser's own bubbles stay away.
    <form
      ref={form}
      tabIndex={-1}
      aria-label="Your details"
      method="post"
      noValidate
      className="max-w-lg space-y-4 outline-offset-8"
      onSubmit={submit}
    >
      <Field label="Name" autoComplete="name" maxLength={100} {...fieldProps('name')} />
      <Field
        label="Email"
        type="email"
        inputMode="email"
        autoComplete="email"
        maxLength={254}
        hint={
          wantsPassword
            ? `Until you open the link that we send to ${sent.email}, you log in with ${user.email}.`
            : undefined
        }
        {...fieldProps('email')}
      />
      {wantsPassword && (
        <PasswordField
          label="Your password"
          name="password"
          autoComplete="current-password"
          required
          hint="So that nobody else can move your account to another address."
          value={password}
          error={issues.password}
          onChange={(event) => {
            setPassword(event.target.value);
            setIssues({ ...issues, password: undefined });
          }}
        />
      )}
      <EmailNotice user={user} onCancelled={() => form.current?.focus()} />
      <Field
        label="Mobile"
        type="tel"
        inputMode="tel"
        autoComplete="tel"
        maxLength={20}
        {...fieldProps('mobile')}
      />
      <div className="flex flex-wrap gap-3 pt-1">
        <Button type="submit" isBusy={isBusy} disabled={!canSave}>
          Save
        </Button>
        {profileFields.some((name) => draft[name] !== undefined) && canSave && !isBusy && (
          <Button
            variant="quiet"
            onClick={() => {
              setDraft({});
              setPassword('');
              setIssues({});
            }}
          >
            Discard
          </Button>
        )}
      </div>
    </form>
  );
}
