import { useId } from 'react';
import { formatPaise } from '#contract/base/money.ts';
import { amountDuePaise } from '#contract/ledger/settle-refund.ts';
import type { OrderDetails } from '#contract/orders/order.ts';
import { t } from '#web/texts/t.ts';
import { buttonClass } from '#web/ui/button.tsx';
import { QrCode } from '#web/ui/qr-code.tsx';

interface UpiCardProps {
  order: OrderDetails;
  upi: NonNullable<OrderDetails['upi']>;
}

/** How an unpaid order is paid by UPI: a link that opens an app of the phone, and a QR code for another phone. */
export function UpiCard({ order, upi }: UpiCardProps) {
  const titleId = useId();
  const amount = formatPaise(amountDuePaise(order));
  const isChosen = order.payment_method === 'UPI';
  const details = (
    <>
      <a href={upi.url} className={`${buttonClass()} my-3 w-full pointer-fine:hidden`}>
        {t('orders.payWithUpiApp')}
      </a>
      <QrCode text={upi.url} label={t('orders.upiCode', { amount })} />
      <dl className="mt-3 grid grid-cols-[auto_minmax(0,1fr)] gap-x-3 gap-y-1 text-sm">
        <dt className="text-ink-soft">{t('orders.upiPayee')}</dt>
        <dd className="font-semibold wrap-anywhere">
          <bdi>{upi.payeeName}</bdi>
        </dd>
        <dt className="text-ink-soft">{t('orders.upiId')}</dt>
        <dd className="wrap-anywhere select-all">{upi.vpa}</dd>
        <dt className="text-ink-soft">{t('orders.upiReference')}</dt>
        <dd className="select-all">{upi.reference}</dd>
      </dl>
      <p className="mt-3 text-sm text-ink-soft">{t('orders.upiConfirmed')}</p>
    </>
  );
  return (
    <section aria-labelledby={titleId} className="rounded-lg border border-line bg-surface p-4 md:p-5">
      {isChosen ? (
        <>
          <h2 id={titleId} className="mb-1 text-lg tabular-nums">
            {t('orders.payByUpi', { amount })}
          </h2>
          <p className="text-sm text-ink-soft">{t('orders.scanUpi')}</p>
          {details}
        </>
      ) : (
        <details>
          <summary id={titleId} className="flex min-h-11 cursor-pointer items-center font-semibold">
            {t('orders.payByUpiInstead')}
          </summary>
          {details}
        </details>
      )}
    </section>
  );
}
