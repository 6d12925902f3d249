import { useNavigate } from 'react-router';
import { useSession } from '#web/session/session.ts';
import { getSession, subscribeToSession } from '#web/session/session-store.ts';
import { dismissToast, showToast } from '#web/ui/toast.ts';

/** The way to the checkout; who is signed out is asked to log in and comes back to it. */
export function useProceed(): () => void {
  const navigate = useNavigate();
  const { status } = useSession();
  return () => {
    if (status === 'guest') {
      dismissOnLogIn(showToast('error', 'Please Login'));
      void navigate('/login', { state: { from: '/checkout' } });
    } else void navigate('/checkout');
  };
}

/** Takes the request to log in away as soon as it was followed: at the checkout it would be untrue. */
function dismissOnLogIn(toastId: string): void {
  const stop = subscribeToSession(() => {
    if (getSession().status !== 'shopper') return;
    dismissToast(toastId);
    stop();
  });
}
