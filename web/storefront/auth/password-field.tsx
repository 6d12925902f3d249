import { Eye, EyeOff } from 'lucide-react';
import { type ComponentProps, useState } from 'react';
import { maximumPasswordLength, passwordRule } from '#contract/rules/limits.ts';
import { IconButton } from '#web/ui/button.tsx';
import { Field } from '#web/ui/field.tsx';

/** A password input with a button that shows and hides the password. */
export function PasswordField(props: Omit<ComponentProps<typeof Field>, 'type' | 'className'>) {
  const [isShown, setIsShown] = useState(false);
  const Icon = isShown ? EyeOff : Eye;
  return (
    <div className="relative [&_input]:pr-12">
      <Field {...props} type={isShown ? 'text' : 'password'} autoCapitalize="none" spellCheck={false} />
      {/* Inside the input, below the label (1.25rem) and its gap (0.25rem). */}
      <IconButton
        label={isShown ? 'Hide password' : 'Show password'}
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

/** The fields of a new password and its confirmation. */
export function NewPasswordFields(props: {
  fieldProps: (name: 'newPassword' | 'confirmPassword') => FieldProps;
}) {
  const limits = { autoComplete: 'new-password', maxLength: maximumPasswordLength, required: true };
  return (
    <>
      <PasswordField
        label="New password"
        hint={passwordRule}
        {...limits}
        {...props.fieldProps('newPassword')}
      />
      <PasswordField label="Confirm new password" {...limits} {...props.fieldProps('confirmPassword')} />
    </>
  );
}
