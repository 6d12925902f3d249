import { Bike } from 'lucide-react';
import { useId } from 'react';
import { languageTag, t } from '#web/texts/t.ts';
import type { OrderDelivery } from './order-queries.ts';

const kilometers = new Intl.NumberFormat(languageTag, { maximumFractionDigits: 1 });

/** Who brings an order, how far away that person is, and the PIN that is asked for at the door. */
export function RiderCard({ delivery: { rider, pin, approach } }: { delivery: OrderDelivery }) {
  const titleId = useId();
  return (
    <section aria-labelledby={titleId} className="rounded-lg border border-line bg-surface p-4 md:p-5">
      <h2 id={titleId} className="flex items-center gap-2 text-lg wrap-anywhere">
        <Bike aria-hidden="true" className="size-5 flex-none text-leaf" />
        {rider === null ? t('orders.yourDelivery') : t('orders.broughtBy', { name: rider })}
      </h2>
      {/* Announced when it changes. */}
      <p role="status" className={approach === null ? '' : 'mt-1 tabular-nums'}>
        {approach !== null &&
          t('orders.approach', {
            distance: kilometers.format(approach.meters / 1000),
            minutes: approach.minutes,
          })}
      </p>
      {pin !== null && (
        <>
          <p className="mt-3 flex flex-wrap items-baseline gap-x-3">
            <span>{t('orders.deliveryPin')}</span>
            <strong className="text-2xl tracking-widest tabular-nums select-all">{pin}</strong>
          </p>
          <p className="text-sm text-ink-soft">{t('orders.deliveryPinHint')}</p>
        </>
      )}
    </section>
  );
}
