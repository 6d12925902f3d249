import { useNavigate } from 'react-router';
import { useSession } from '#web/session/session.ts';
import { showToast } from '#web/ui/toast.ts';

/** The way to the checkout; who is signed out is asked to log in and comes back to it. */
export function useProceed(): () => void {
  const navigate = useNavigate();
  const { status } = useSession();
  return () => {
    if (status === 'guest') {
      showToast('error', 'Please Login');
      void navigate('/login', { state: { from: '/checkout' } });
    } else void navigate('/checkout');
  };
}
