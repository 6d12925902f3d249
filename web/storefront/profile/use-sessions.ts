import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { Session } from '#contract/account.ts';
import { callApi, callApiOrThrow } from '#web/api/client.ts';
import { useSession } from '#web/session/session.ts';
import { sessionsKey } from '#web/storefront/account/shopper-queries.ts';
import { showToast } from '#web/ui/toast.ts';

/** The devices on which the shopper is logged in: this one first, then the last used. */
export function useSessions() {
  const queryKey = useSessionsKey();
  return useQuery({
    queryKey,
    // Somebody who looks here may have just logged in elsewhere.
    staleTime: 0,
    queryFn: async ({ signal }) => (await callApiOrThrow('listSessions', {}, { signal })).data,
  });
}

/** To be called after something else has ended sessions. */
export function useInvalidateSessions(): () => Promise<void> {
  const queries = useQueryClient();
  const queryKey = useSessionsKey();
  return () => queries.invalidateQueries({ queryKey });
}

/** Logs one device out, or all but this one: shown at once, and put back when the shop says no. */
export function useEndSessions(): (ended: Session | 'others') => Promise<void> {
  const queries = useQueryClient();
  const queryKey = useSessionsKey();
  const invalidate = useInvalidateSessions();
  return async (ended) => {
    // A reading under way would bring back what is gone.
    await queries.cancelQueries({ queryKey });
    const before = queries.getQueryData<Session[]>(queryKey);
    const isLeft = ({ _id, isCurrent }: Session) => isCurrent || (ended !== 'others' && _id !== ended._id);
    queries.setQueryData<Session[]>(queryKey, (sessions = []) => sessions.filter(isLeft));
    const outcome =
      ended === 'others'
        ? await callApi('endOtherSessions', {})
        : await callApi('endSession', { _id: ended._id });
    // Gone already is as good as ended.
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
