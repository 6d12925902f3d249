import { queryOptions, useQuery } from '@tanstack/react-query';
import { KeyRound, Smartphone } from 'lucide-react';
import { type ReactNode, useRef, useState } from 'react';
import type { EndpointInput } from '#contract/api.ts';
import type { Passkey } from '#contract/identity/second-factor.ts';
import { type CallOutcome, callApi, callApiOrThrow } from '#web/api/client.ts';
import { formatDateTime } from '#web/base/time.ts';
import { invalidateQuery, queryClient } from '#web/session/query-client.ts';
import { refreshAccount } from '#web/session/session.ts';
import { StepUpHost } from '#web/session/step-up.tsx';
import { Button } from '#web/ui/button.tsx';
import { lazyDialog } from '#web/ui/lazy.tsx';
import { Skeleton } from '#web/ui/loading.tsx';
import { showToast } from '#web/ui/toast.ts';
import { sessionsQuery } from './devices-card.tsx';
import { ProfileCard } from './profile-card.tsx';

const ConfirmDialog = lazyDialog(async () => (await import('#web/ui/dialog.tsx')).ConfirmDialog);
const dialogs = () => import('./second-factor-dialogs.tsx');
const AddPasskeyDialog = lazyDialog(async () => (await dialogs()).AddPasskeyDialog);
const AddTotpDialog = lazyDialog(async () => (await dialogs()).AddTotpDialog);
const RecoveryCodesDialog = lazyDialog(async () => (await dialogs()).RecoveryCodesDialog);

const secondFactorQuery = (userId: string) =>
  queryOptions({
    queryKey: ['second-factor', userId],
    queryFn: async ({ signal }) => (await callApiOrThrow('getSecondFactor', {}, { signal })).data,
    staleTime: 0,
  });

/** The open dialog; `Passkey` asks for its removal. */
type Open = 'passkey' | 'totp' | 'remove-totp' | 'replace-codes' | Passkey;

const fewCodes = 3;

