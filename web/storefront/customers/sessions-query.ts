import type { Session } from '#contract/identity/account.ts';
import { unknownDevice } from '#contract/sessions/device.ts';
import { callApi, callApiOrThrow } from '#web/api/client.ts';
import { createQuery } from '#web/storefront/query.ts';
import { t } from '#web/texts/t.ts';
import { showToast } from '#web/ui/toast.ts';

/** The current session first, then by last use. */
export const sessionsQuery = createQuery<[userId: string], Session[]>({
  read: async (_key, signal) => {
    const { data } = await callApiOrThrow('listSessions', {}, { signal });
    return data.map((session) => ({ ...session, device: toDeviceName(session.device) }));
  },
});

/** The name of the server, such as `Chrome on Android`, in the language of the page. */
function toDeviceName(device: string): string {
  const [, program, place] = /^(.+) on (.+)$/.exec(device) ?? [];
  if (program !== undefined && place !== undefined) return t('account.deviceOn', { program, place });
  return device === unknownDevice ? t('account.unknownDevice') : device;
}

/** Logs out one device or all others. Optimistic: removed at once and restored after an error. */
export async function endSessions(userId: string, ended: Session | 'others'): Promise<void> {
  const key: [string] = [userId];
  const before = sessionsQuery.get(key);
  const isLeft = ({ _id, isCurrent }: Session) => isCurrent || (ended !== 'others' && _id !== ended._id);
  sessionsQuery.set(key, (sessions = []) => sessions.filter(isLeft));
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
    if (before !== undefined) sessionsQuery.set(key, () => before);
    showToast('error', outcome.error.message);
  }
  await sessionsQuery.invalidate(key);
}
