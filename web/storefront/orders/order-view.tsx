import { type ReactNode, useEffect, useId, useRef } from 'react';
import type { OrderDetails } from '#contract/orders/order.ts';
import { formatDateTime } from '#web/base/time.ts';
import { AddressLines } from '#web/storefront/addresses/address-lines.tsx';
import { t } from '#web/texts/t.ts';
import { Chip } from '#web/ui/chip.tsx';
import { OrderActions } from './order-actions.tsx';
import { OrderHelp } from './order-help.tsx';
import { OrderProgress } from './order-progress.tsx';
import { slotText, toPaymentText } from './order-status.ts';
import { OrderBill, OrderLineList } from './order-summary.tsx';
import { ReceiptText } from './receipt-text.tsx';
import { UpiCard } from './upi-card.tsx';

interface OrderViewProps {
  order: OrderDetails;
  /** Whether the event stream is connected. */
  isLive: boolean;
  /** Called with the updated order of an API response. */
  onChange: (order: OrderDetails) => void;
  /** Called when an action failed because the order has changed. */
  onStale: () => void;
}

export function OrderView({ order, isLive, onChange, onStale }: OrderViewProps) {
  const progress = useRef<HTMLHeadingElement>(null);
  const hasFocusOnActions = useRef(false);
  // biome-ignore lint/correctness/useExhaustiveDependencies: it runs when the status has changed.
  useEffect(() => {
    // The focused button was removed: move the focus to the heading.
    if (!hasFocusOnActions.current || document.activeElement !== document.body) return;
    hasFocusOnActions.current = false;
    progress.current?.focus({ preventScroll: true });
  }, [order.status, order.payment_status]);
  return (
    <>
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <h1 className="text-xl wrap-anywhere">{t('orders.orderNumber', { number: order.orderId })}</h1>
        {order.isTestPayment && <Chip look="warning">{t('payment.title')}</Chip>}
      </div>
      <p className="mb-5 text-sm text-ink-soft">
        {t('orders.orderedAt', { time: formatDateTime(order.createdAt) })}
        {order.slot !== null && (
          <span className="block">{t('orders.chosenTime', { time: slotText(order.slot) })}</span>
        )}
      </p>
      <div className="grid grid-cols-1 items-start gap-4 md:grid-cols-[minmax(0,1fr)_20rem] md:gap-6">
        <div className="min-w-0 space-y-4">
          <OrderProgress order={order} isLive={isLive} headingRef={progress} />
          <OrderLines order={order} />
        </div>
        <div className="min-w-0 space-y-4">
          <OrderActions
            order={order}
            onChange={onChange}
            onStale={onStale}
            onFocusChange={(hasFocus) => {
              hasFocusOnActions.current = hasFocus;
            }}
          />
          {order.upi !== null && <UpiCard order={order} upi={order.upi} />}
          <div className="rounded-lg border border-line bg-surface p-4 md:p-5">
            <OrderBill order={order} />
          </div>
          <OrderCard title={t('checkout.payment')}>
            <p className="text-sm">
              {order.collection !== null || order.payment_method === 'UPI' || order.status === 'CANCELLED' ? (
                <ReceiptText order={order} />
              ) : (
                toPaymentText(order)
              )}
            </p>
          </OrderCard>
          <OrderCard title={t('orders.deliveryAddress')}>
            <AddressLines address={order.delivery_address} />
          </OrderCard>
          <OrderHelp order={order} />
        </div>
      </div>
    </>
  );
}

function OrderLines({ order: { items } }: { order: OrderDetails }) {
  return (
    <OrderCard title={t('products.count', { count: items.length })}>
      <OrderLineList items={items} />
    </OrderCard>
  );
}

function OrderCard({ title, children }: { title: string; children: ReactNode }) {
  const titleId = useId();
  return (
    <section aria-labelledby={titleId} className="rounded-lg border border-line bg-surface p-4 md:p-5">
      <h2 id={titleId} className="mb-3 text-lg">
        {title}
      </h2>
      {children}
    </section>
  );
}