/** Passkeys, authenticator app and recovery codes of a member of the staff. */
export function SecondFactorCard({ userId }: { userId: string }) {
  const { data, isFetched, isFetching, refetch } = useQuery(secondFactorQuery(userId), queryClient);
  const [open, setOpen] = useState<Open | null>(null);
  const [codes, setCodes] = useState<string[]>([]);
  const [isBusy, setIsBusy] = useState(false);
  const heading = useRef<HTMLHeadingElement>(null);
  const close = () => setOpen(null);

  /** After a change: closes the dialog, shows new recovery codes, and reads the page again. */
  async function finish(message: string, recoveryCodes: string[] = []) {
    close();
    showToast('success', message);
    setCodes(recoveryCodes);
    await Promise.all([
      invalidateQuery(secondFactorQuery(userId).queryKey),
      // The server has ended the other sessions.
      invalidateQuery(sessionsQuery(userId).queryKey),
      refreshAccount(),
    ]);
  }

  async function change<Name extends 'removeTotp' | 'removePasskey' | 'replaceRecoveryCodes'>(
    name: Name,
    input: EndpointInput<Name>,
    codesOf: (response: Extract<CallOutcome<Name>, { isOk: true }>['response']) => string[] = () => [],
  ) {
    setIsBusy(true);
    const outcome = await callApi(name, input);
    setIsBusy(false);
    if (outcome.isOk) {
      await finish(outcome.response.message, codesOf(outcome.response));
      // The focused row was removed.
      if (document.activeElement === document.body) heading.current?.focus({ preventScroll: true });
    } else {
      close();
      if (outcome.error.code !== 'STEP_UP_REQUIRED') showToast('error', outcome.error.message);
    }
  }

  const hasFactor = data !== undefined && (data.totpSince !== null || data.passkeys.length > 0);
  return (
    <ProfileCard
      title="Second factor"
      lead="Asked for after your password, so that a stolen password is not enough."
      headingRef={heading}
    >
      {!isFetched && <Skeleton className="h-32 w-full rounded-md" />}
      {isFetched && data === undefined && (
        <div className="flex flex-wrap items-center justify-between gap-3">
          <p className="text-ink-soft">Couldn’t load your second factor.</p>
          <Button variant="secondary" isBusy={isFetching} onClick={() => void refetch()}>
            Try again
          </Button>
        </div>
      )}
      {data !== undefined && (
        <div className="space-y-4">
          {!hasFactor && (
            <p
              className={data.isRequired ? 'rounded-md bg-danger-soft px-4 py-3 font-medium text-danger' : ''}
            >
              {data.isRequired
                ? 'This store requires a second factor of its administrators. The dashboard works when you have added one.'
                : 'You log in with your password alone.'}
            </p>
          )}
          <ul className="divide-y divide-line empty:hidden">
            {data.passkeys.map((passkey) => (
              <FactorRow
                key={passkey._id}
                icon={<KeyRound aria-hidden="true" className="size-5" />}
                name={passkey.name}
                note={
                  passkey.lastUsedAt === null
                    ? `Passkey, added ${formatDateTime(passkey.createdAt)}`
                    : `Passkey, last used ${formatDateTime(passkey.lastUsedAt)}`
                }
                onRemove={() => setOpen(passkey)}
              />
            ))}
            {data.totpSince !== null && (
              <FactorRow
                icon={<Smartphone aria-hidden="true" className="size-5" />}
                name="Authenticator app"
                note={`Added ${formatDateTime(data.totpSince)}`}
                onRemove={() => setOpen('remove-totp')}
              />
            )}
          </ul>
          <div className="flex flex-wrap gap-3">
            {typeof PublicKeyCredential === 'function' && (
              <Button variant="secondary" onClick={() => setOpen('passkey')}>
                Add a passkey
              </Button>
            )}
            {data.totpSince === null && (
              <Button variant="secondary" onClick={() => setOpen('totp')}>
                Set up an authenticator app
              </Button>
            )}
          </div>
          {hasFactor && (
            <div className="flex flex-wrap items-center justify-between gap-3 border-t border-line pt-4">
              <p className={data.recoveryCodesLeft < fewCodes ? 'font-medium text-danger' : 'text-ink-soft'}>
                {data.recoveryCodesLeft === 1
                  ? '1 recovery code'
                  : `${data.recoveryCodesLeft} recovery codes`}{' '}
                left
              </p>
              <Button variant="secondary" onClick={() => setOpen('replace-codes')}>
                Create new codes
              </Button>
            </div>
          )}
        </div>
      )}
      {open === 'passkey' && <AddPasskeyDialog onClose={close} onAdded={finish} />}
      {open === 'totp' && <AddTotpDialog onClose={close} onAdded={finish} />}
      {open === 'remove-totp' && (
        <ConfirmDialog
          title="Remove the authenticator app?"
          question="Its codes stop working, and your other devices are logged out."
          confirmLabel="Remove"
          isDangerous
          isBusy={isBusy}
          onClose={close}
          onConfirm={() => void change('removeTotp', {})}
        />
      )}
      {open === 'replace-codes' && (
        <ConfirmDialog
          title="Create new recovery codes?"
          question="The codes that you saved before stop working, and your other devices are logged out."
          confirmLabel="Create new codes"
          isBusy={isBusy}
          onClose={close}
          onConfirm={() => void change('replaceRecoveryCodes', {}, (response) => response.data.recoveryCodes)}
        />
      )}
      {typeof open === 'object' && open !== null && (
        <ConfirmDialog
          title={`Remove ${open.name}?`}
          question="This passkey stops working here, and your other devices are logged out."
          confirmLabel="Remove"
          isDangerous
          isBusy={isBusy}
          onClose={close}
          onConfirm={() => void change('removePasskey', { _id: open._id })}
        />
      )}
      {codes.length > 0 && <RecoveryCodesDialog codes={codes} onClose={() => setCodes([])} />}
      <StepUpHost />
    </ProfileCard>
  );
}

interface FactorRowProps {
  icon: ReactNode;
  name: string;
  note: string;
  onRemove: () => void;
}

function FactorRow({ icon, name, note, onRemove }: FactorRowProps) {
  return (
    <li className="flex items-center gap-4 py-3 first:pt-0">
      <span className="flex size-11 flex-none items-center justify-center rounded-md bg-sunken text-ink-soft">
        {icon}
      </span>
      <div className="min-w-0 flex-1">
        <p className="font-semibold wrap-anywhere">{name}</p>
        <p className="text-sm text-ink-soft tabular-nums">{note}</p>
      </div>
      <Button
        variant="quiet"
        aria-label={`Remove ${name}`}
        className="-mr-3 px-3! text-danger!"
        onClick={onRemove}
      >
        Remove
      </Button>
    </li>
  );
}
