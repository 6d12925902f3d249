import { Smartphone } from 'lucide-react';
import { t } from '#web/texts/t.ts';

/** UPI in the list of payment methods. */
export default function UpiMethod() {
  return (
    <>
      <span className="min-w-0 flex-1">
        <span className="block font-semibold">{t('checkout.upi')}</span>
        <span className="block text-sm text-ink-soft">{t('checkout.upiHint')}</span>
      </span>
      <Smartphone aria-hidden="true" className="size-5 flex-none text-ink-soft" />
    </>
  );
}
