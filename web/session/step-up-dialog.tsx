import { KeyRound } from 'lucide-react';
import { useEffect, useState } from 'react';
import type { EndpointResponse } from '#contract/api.ts';
import { stepUpMinutes } from '#contract/rules/lifetimes.ts';
import { callApi } from '#web/api/client.ts';
import { FormDialog } from '#web/forms/form-dialog.tsx';
import { useApiForm } from '#web/forms/use-api-form.ts';
import { Button } from '#web/ui/button.tsx';
import { Field } from '#web/ui/field.tsx';
import { askForPasskey } from './passkey.ts';
import { useSession } from './session.ts';

interface StepUpDialogProps {
  onClose: () => void;
  onConfirm: () => void;
}

type Passkeys = EndpointResponse<'beginStepUp'>['data'];

async function readPasskeys(): Promise<Passkeys | null> {
  const canUsePasskeys = typeof PublicKeyCredential === 'function';
  const outcome = canUsePasskeys ? await callApi('beginStepUp', {}) : null;
  return outcome?.isOk ? outcome.response.data : null;
}

/** Asks who uses the session, by password or passkey. */
export function StepUpDialog({ onClose, onConfirm }: StepUpDialogProps) {
  const { user } = useSession();
  const [passkeys, setPasskeys] = useState<Passkeys | null>(null);
  const [isAsking, setIsAsking] = useState(false);
  const [error, setError] = useState('');
  const form = useApiForm({
    defaultValues: { password: '' },
    loadSchema: () => import('#contract/second-factor.ts').then(({ stepUp }) => stepUp.input),
    send: ({ password }) => callApi('stepUp', { password }),
    onSuccess: onConfirm,
  });
  const { setFocus } = form;
  useEffect(() => setFocus('password'), [setFocus]);
  useEffect(() => void readPasskeys().then(setPasskeys), []);

  async function confirmWithPasskey() {
    if (passkeys === null || passkeys.options === null) return;
    setIsAsking(true);
    setError('');
    const { challenge, options } = passkeys;
    const passkey = await askForPasskey(options);
    const outcome = passkey === null ? null : await callApi('stepUp', { challenge, passkey });
    setIsAsking(false);
    if (outcome?.isOk) return onConfirm();
    setError(outcome?.error.message ?? 'The passkey was not used. Try again or enter your password.');
    // A challenge is used once.
    setPasskeys(await readPasskeys());
  }

  return (
    <FormDialog title="Confirm that it’s you" submitLabel="Confirm" form={form} onClose={onClose}>
      <p className="text-sm text-ink-soft">
        What you are about to do is sensitive. You will not be asked again for {stepUpMinutes} minutes.
      </p>
      {/* For password managers. */}
      <input type="text" name="email" autoComplete="username" value={user?.email ?? ''} readOnly hidden />
      <Field
        label="Password"
        type="password"
        autoComplete="current-password"
        required
        {...form.fieldProps('password')}
      />
      {form.error !== '' && (
        <p role="alert" className="text-sm text-danger">
          {form.error}
        </p>
      )}
      {passkeys?.options != null && (
        <Button variant="secondary" isWide isBusy={isAsking} onClick={() => void confirmWithPasskey()}>
          <KeyRound aria-hidden="true" className="size-5" />
          Use a passkey
        </Button>
      )}
      {error !== '' && (
        <p role="alert" className="text-sm text-danger">
          {error}
        </p>
      )}
    </FormDialog>
  );
}
