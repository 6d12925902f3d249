import { type FormEvent, useEffect, useState } from 'react';
import { Link, type MetaArgs, type MetaDescriptor, useLocation, useNavigate } from 'react-router';
import type { ApiError } from '#web/api/api-error.ts';
import { callApi } from '#web/api/client.ts';
import { logIn, toReturnPath, useSession } from '#web/session/session.ts';
import {
  type FieldIssues,
  focusFirstIssue,
  toErrorMessage,
  toFieldIssues,
} from '#web/storefront/form-errors.ts';
import { getShop, pageMeta } from '#web/storefront/page-meta.ts';
import { Button } from '#web/ui/button.tsx';
import { Field } from '#web/ui/field.tsx';
import { showToast } from '#web/ui/toast.ts';
import { AuthCard, FormError } from './auth-card.tsx';
import { PasswordField } from './password-field.tsx';

export function meta({ matches }: MetaArgs): MetaDescriptor[] {
  const shop = getShop(matches);
  return pageMeta({
    title: `Register · ${shop.name}`,
    description: `Open an account at ${shop.name}.`,
    shop,
    path: '/register',
    isListed: false,
  });
}

const fieldNames = ['name', 'email', 'password', 'confirmPassword'] as const;
type FieldName = (typeof fieldNames)[number];
const emptyForm = { name: '', email: '', password: '', confirmPassword: '' };

/** `/register`: opens an account and logs in with it. */
export default function RegisterPage() {
  const { state } = useLocation();
  const navigate = useNavigate();
  const { status } = useSession();
  const [form, setForm] = useState(emptyForm);
  const [issues, setIssues] = useState<FieldIssues<FieldName>>({});
  const [error, setError] = useState('');
  const [isBusy, setIsBusy] = useState(false);
  const returnPath = toReturnPath(state);

  useEffect(() => {
    if (status === 'shopper') void navigate(returnPath, { replace: true });
  }, [status, returnPath, navigate]);

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    if (isBusy) return;
    setError('');
    const found = validate(form);
    setIssues(found);
    const formElement = event.currentTarget;
    if (focusFirstIssue(formElement, fieldNames, found)) return;
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
    const found = toFieldIssues(refusal, fieldNames);
    if (refusal.code === 'EMAIL_TAKEN') found.email = refusal.message;
    setIssues(found);
    if (!focusFirstIssue(formElement, fieldNames, found)) setError(toErrorMessage(refusal));
  }

  function fieldProps(name: FieldName) {
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
    <AuthCard title="Register" lead="An account keeps your cart, addresses and orders.">
      {/* Issues are said at the fields by us, so the browser's own bubbles stay away. */}
      <form method="post" noValidate className="space-y-4" onSubmit={submit}>
        <Field label="Name" autoComplete="name" {...fieldProps('name')} />
        <Field
          label="Email"
          type="email"
          inputMode="email"
          autoComplete="username"
          {...fieldProps('email')}
        />
        <PasswordField
          label="Password"
          autoComplete="new-password"
          hint="At least 8 characters."
          {...fieldProps('password')}
        />
        <PasswordField
          label="Confirm Password"
          autoComplete="new-password"
          {...fieldProps('confirmPassword')}
        />
        <FormError>{error}</FormError>
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
    </AuthCard>
  );
}

function validate(form: typeof emptyForm): FieldIssues<FieldName> {
  const issues: FieldIssues<FieldName> = {};
  for (const name of fieldNames) if (form[name].trim() === '') issues[name] = 'Please fill this in.';
  if (!issues.confirmPassword && form.password !== form.confirmPassword) {
    issues.confirmPassword = 'password and confirm password must be same';
  }
  return issues;
}
