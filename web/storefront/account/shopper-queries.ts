import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { logOut } from '#web/session/session.ts';
import { showToast } from '#web/ui/toast.ts';

/** Begins the key of every query about one shopper; the account's id follows. */
export const shopperKey = 'shopper';

/** Leaves the account and goes home (specification section 4). */
export function useLogOut() {
  const navigate = useNavigate();
  const queries = useQueryClient();
  const [isLeaving, setIsLeaving] = useState(false);
  return {
    isLeaving,
    async logOut() {
      setIsLeaving(true);
      // Home first, so that no page of the account asks for a login on the way out.
      await navigate('/');
      await logOut();
      queries.removeQueries({ queryKey: [shopperKey] });
      setIsLeaving(false);
      showToast('success', 'Logged out');
    },
  };
}
