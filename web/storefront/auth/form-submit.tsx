import type { ReactNode } from 'react';
import { Button } from '#web/ui/button.tsx';
import { FormError } from './auth-card.tsx';

interface FormSubmitProps {
  form: { error: string; isBusy: boolean };
  /** What the visitor can do about the error. */
  help?: ReactNode;
  /**
   * Announces the button as disabled. It is never `disabled`: a browser may reveal a password that it has filled in only at
   * the tap.
   */
  isIncomplete?: boolean;
  /** The text of the button. */
  children: ReactNode;
}

/** The end of a form: the error that belongs to no field, and the submit button. */
export function FormSubmit({ form, help, isIncomplete = false, children }: FormSubmitProps) {
  return (
    <>
      {form.error !== '' && (
        <FormError>
          {form.error} {help}
        </FormError>
      )}
      <Button
        type="submit"
        isWide
        isBusy={form.isBusy}
        {...(isIncomplete && { 'aria-disabled': true })}
        // Where the fields have a placeholder, its presence shows before hydration that they are empty.
        className="in-[form:has(:placeholder-shown)]:opacity-50"
      >
        {children}
      </Button>
    </>
  );
}
