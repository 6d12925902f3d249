import { useEffect, useEffectEvent, useState } from 'react';
import type { EndpointResponse } from '#contract/api.ts';
import { ApiError, toErrorMessage } from '#web/api/api-error.ts';
import { type CallOutcome, callApi } from '#web/api/client.ts';
import { downloadFile } from '#web/api/files.ts';
import { FormDialog } from '#web/forms/form-dialog.tsx';
import { useApiForm } from '#web/forms/use-api-form.ts';
import { createPasskey } from '#web/session/passkey.ts';
import { Button } from '#web/ui/button.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { Field } from '#web/ui/field.tsx';
import { Skeleton } from '#web/ui/loading.tsx';
import { QrCode } from '#web/ui/qr-code.tsx';
import { showToast } from '#web/ui/toast.ts';

interface AddDialogProps {
  onClose: () => void;
  onAdded: (message: string, recoveryCodes: string[]) => unknown;
}

/** Names a passkey, then lets the browser create it. */
export function AddPasskeyDialog({ onClose, onAdded }: AddDialogProps) {
  const form = useApiForm({
    defaultValues: { name: '' },
    // The passkey does not exist yet.
    loadSchema: () =>
      import('#contract/identity/second-factor.ts').then(({ addPasskey }) =>
        addPasskey.input.pick({ name: true }),
      ),
    send: ({ name }) => addPasskey(name),
    onSuccess: ({ message, data }) => onAdded(message, data.recoveryCodes),
    toErrorText: toErrorMessage,
  });
  const { setFocus } = form;
  useEffect(() => setFocus('name'), [setFocus]);

  return (
    <FormDialog title="Add a passkey" submitLabel="Continue" form={form} onClose={onClose}>
      <p className="text-sm text-ink-soft">
        Your phone, computer or security key then confirms your logins. Other devices are logged out.
      </p>
      <Field
        label="Name"
        hint="To recognise it later, such as Work laptop."
        maxLength={60}
        required
        {...form.fieldProps('name')}
      />
    </FormDialog>
  );
}

async function addPasskey(name: string) {
  const begun = await callApi('beginPasskey', {});
  if (!begun.isOk) return begun;
  const { challenge, options } = begun.response.data;
  const passkey = await createPasskey(options);
  if (passkey === 'exists') return cancelled('This device has a passkey of your account already.');
  if (passkey === null) return cancelled('No passkey was created. Try again.');
  return callApi('addPasskey', { challenge, name, passkey });
}

function cancelled(message: string) {
  return { isOk: false as const, error: new ApiError({ code: 'CANCELLED', status: 0, message }) };
}

/** Shows the secret of an authenticator app as a QR code and as text, and asks for its first code. */
export function AddTotpDialog({ onClose, onAdded }: AddDialogProps) {
  const [begun, setBegun] = useState<EndpointResponse<'beginTotp'>['data'] | null>(null);
  const challenge = begun?.challenge ?? '';
  const form = useApiForm({
    defaultValues: { otp: '' },
    loadSchema: () =>
      import('#contract/identity/second-factor.ts').then(({ confirmTotp }) => confirmTotp.input),
    toInput: ({ otp }) => ({ challenge, otp }),
    send: ({ otp }) => callApi('confirmTotp', { challenge, otp }),
    onSuccess: ({ message, data }) => onAdded(message, data.recoveryCodes),
    toErrorText: toErrorMessage,
  });
  const { setError, setFocus } = form;
  const show = useEffectEvent((outcome: CallOutcome<'beginTotp'>) => {
    if (outcome.isOk) setBegun(outcome.response.data);
    else if (outcome.error.code === 'STEP_UP_REQUIRED') onClose();
    else setError('root', { message: toErrorMessage(outcome.error) });
  });
  useEffect(() => {
    let isOpen = true;
    void callApi('beginTotp', {}).then((outcome) => {
      if (isOpen) show(outcome);
    });
    return () => {
      isOpen = false;
    };
  }, []);
  useEffect(() => {
    if (begun !== null) setFocus('otp');
  }, [begun, setFocus]);

  return (
    <FormDialog title="Set up an authenticator app" submitLabel="Add" form={form} onClose={onClose}>
      <p className="text-sm text-ink-soft">
        Scan this code with an app such as Google Authenticator, 1Password or Aegis. Other devices are logged
        out.
      </p>
      {begun === null && form.error === '' && <Skeleton className="mx-auto size-52 rounded-md" />}
      {begun !== null && (
        <>
          <QrCode text={begun.uri} label="QR code for the authenticator app" />
          <div>
            <p className="text-sm font-semibold">Or enter this key in the app</p>
            <p className="mt-1 rounded-md bg-sunken px-3 py-2 font-mono text-sm wrap-anywhere select-all">
              {begun.secret.match(/.{1,4}/g)?.join(' ')}
            </p>
          </div>
        </>
      )}
      <Field
        label="Code from the app"
        inputMode="numeric"
        autoComplete="one-time-code"
        required
        {...form.fieldProps('otp')}
      />
    </FormDialog>
  );
}

interface RecoveryCodesDialogProps {
  codes: readonly string[];
  onClose: () => void;
}

/** New recovery codes, which are shown this once. */
export function RecoveryCodesDialog({ codes, onClose }: RecoveryCodesDialogProps) {
  const text = codes.join('\n');
  async function copy() {
    try {
      await navigator.clipboard.writeText(text);
      showToast('success', 'Codes copied');
    } catch {
      showToast('error', 'Couldn’t copy the codes. Select and copy them.');
    }
  }
  return (
    <Dialog
      title="Save your recovery codes"
      onClose={onClose}
      footer={
        <Button isWide onClick={onClose}>
          I have saved them
        </Button>
      }
    >
      <div className="space-y-4">
        <p>
          Each logs you in once without your device. They are not shown again: store them where you would find
          them without it.
        </p>
        <ul className="grid grid-cols-2 gap-x-4 gap-y-2 rounded-md bg-sunken p-4 font-mono text-sm select-all">
          {codes.map((code) => (
            <li key={code}>{code}</li>
          ))}
        </ul>
        <div className="flex flex-wrap gap-3">
          <Button variant="secondary" onClick={() => void copy()}>
            Copy
          </Button>
          <Button
            variant="secondary"
            onClick={() =>
              downloadFile(new Blob([`${text}\n`], { type: 'text/plain' }), 'recovery-codes.txt')
            }
          >
            Download
          </Button>
        </div>
      </div>
    </Dialog>
  );
}
