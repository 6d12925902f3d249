import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { Session } from '#contract/account.ts';
import { callApi, callApiOrThrow } from '#web/api/client.ts';
import { useSession } from '#web/session/session.ts';
import { sessionsKey } from '#web/storefront/account/shopper-queries.ts';
import { showToast } from '#web/ui/toast.ts';

/** The current session first, then by last use. */
export function useSessions() {
  const queryKey = useSessionsKey();
  return useQuery({
    queryKey,
    // The shopper may have just logged in on another device.
    staleTime: 0,
    queryFn: async ({ signal }) => (await callApiOrThrow('listSessions', {}, { signal })).data,
  });
}

export function useInvalidateSessions(): () => Promise<void> {
  const queries = useQueryClient();
  const queryKey = useSessionsKey();
  return () => queries.invalidateQueries({ queryKey });
}

/** Logs out one device or all others. Optimistic: removed at once and restored after an error. */
export function useEndSessions(): (ended: Session | 'others') => Promise<void> {
  const queries = useQueryClient();
  const queryKey = useSessionsKey();
  const invalidate = useInvalidateSessions();
  return async (ended) => {
    // A request under way would restore the removed sessions.
    await queries.cancelQueries({ queryKey });
    const before = queries.getQueryData<Session[]>(queryKey);
    const isLeft = ({ _id, isCurrent }: Session) => isCurrent || (ended !== 'others' && _id !== ended._id);
    queries.setQueryData<Session[]>(queryKey, (sessions = []) => sessions.filter(isLeft));
    const outcome =
      ended === 'others'
        ? await callApi('endOtherSessions', {})
        : await callApi('endSession', { _id: ended._id });
    // NOT_FOUND: it has already ended.
    if (outcome.isOk || outcome.error.code === 'NOT_FOUND') {
      const who = ended === 'others' ? 'Your other devices are' : `${ended.device} is`;
      showToast('success', `${who} logged out`);
    } else {
      queries.setQueryData(queryKey, before);
      showToast('error', outcome.error.message);
    }
    await invalidate();
  };
}

function useSessionsKey() {
  return sessionsKey(useSession().user?._id);
}
