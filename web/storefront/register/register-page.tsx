import { type FormEvent, useEffect, useState } from 'react';
import { Link, type MetaArgs, type MetaDescriptor, useLocation, useNavigate } from 'react-router';
import type { ApiError } from '#web/api/api-error.ts';
import { callApi } from '#web/api.ts';
import { returnPathOf } from '#web/session/return-path.ts';
import { useSession } from '#web/session/session.ts';
import { logIn } from '#web/session/session-store.ts';
import { AccountCard } from '#web/storefront/login/account-card.tsx';
import { PasswordField } from '#web/storefront/login/password-field.tsx';
import { pageMeta, shopOf } from '#web/storefront/page-meta.ts';
import { Button } from '#web/ui/button.tsx';
import { Field } from '#web/ui/field.tsx';
import { showToast } from '#web/ui/toast.ts';

export function meta({ matches }: MetaArgs): MetaDescriptor[] {
  const shop = shopOf(matches);
  return pageMeta({
    title: `Register · ${shop.name}`,
    description: `Open an account at ${shop.name}.`,
    shop,
    path: '/register',
    isListed: false,
  });
}

const emptyForm = { name: '', email: '', password: '', confirmPassword: '' };
type FieldName = keyof typeof emptyForm;

/** `/register`: opens an account and logs in with it. */
export default function RegisterPage() {
  const { state } = useLocation();
  const navigate = useNavigate();
  const { status } = useSession();
  const [form, setForm] = useState(emptyForm);
  const [issues, setIssues] = useState<Partial<Record<FieldName, string>>>({});
  const [error, setError] = useState('');
  const [isBusy, setIsBusy] = useState(false);
  const returnPath = returnPathOf(state);

  useEffect(() => {
    if (status === 'shopper') void navigate(returnPath, { replace: true });
  }, [status, returnPath, navigate]);

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    if (isBusy) return;
    setError('');
    const found = issuesOf(form);
    setIssues(found);
    if (Object.keys(found).length > 0) return focusFirst(event.currentTarget, found);
    const formElement = event.currentTarget;
    setIsBusy(true);
    const outcome = await callApi('registerUser', form);
    if (outcome.isOk) {
      const session = await logIn({ email: form.email, password: form.password });
      if (session.isOk) showToast('success', `Welcome, ${outcome.answer.data.name}`);
      else {
        showToast('success', outcome.answer.message);
        void navigate('/login', { state });
      }
    } else showRefusal(outcome.error, formElement);
    setIsBusy(false);
  }

  function showRefusal(refusal: ApiError, formElement: HTMLFormElement) {
    const found = issuesFrom(refusal);
    if (refusal.code === 'EMAIL_TAKEN') found.email = refusal.message;
    setIssues(found);
    if (Object.keys(found).length === 0) setError(refusal.message);
    else focusFirst(formElement, found);
  }

  function fieldOf(name: FieldName) {
    return {
      name,
      required: true,
      value: form[name],
      error: issues[name],
      onChange: (event: { target: { value: string } }) => {
        setForm({ ...form, [name]: event.target.value });
        setIssues({ ...issues, [name]: undefined });
      },
    };
  }

  return (
    <AccountCard title="Register" lead="An account keeps your cart, addresses and orders.">
      {/* Issues are said at the fields by us, so the browser's own bubbles stay away. */}
      <form method="post" noValidate className="space-y-4" onSubmit={submit}>
        <Field label="Name" autoComplete="name" {...fieldOf('name')} />
        <Field label="Email" type="email" inputMode="email" autoComplete="username" {...fieldOf('email')} />
        <PasswordField
          label="Password"
          autoComplete="new-password"
          hint="At least 8 characters."
          {...fieldOf('password')}
        />
        <PasswordField label="Confirm Password" autoComplete="new-password" {...fieldOf('confirmPassword')} />
        {error !== '' && (
          <p role="alert" className="rounded-md bg-danger-soft px-4 py-3 text-sm font-medium text-danger">
            {error}
          </p>
        )}
        {/* Before the page is awake a press would send the form to a place that knows nothing of it. */}
        <Button type="submit" isWide isBusy={isBusy} disabled={status === 'unknown'}>
          Register
        </Button>
      </form>
      <p className="mt-6 text-sm text-ink-soft">
        Already have an account?{' '}
        <Link to="/login" state={state} className="font-semibold text-leaf underline underline-offset-4">
          Login
        </Link>
      </p>
    </AccountCard>
  );
}

type Issues = Partial<Record<FieldName, string>>;

function issuesOf(form: typeof emptyForm): Issues {
  const issues: Issues = {};
  for (const name of fieldNames) if (form[name].trim() === '') issues[name] = 'Please fill this in.';
  if (!issues.confirmPassword && form.password !== form.confirmPassword) {
    issues.confirmPassword = 'password and confirm password must be same';
  }
  return issues;
}

const fieldNames = ['name', 'email', 'password', 'confirmPassword'] as const;

function issuesFrom(error: ApiError): Issues {
  const issues: Issues = {};
  for (const name of fieldNames) {
    const message = error.issueAt(name);
    if (message !== '') issues[name] = message;
  }
  return issues;
}

function focusFirst(form: HTMLFormElement, issues: Issues): void {
  const name = fieldNames.find((candidate) => issues[candidate] !== undefined);
  const input = name && form.elements.namedItem(name);
  if (input instanceof HTMLElement) input.focus();
}
