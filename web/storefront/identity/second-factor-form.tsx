import { KeyRound } from 'lucide-react';
import { use, useEffect, useState } from 'react';
import type { EndpointInput } from '#contract/api.ts';
import type { SecondFactorNeeded } from '#contract/identity/second-factor.ts';
import { toErrorMessage } from '#web/api/api-error.ts';
import { callApi } from '#web/api/client.ts';
import { FormAlert } from '#web/forms/form-alert.tsx';
import { useApiForm } from '#web/forms/use-api-form.ts';
import { readDevice } from '#web/session/device.ts';
import { askForPasskey } from '#web/session/passkey.ts';
import { startSession } from '#web/session/session.ts';
import { Button } from '#web/ui/button.tsx';
import { Field } from '#web/ui/field.tsx';
import { importWithRetry } from '#web/ui/lazy.tsx';
import { showToast } from '#web/ui/toast.ts';
import { FormSubmit } from './auth-card.tsx';

interface SecondFactorFormProps {
  /** Of the error SECOND_FACTOR_NEEDED. */
  details: unknown;
  /** Goes back to the password, with the reason if it is an error. */
  onRestart: (message?: string) => void;
}

const schemas = new WeakMap<object, Promise<SecondFactorNeeded>>();

function parse(details: unknown): Promise<SecondFactorNeeded> {
  const key = Object(details);
  const known = schemas.get(key);
  if (known !== undefined) return known;
  const parsed = importWithRetry(() => import('#contract/identity/second-factor.ts')).then(
    ({ secondFactorNeeded }) => secondFactorNeeded.parse(details),
  );
  schemas.set(key, parsed);
  return parsed;
}

/** The second step of a login: a passkey, or a code of the authenticator app or of the recovery codes. */
export default function SecondFactorForm({ details, onRestart }: SecondFactorFormProps) {
  const { challenge, methods, options } = use(parse(details));
  const [isAsking, setIsAsking] = useState(false);
  const [passkeyError, setPasskeyError] = useState('');
  const form = useApiForm({
    defaultValues: { code: '' },
    loadSchema: () =>
      import('#contract/identity/second-factor.ts').then(({ confirmLogin: { input } }) => input),
    toInput: ({ code }) => ({ challenge, code }),
    send: ({ code }) => confirm({ code }),
    onSuccess: ({ message }) => showToast('success', message),
    onError(error) {
      if (error.code !== 'BAD_CHALLENGE') return false;
      onRestart('That took too long. Please log in again.');
      return true;
    },
    fieldOfCode: { BAD_SECOND_FACTOR: 'code' },
    toErrorText: toErrorMessage,
  });
  const hasApp = methods.includes('totp');
  const { setFocus } = form;
  useEffect(() => {
    if (options === null) setFocus('code');
  }, [options, setFocus]);

  async function confirm(proof: Pick<EndpointInput<'confirmLogin'>, 'code' | 'passkey'>) {
    return startSession(await callApi('confirmLogin', { challenge, ...proof, device: readDevice() }));
  }

  async function confirmWithPasskey() {
    if (options === null) return;
    setIsAsking(true);
    setPasskeyError('');
    const passkey = await askForPasskey(options);
    if (passkey === null) setPasskeyError('The passkey was not used. Try again or enter a code.');
    else {
      const outcome = await confirm({ passkey });
      if (outcome.isOk) showToast('success', outcome.response.message);
      else if (outcome.error.code === 'BAD_CHALLENGE') onRestart('That took too long. Please log in again.');
      else setPasskeyError(toErrorMessage(outcome.error));
    }
    setIsAsking(false);
  }

  return (
    <div className="space-y-4">
      <p>Your password is correct. Confirm that it is you.</p>
      {options !== null && (
        <>
          <Button isWide isBusy={isAsking} onClick={() => void confirmWithPasskey()} autoFocus>
            <KeyRound aria-hidden="true" className="size-5" />
            Use a passkey
          </Button>
          <FormAlert>{passkeyError}</FormAlert>
        </>
      )}
      <form {...form.formProps} className="space-y-4">
        <Field
          label={hasApp ? 'Code' : 'Recovery code'}
          hint={
            hasApp
              ? 'The 6 digits of your authenticator app, or a recovery code.'
              : 'One of the codes that you saved.'
          }
          autoComplete="one-time-code"
          autoCapitalize="none"
          spellCheck={false}
          required
          {...form.fieldProps('code')}
        />
        <FormSubmit form={form}>Confirm</FormSubmit>
      </form>
      <Button variant="quiet" isWide onClick={() => onRestart()}>
        Use another account
      </Button>
    </div>
  );
}
