import { KeyRound } from 'lucide-react';
import { type ReactNode, useEffect, useState } from 'react';
import type { EndpointInput, EndpointResponse } from '#contract/api.ts';
import { callApi, type Outcome } from '#web/api/client.ts';
import { FormAlert } from '#web/forms/form-alert.tsx';
import { FormDialog } from '#web/forms/form-dialog.tsx';
import { useApiForm } from '#web/forms/use-api-form.ts';
import { t } from '#web/texts/t.ts';
import { Button } from '#web/ui/button.tsx';
import { Field } from '#web/ui/field.tsx';
import { askForPasskey } from './passkey.ts';
import { useSession } from './session.ts';

interface IdentityDialogProps {
  title: string;
  submitLabel: string;
  isDangerous?: boolean;
  /** Sends the password or the passkey. */
  send: (proof: EndpointInput<'stepUp'>) => Promise<Outcome<unknown>>;
  onSuccess: () => void;
  onClose: () => void;
  children: ReactNode;
}

type Passkeys = EndpointResponse<'beginStepUp'>['data'];

async function readPasskeys(): Promise<Passkeys | null> {
  const canUsePasskeys = typeof PublicKeyCredential === 'function';
  const outcome = canUsePasskeys ? await callApi('beginStepUp', {}) : null;
  return outcome?.isOk ? outcome.response.data : null;
}

/** Asks who uses the session, by password or passkey, below a text that says what for. */
export function IdentityDialog(props: IdentityDialogProps) {
  const { send, onSuccess, children, ...dialog } = props;
  const { user } = useSession();
  const [passkeys, setPasskeys] = useState<Passkeys | null>(null);
  const [isAsking, setIsAsking] = useState(false);
  const [error, setError] = useState('');
  const form = useApiForm({
    defaultValues: { password: '' },
    loadSchema: () =>
      import('#contract/identity/second-factor.ts').then(({ identityProof }) => identityProof),
    send: ({ password }) => send({ password }),
    onSuccess,
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
    const outcome = passkey === null ? null : await send({ challenge, passkey });
    setIsAsking(false);
    if (outcome?.isOk) return onSuccess();
    setError(outcome?.error.message ?? t('account.passkeyUnused'));
    // A challenge is used once.
    setPasskeys(await readPasskeys());
  }

  return (
    <FormDialog {...dialog} form={form}>
      {children}
      {/* For password managers. */}
      <input type="text" name="email" autoComplete="username" value={user?.email ?? ''} readOnly hidden />
      <Field
        label={t('account.password')}
        type="password"
        autoComplete="current-password"
        required
        {...form.fieldProps('password')}
      />
      {passkeys?.options != null && (
        <Button variant="secondary" isWide isBusy={isAsking} onClick={() => void confirmWithPasskey()}>
          <KeyRound aria-hidden="true" className="size-5" />
          {t('account.usePasskey')}
        </Button>
      )}
      <FormAlert>{error}</FormAlert>
    </FormDialog>
  );
}
