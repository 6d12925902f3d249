import { type ReactNode, useEffect } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { FormAlert } from '#web/forms/form-alert.tsx';
import { checkoutPath, isStaff, toReturnPath, useSession } from '#web/session/session.ts';
import { t } from '#web/texts/t.ts';
import { Button } from '#web/ui/button.tsx';

/** The frame of the login, registration and password-reset forms. */
export function AuthCard({ title, lead, children }: { title: string; lead: ReactNode; children: ReactNode }) {
  return (
    <div className="mx-auto flex min-h-[60vh] w-full max-w-md flex-col justify-center py-8">
      <div className="rounded-xl border border-line bg-surface px-4 py-6 shadow-raised sm:p-8">
        <h1 className="text-xl">{title}</h1>
        <p className="mt-1 mb-6 text-ink-soft">{lead}</p>
        <noscript>
          <p className="mb-6 rounded-md bg-danger-soft px-4 py-3 text-sm font-medium text-danger">
            {t('account.formNeedsScripts')}
          </p>
        </noscript>
        {children}
      </div>
    </div>
  );
}

/** Whether a guest who wants to order logs in or registers. */
export function useIsToOrder(): boolean {
  return toReturnPath(useLocation().state) === checkoutPath;
}

/** The history state of the page to which a new account leads. */
const newAccountState = 'new account';

/** Whether the shopper has come to this page by registering. */
export function useIsNewAccount(): boolean {
  return useLocation().state === newAccountState;
}

/**
 * Goes to the page that asked for the login as soon as there is a session; without one, staff go to the dashboard.
 * `isNew`: the session is that of a new account.
 */
export function useReturnAfterLogin(isNew = false): void {
  const returnPath = toReturnPath(useLocation().state);
  const navigate = useNavigate();
  const { user } = useSession();
  useEffect(() => {
    if (user === null) return;
    const isStaffPath = isStaff(user) && returnPath === '/';
    const state = isNew ? newAccountState : null;
    void navigate(isStaffPath ? '/dashboard' : returnPath, { replace: true, state });
  }, [user, returnPath, navigate, isNew]);
}

interface FormSubmitProps {
  form: { error: string; isBusy: boolean };
  /** What the visitor can do about the error. */
  help?: ReactNode;
  /**
   * Announces the button as disabled. It is never `disabled`: a browser may reveal a password that it has filled in
   * only at the tap.
   */
  isIncomplete?: boolean;
  /** The text of the button. */
  children: ReactNode;
}

/** The end of a form: the error that belongs to no field, and the submit button. */
export function FormSubmit({ form, help, isIncomplete = false, children }: FormSubmitProps) {
  return (
    <>
      {form.error !== '' && <FormAlert action={help}>{form.error}</FormAlert>}
      <Button
        type="submit"
        isWide
        isBusy={form.isBusy}
        {...(isIncomplete && { 'aria-disabled': true })}
        // Where the fields have a placeholder, its presence shows before hydration that they are empty. The colours
        // have enough contrast, because the button can be used then.
        className="in-[form:has(:placeholder-shown)]:border-line in-[form:has(:placeholder-shown)]:bg-sunken in-[form:has(:placeholder-shown)]:text-ink-soft"
      >
        {children}
      </Button>
    </>
  );
}
