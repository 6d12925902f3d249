import { useState } from 'react';
import { useNavigate } from 'react-router';
import { t } from '#web/texts/t.ts';
import { showToast } from '#web/ui/toast.ts';
import { logOut } from './session.ts';

/** `leave` goes to the home page and logs out. */
export function useLogOut() {
  const navigate = useNavigate();
  const [isLeaving, setIsLeaving] = useState(false);
  async function leave(): Promise<void> {
    setIsLeaving(true);
    // Home first: an account page would ask for the login again.
    await navigate('/');
    await logOut();
    setIsLeaving(false);
    showToast('success', t('account.loggedOut'));
  }
  return { isLeaving, leave };
}
