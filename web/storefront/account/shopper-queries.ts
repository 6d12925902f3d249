import { useState } from 'react';
import { useNavigate } from 'react-router';
import { queryClient } from '#web/query-client.ts';
import { logOut } from '#web/session/session.ts';
import { showToast } from '#web/ui/toast.ts';

/** The first part of the key of every query about a shopper; the user id follows. */
export const shopperKey = 'shopper';

/** Logs out, opens the home page and drops the cached data of the shopper. */
export function useLogOut() {
  const navigate = useNavigate();
  const [isLeaving, setIsLeaving] = useState(false);
  return {
    isLeaving,
    async logOut() {
      setIsLeaving(true);
      // Home first: an account page would ask for the login again.
      await navigate('/');
      await logOut();
      queryClient.removeQueries({ queryKey: [shopperKey] });
      setIsLeaving(false);
      showToast('success', 'Logged out');
    },
  };
}
