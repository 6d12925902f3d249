import { Eye, EyeOff } from 'lucide-react';
import { type ComponentProps, useEffect, useState } from 'react';
import { maximumPasswordLength, minimumPasswordLength } from '#contract/base/limits.ts';
import type { PasswordOwner, PasswordStrength } from '#contract/identity/password-strength.ts';
import { t } from '#web/texts/t.ts';
import { IconButton } from '#web/ui/button.tsx';
import { Field } from '#web/ui/field.tsx';
import { importWithRetry } from '#web/ui/lazy.tsx';

/** A password input with a button that shows and hides the password. */
export function PasswordField(props: Omit<ComponentProps<typeof Field>, 'type' | 'className'>) {
  const [isShown, setIsShown] = useState(false);
  const Icon = isShown ? EyeOff : Eye;
  return (
    <div className="relative [&_input]:pr-12">
      <Field {...props} type={isShown ? 'text' : 'password'} autoCapitalize="none" spellCheck={false} />
      {/* Inside the input, below the label (1.25rem) and its gap (0.25rem). */}
      <IconButton
        label={isShown ? t('account.hidePassword') : t('account.showPassword')}
        aria-pressed={isShown}
        className="absolute! top-6 right-0"
        onClick={() => setIsShown(!isShown)}
      >
        <Icon aria-hidden="true" className="size-5" />
      </IconButton>
    </div>
  );
}

type FieldProps = Omit<ComponentProps<typeof PasswordField>, 'label'>;

const strengthLabels = [
  t('account.tooEasy'),
  t('account.tooEasy'),
  t('account.fair'),
  t('account.good'),
  t('account.strong'),
] as const;
const barColours = ['bg-danger', 'bg-danger', 'bg-marigold', 'bg-leaf', 'bg-leaf'] as const;
const debounceMs = 150;

interface PasswordStrengthMeterProps extends PasswordOwner {
  password: string;
  /** In characters; default: of a shopper's password. */
  minimumLength?: number;
}

/** Says how hard a new password is to guess. The estimate, with its lists, is loaded when a password is typed. */
export function PasswordStrengthMeter(props: PasswordStrengthMeterProps) {
  const { password, name, email, minimumLength = minimumPasswordLength } = props;
  const [estimate, setEstimate] = useState<{ strength: PasswordStrength; text: string } | null>(null);
  useEffect(() => {
    let isCurrent = true;
    const timer = setTimeout(async () => {
      const next = password === '' ? null : await estimateStrength(password, minimumLength, { name, email });
      if (isCurrent) setEstimate(next);
    }, debounceMs);
    return () => {
      isCurrent = false;
      clearTimeout(timer);
    };
  }, [password, minimumLength, name, email]);

  const strength = estimate?.strength ?? 0;
  return (
    // Has its height from the start, so that nothing below moves.
    <div className="-mt-2 flex h-5 items-center gap-3">
      <div aria-hidden="true" className="flex w-32 flex-none gap-1">
        {[1, 2, 3, 4].map((bar) => (
          <span
            key={bar}
            className={`h-1.5 flex-1 rounded-full ${estimate !== null && bar <= Math.max(1, strength) ? barColours[strength] : 'bg-line'}`}
          />
        ))}
      </div>
      <p aria-live="polite" className="text-sm text-ink-soft">
        {estimate !== null && (
          <>
            <span className="sr-only">{t('account.passwordStrength')} </span>
            {estimate.text}
          </>
        )}
      </p>
    </div>
  );
}

/** Null if the estimate cannot be loaded: the server checks the password anyway. */
async function estimateStrength(password: string, minimumLength: number, owner: PasswordOwner) {
  if (password.length < minimumLength) return { strength: 0 as const, text: t('account.tooShort') };
  const rules = await importWithRetry(() => import('#contract/identity/password-strength.ts')).catch(
    () => null,
  );
  if (rules === null) return null;
  if (rules.hasOwnWord(password, owner)) return { strength: 0 as const, text: t('account.containsOwn') };
  const strength = rules.estimatePasswordStrength(password, owner);
  return { strength, text: strengthLabels[strength] };
}

interface NewPasswordFieldsProps extends PasswordOwner {
  /** The new password as typed. */
  password: string;
  /** In characters; default: of a shopper's password. */
  minimumLength?: number;
  fieldProps: (name: 'newPassword' | 'confirmPassword') => FieldProps;
}

/** The fields of a new password and its confirmation. */
export function NewPasswordFields({ fieldProps, ...props }: NewPasswordFieldsProps) {
  const { minimumLength = minimumPasswordLength } = props;
  const limits = { autoComplete: 'new-password', maxLength: maximumPasswordLength, required: true };
  return (
    <>
      <PasswordField
        label={t('account.newPassword')}
        hint={t('account.atLeast', { count: minimumLength })}
        {...limits}
        {...fieldProps('newPassword')}
      />
      <PasswordStrengthMeter {...props} />
      <PasswordField label={t('account.confirmNewPassword')} {...limits} {...fieldProps('confirmPassword')} />
    </>
  );
}
