import { queryOptions, useQuery } from '@tanstack/react-query';
import { Laptop, type LucideIcon, MonitorSmartphone, Smartphone, Tablet } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import type { Session } from '#contract/identity/account.ts';
import { unknownDevice } from '#contract/sessions/device.ts';
import { callApi, callApiOrThrow } from '#web/api/client.ts';
import { formatDateTime } from '#web/base/time.ts';
import { invalidateQuery, queryClient, setQueryData } from '#web/session/query-client.ts';
import { t } from '#web/texts/t.ts';
import { Button } from '#web/ui/button.tsx';
import { lazyDialog } from '#web/ui/lazy.tsx';
import { Skeleton } from '#web/ui/loading.tsx';
import { showToast } from '#web/ui/toast.ts';
import { ProfileCard } from './profile-card.tsx';

const ConfirmDialog = lazyDialog(async () => (await import('#web/ui/dialog.tsx')).ConfirmDialog);

const firstShown = 6;

/** The sessions of the account, each with a logout button. */
export function DevicesCard({ userId }: { userId: string }) {
  const { data: sessions, isFetched, refetch, isFetching } = useQuery(sessionsQuery(userId), queryClient);
  // The session of the open confirm dialog.
  const [ending, setEnding] = useState<Session | 'others' | null>(null);
  const [hasEnded, setHasEnded] = useState(false);
  const heading = useRef<HTMLHeadingElement>(null);
  const [areAllShown, setAreAllShown] = useState(false);
  useEffect(() => {
    // The focused row was removed: move the focus to the heading.
    const isLost = sessions !== undefined && hasEnded && document.activeElement === document.body;
    if (isLost) heading.current?.focus({ preventScroll: true });
  }, [sessions, hasEnded]);
  return (
    <ProfileCard title={t('account.devices')} lead={t('account.devicesLead')} headingRef={heading}>
      {!isFetched && <DevicesSkeleton />}
      {isFetched && sessions === undefined && (
        <div className="flex flex-wrap items-center justify-between gap-3">
          <p className="text-ink-soft">{t('account.devicesFailed')}</p>
          <Button variant="secondary" isBusy={isFetching} onClick={() => void refetch()}>
            {t('shell.tryAgain')}
          </Button>
        </div>
      )}
      {sessions !== undefined && (
        <>
          <ul className="divide-y divide-line">
            {(areAllShown ? sessions : sessions.slice(0, firstShown)).map((session) => (
              <DeviceRow key={session._id} session={session} onLogOut={() => setEnding(session)} />
            ))}
          </ul>
          <div className="mt-3 flex flex-wrap gap-3">
            {sessions.length > firstShown && !areAllShown && (
              <Button variant="quiet" onClick={() => setAreAllShown(true)}>
                {t('account.showDevices', { count: sessions.length })}
              </Button>
            )}
            {sessions.length > 1 && (
              <Button variant="secondary" onClick={() => setEnding('others')}>
                {t('account.logOutOthers')}
              </Button>
            )}
          </div>
          {sessions.length === 1 && <p className="text-sm text-ink-soft">{t('account.onlyThisDevice')}</p>}
        </>
      )}
      {ending !== null && (
        <ConfirmDialog
          title={
            ending === 'others'
              ? t('account.logOutOthersQuestion')
              : t('account.logOutDeviceQuestion', { device: ending.device })
          }
          question={t('account.logOutDeviceText')}
          confirmLabel={t('account.logOut')}
          isDangerous
          onClose={() => setEnding(null)}
          onConfirm={() => {
            setEnding(null);
            setHasEnded(true);
            void endSessions(userId, ending);
          }}
        />
      )}
    </ProfileCard>
  );
}

function DevicesSkeleton() {
  return (
    <div aria-busy="true" className="divide-y divide-line">
      {['first', 'second'].map((key) => (
        <div key={key} className="flex items-center gap-4 py-3 first:pt-0">
          <Skeleton className="size-11 rounded-md" />
          <div className="space-y-2">
            <Skeleton className="h-4 w-40" />
            <Skeleton className="h-3 w-56" />
          </div>
        </div>
      ))}
    </div>
  );
}

const icons: Record<Session['kind'], LucideIcon> = {
  phone: Smartphone,
  tablet: Tablet,
  computer: Laptop,
  unknown: MonitorSmartphone,
};

/** The current device has no button: it is logged out from the account menu. */
function DeviceRow({ session, onLogOut }: { session: Session; onLogOut: () => void }) {
  const { device, kind, isCurrent, createdAt, lastUsedAt } = session;
  const Icon = icons[kind];
  const use = isCurrent
    ? t('account.loggedInSince', { time: formatDateTime(createdAt) })
    : t('account.lastUsed', { time: formatDateTime(lastUsedAt) });
  return (
    <li className="flex items-center gap-4 py-3 first:pt-0">
      <span className="flex size-11 flex-none items-center justify-center rounded-md bg-sunken text-ink-soft">
        <Icon aria-hidden="true" className="size-5" />
      </span>
      <div className="min-w-0 flex-1">
        <p className="flex flex-wrap items-center gap-x-2 gap-y-0.5">
          <span className="min-w-0 font-semibold wrap-anywhere">{device}</span>
          {isCurrent && (
            <span className="rounded-full bg-leaf-soft px-2.5 py-0.5 text-xs font-semibold text-leaf">
              {t('account.thisDevice')}
            </span>
          )}
        </p>
        <p className="text-sm text-ink-soft tabular-nums">{use}</p>
      </div>
      {!isCurrent && (
        <Button
          variant="quiet"
          aria-label={t('account.logOutDevice', { device, time: formatDateTime(lastUsedAt) })}
          className="-mr-3 px-3! text-danger!"
          onClick={onLogOut}
        >
          {t('account.logOut')}
        </Button>
      )}
    </li>
  );
}

/** The current session first, then by last use. */
export const sessionsQuery = (userId: string) =>
  queryOptions({
    queryKey: ['sessions', userId],
    async queryFn({ signal }): Promise<Session[]> {
      const { data } = await callApiOrThrow('listSessions', {}, { signal });
      return data.map((session) => ({ ...session, device: toDeviceName(session.device) }));
    },
    staleTime: 0,
  });

/** The name of the server, such as `Chrome on Android`, in the language of the page. */
function toDeviceName(device: string): string {
  const [, program, place] = /^(.+) on (.+)$/.exec(device) ?? [];
  if (program !== undefined && place !== undefined) return t('account.deviceOn', { program, place });
  return device === unknownDevice ? t('account.unknownDevice') : device;
}

/** Logs out one device or all others. Optimistic: removed at once and restored after an error. */
async function endSessions(userId: string, ended: Session | 'others'): Promise<void> {
  const { queryKey } = sessionsQuery(userId);
  const before = queryClient.getQueryData(queryKey);
  const isLeft = ({ _id, isCurrent }: Session) => isCurrent || (ended !== 'others' && _id !== ended._id);
  setQueryData(queryKey, (sessions = []) => sessions.filter(isLeft));
  const outcome =
    ended === 'others'
      ? await callApi('endOtherSessions', {})
      : await callApi('endSession', { _id: ended._id });
  // NOT_FOUND: it has already ended.
  if (outcome.isOk || outcome.error.code === 'NOT_FOUND') {
    const text =
      ended === 'others'
        ? t('account.othersLoggedOut')
        : t('account.deviceLoggedOut', { device: ended.device });
    showToast('success', text);
  } else {
    if (before !== undefined) setQueryData(queryKey, () => before);
    showToast('error', outcome.error.message);
  }
  await invalidateQuery(queryKey);
}
