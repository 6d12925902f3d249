import { useEffect, useState } from 'react';
import { Link, useNavigate, useSearchParams } from 'react-router';
import type { EndpointResponse } from '#contract/api.ts';
import { minimumStaffPasswordLength } from '#contract/base/limits.ts';
import { toErrorMessage } from '#web/api/api-error.ts';
import { type CallOutcome, callApi } from '#web/api/client.ts';
import { useIsHydrated } from '#web/base/hydration.ts';
import { useShop } from '#web/base/page-context.ts';
import { FormAlert } from '#web/forms/form-alert.tsx';
import { useApiForm } from '#web/forms/use-api-form.ts';
import { readDevice } from '#web/session/device.ts';
import { logIn, logOut, refreshAccount, useSession } from '#web/session/session.ts';
import { StepUpHost } from '#web/session/step-up.tsx';
import { authMeta } from '#web/storefront/page-meta.ts';
import { t } from '#web/texts/t.ts';
import { Button, buttonClass } from '#web/ui/button.tsx';
import { Field } from '#web/ui/field.tsx';
import { Skeleton } from '#web/ui/loading.tsx';
import { showToast } from '#web/ui/toast.ts';
import { AuthCard, FormSubmit } from './auth-card.tsx';
import { PasswordField, PasswordStrengthMeter } from './password-field.tsx';

export const meta = authMeta(t('staff.invitation'), '/invitation');

type Invitation = EndpointResponse<'readInvitation'>['data'];

/** `/invitation?code=…`: the target of the link of an invitation to the staff. */
export default function InvitationPage() {
  const [search] = useSearchParams();
  const shop = useShop()?.name ?? '';
  // The page from the server is the same for everyone, so the code is read after hydration.
  const isHydrated = useIsHydrated();
  const code = isHydrated ? (search.get('code') ?? '').trim() : '';
  const [outcome, setOutcome] = useState<CallOutcome<'readInvitation'>>();
  useEffect(() => {
    let isLeft = false;
    if (code !== '')
      void callApi('readInvitation', { code }).then((read) => {
        if (!isLeft) setOutcome(read);
      });
    return () => {
      isLeft = true;
    };
  }, [code]);
  // An address that was cut off has no code.
  const isIncomplete = isHydrated && code === '';
  if (isIncomplete || outcome?.isOk === false)
    return (
      <AuthCard
        title={t('staff.linkOver')}
        lead={
          <span role="alert">{outcome === undefined ? t('errors.BAD_INVITATION') : linkError(outcome)}</span>
        }
      >
        <Link to="/" className={`${buttonClass()} w-full`}>
          {t('shell.goToHome')}
        </Link>
      </AuthCard>
    );
  if (outcome === undefined)
    return (
      <AuthCard title={t('staff.invitation')} lead={t('account.oneMoment')}>
        <Skeleton className="h-48 w-full rounded-md" />
      </AuthCard>
    );
  const { invitedBy, roles } = outcome.response.data;
  return (
    <AuthCard
      title={t('staff.invitationTitle', { shop })}
      lead={
        <>
          {t('staff.invitedAs', { name: invitedBy })}{' '}
          <strong className="text-ink">{roles.map((role) => roleNames[role]).join(', ')}</strong>
        </>
      }
    >
      <Answer code={code} invitation={outcome.response.data} />
      <StepUpHost />
    </AuthCard>
  );
}

function linkError(outcome: CallOutcome<'readInvitation'>): string {
  if (outcome.isOk) return '';
  // A code of another form was cut off.
  return outcome.error.code === 'INVALID_INPUT' ? t('errors.BAD_INVITATION') : toErrorMessage(outcome.error);
}

const roleNames: Record<Invitation['roles'][number], string> = {
  owner: t('staff.owner'),
  manager: t('staff.manager'),
  picker: t('staff.picker'),
  rider: t('staff.rider'),
  support: t('staff.support'),
  accountant: t('staff.accountant'),
};

