import { useEffect } from 'react';
import { callApi } from '#web/api.ts';
import { getSession, showUser } from './session-store.ts';

/** Shows the account as the shop knows it by now, where something besides this page may have changed it. */
export async function readAccountAgain(): Promise<void> {
  const before = getSession();
  const outcome = await callApi('getUserDetails', {});
  if (!outcome.isOk || before.status !== 'shopper') return;
  const now = getSession();
  if (now === before) showUser(outcome.answer.data);
  // This page or another tab has learnt something meanwhile. Which of the two is newer, only a third can tell.
  else if (now.user?._id === before.user._id) await readAccountAgain();
}

/** Reads the account again whenever the shopper comes back to this page, such as from the mail with the link. */
export function useAccountReadOnReturn(isWanted: boolean): void {
  useEffect(() => {
    if (!isWanted) return;
    const read = () => {
      if (document.visibilityState === 'visible') void readAccountAgain();
    };
    document.addEventListener('visibilitychange', read);
    return () => document.removeEventListener('visibilitychange', read);
  }, [isWanted]);
}
