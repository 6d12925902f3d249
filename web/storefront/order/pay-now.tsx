import { CreditCard } from 'lucide-react';
import { buttonClass } from '#web/ui/button.tsx';
import { useNow } from '#web/use-now.ts';
import { heldText } from './time-left.ts';

interface PayNowProps {
  order: { paymentUrl: string | null; expiresAt: string | null };
}

/** Leads to the page where an unpaid order is paid, as long as its time is not over. */
export function PayNow({ order: { paymentUrl, expiresAt } }: PayNowProps) {
  const now = useNow();
  if (paymentUrl === null || expiresAt === null || heldText(expiresAt, now) === null) return null;
  return (
    <a href={paymentUrl} className={`${buttonClass()} mb-6 w-full sm:w-auto`}>
      <CreditCard aria-hidden="true" className="size-5" />
      Pay now
    </a>
  );
}