function Answer({ code, invitation }: { code: string; invitation: Invitation }) {
  const { status, user } = useSession();
  const { email, hasAccount } = invitation;
  const from = { from: `/invitation?code=${code}` };
  if (status === 'unknown') return <Skeleton className="h-48 w-full rounded-md" />;
  if (user !== null && email !== null && user.email !== email)
    return (
      <>
        <p className="mb-4 wrap-anywhere">{t('staff.forOther', { email })}</p>
        <Button isWide onClick={() => void logOut()}>
          {t('account.logOutMenu')}
        </Button>
      </>
    );
  if (user !== null) return <AcceptForm code={code} email={user.email} />;
  if (hasAccount)
    return (
      <>
        <p className="mb-4 wrap-anywhere">{t('staff.hasAccount', { email: email ?? '' })}</p>
        <Link to="/login" state={from} className={`${buttonClass()} w-full`}>
          {t('shell.login')}
        </Link>
      </>
    );
  return (
    <>
      <NewAccountForm code={code} invitation={invitation} />
      {email === null && (
        <Link to="/login" state={from} className={`${buttonClass('quiet')} mt-3 w-full`}>
          {t('staff.logInInstead')}
        </Link>
      )}
    </>
  );
}

function AcceptForm({ code, email }: { code: string; email: string }) {
  const navigate = useNavigate();
  const [error, setError] = useState('');
  const [isBusy, setIsBusy] = useState(false);
  async function accept() {
    setIsBusy(true);
    const outcome = await callApi('acceptInvitation', { code });
    setIsBusy(false);
    if (!outcome.isOk) return setError(toErrorMessage(outcome.error));
    showToast('success', t('staff.accepted'));
    await refreshAccount();
    void navigate('/dashboard', { replace: true });
  }
  return (
    <div className="space-y-3">
      <p className="wrap-anywhere">{t('staff.acceptAs', { email })}</p>
      <FormAlert>{error}</FormAlert>
      <Button isWide isBusy={isBusy} onClick={() => void accept()}>
        {t('staff.accept')}
      </Button>
      <Button isWide variant="quiet" onClick={() => void logOut()}>
        {t('staff.useOther')}
      </Button>
    </div>
  );
}

function NewAccountForm({ code, invitation }: { code: string; invitation: Invitation }) {
  const navigate = useNavigate();
  const form = useApiForm({
    defaultValues: {
      name: invitation.name,
      email: invitation.email ?? '',
      password: '',
      confirmPassword: '',
    },
    loadSchema: () => import('#contract/staff/staff.ts').then(({ registerInvited }) => registerInvited.input),
    toInput: (values) => ({ ...values, code }),
    send: (values) => callApi('registerInvited', { ...values, code }),
    async onSuccess(_response, { email, password }) {
      const session = await logIn({ email, password, device: readDevice() });
      showToast('success', t('staff.accepted'));
      void navigate(session.isOk ? '/dashboard' : '/login', { replace: true });
    },
    fieldOfCode: { EMAIL_TAKEN: 'email' },
    toErrorText: toErrorMessage,
  });
  const { name, email, password } = form.watch();
  return (
    <form {...form.formProps} className="space-y-4">
      <h2 className="text-lg">{t('staff.createAccount')}</h2>
      <Field label={t('account.name')} autoComplete="name" required {...form.fieldProps('name')} />
      <Field
        label={t('account.email')}
        type="email"
        inputMode="email"
        autoComplete="username"
        required
        readOnly={invitation.email !== null}
        {...form.fieldProps('email')}
      />
      <PasswordField
        label={t('account.password')}
        autoComplete="new-password"
        hint={t('account.atLeast', { count: minimumStaffPasswordLength })}
        required
        {...form.fieldProps('password')}
      />
      <PasswordStrengthMeter password={password} name={name} email={email} />
      <PasswordField
        label={t('account.confirmPassword')}
        autoComplete="new-password"
        required
        {...form.fieldProps('confirmPassword')}
      />
      <FormSubmit form={form}>{t('staff.createAndJoin')}</FormSubmit>
    </form>
  );
}
