import { ArrowRight, ChevronDown } from 'lucide-react';
import { Link } from 'react-router';
import { formatPaise, toPaise } from '#contract/base/money.ts';
import type { Order } from '#contract/orders/order.ts';
import { formatDateTime } from '#web/base/time.ts';
import { AddressLines } from '#web/storefront/addresses/address-lines.tsx';
import { langOf, nameOf, t } from '#web/texts/t.ts';
import { buttonClass } from '#web/ui/button.tsx';
import { Picture } from '#web/ui/picture.tsx';
import { lateText, slotText, statusLabels } from './order-status.ts';
import { countOrdered, OrderBill, OrderLineList } from './order-summary.tsx';
import { canReorder, ReorderButton } from './reorder-button.tsx';

/** An order in the list; expands to its lines, bill and address. */
export function OrderRow({ order }: { order: Order }) {
  const { orderId, product_details, items, totalAmt, createdAt, delivery_address, slot } = order;
  const others = countOrdered(items) - 1;
  const late = lateText(order);
  return (
    <li className="rounded-lg border border-line bg-surface">
      <details className="group">
        <summary className="flex list-none gap-4 rounded-lg p-4 [&::-webkit-details-marker]:hidden">
          <span className="size-16 flex-none overflow-hidden rounded-md bg-sunken p-1">
            <Picture src={product_details.image[0] ?? ''} alt="" width={64} height={64} sizes="64px" />
          </span>
          <span className="min-w-0 flex-1">
            <span className="flex flex-wrap items-center gap-x-3 gap-y-1">
              <span className="text-sm text-ink-soft">
                {t('orders.orderNo')} <span className="font-semibold text-ink">{orderId}</span>
              </span>
              <OrderStatusBadges order={order} />
            </span>
            <span className="mt-0.5 flex flex-wrap gap-x-1">
              <span
                lang={langOf(nameOf(product_details))}
                className="line-clamp-4 font-semibold wrap-anywhere"
              >
                {nameOf(product_details)}
              </span>
              {others > 0 && (
                <span className="flex-none text-ink-soft">{t('orders.andMore', { count: others })}</span>
              )}
            </span>
            <span className="block text-sm text-ink-soft tabular-nums">
              {formatDateTime(createdAt)} ·{' '}
              <span className="font-semibold text-ink">{formatPaise(toPaise(totalAmt))}</span>
            </span>
            {late !== null && <span className="block text-sm font-semibold tabular-nums">{late}</span>}
            {slot !== null && (
              <span className="block text-sm tabular-nums">
                {t('orders.chosenTime', { time: slotText(slot) })}
              </span>
            )}
          </span>
          <ChevronDown
            aria-hidden="true"
            className="size-5 flex-none self-center text-ink-soft transition-transform duration-(--brief) group-open:rotate-180"
          />
        </summary>
        <div className="grid grid-cols-1 gap-6 border-t border-line p-4 lg:grid-cols-2">
          <OrderLineList items={items} />
          <div className="space-y-5">
            <OrderBill order={order} />
            <div>
              <h3 className="mb-1 text-sm text-ink-soft">{t('orders.deliveryAddress')}</h3>
              <AddressLines address={delivery_address} />
            </div>
          </div>
        </div>
      </details>
      {order.status === 'PENDING_PAYMENT' && order.paymentUrl !== null && (
        <div className="flex items-center justify-between gap-4 border-t border-line p-4 text-sm">
          <span className="min-w-0">
            {order.expiresAt === null
              ? t('orders.reserved')
              : t('orders.reservedUntil', { time: formatDateTime(order.expiresAt) })}
          </span>
          <a href={order.paymentUrl} className={`${buttonClass()} flex-none`}>
            {t('orders.payNow')}
          </a>
        </div>
      )}
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 border-t border-line p-3">
        <Link
          to={`/orders/${order._id}`}
          className="inline-flex min-h-11 items-center gap-2 rounded-md px-1 text-sm font-semibold text-leaf"
        >
          <span>
            {isFinal(order) ? t('orders.viewOrder') : t('orders.trackOrder')}{' '}
            <span className="sr-only">{orderId}</span>
          </span>
          <ArrowRight aria-hidden="true" className="size-4" />
        </Link>
        {canReorder(order) && <ReorderButton order={order} />}
      </div>
    </li>
  );
}

function isFinal({ status }: Order): boolean {
  return status === 'DELIVERED' || status === 'CANCELLED';
}

const paymentTexts: Record<Order['payment_status'], string> = {
  'CASH ON DELIVERY': t('orders.cashOnDelivery'),
  PENDING: t('orders.paymentPending'),
  PAID: t('orders.paid'),
  FAILED: t('orders.paymentFailed'),
  REFUNDED: t('orders.refunded'),
};

function statusClass(status: Order['status']): string {
  if (status === 'CANCELLED') return 'bg-danger-soft text-danger';
  // The shopper has to act.
  return status === 'PENDING_PAYMENT' ? 'bg-marigold-soft text-ink' : 'bg-leaf-soft text-leaf';
}

function OrderStatusBadges({ order: { status, payment_status, isTestPayment } }: { order: Order }) {
  return (
    <>
      <span className={`rounded-full px-2.5 py-0.5 text-xs font-semibold ${statusClass(status)}`}>
        {statusLabels[status]}
      </span>
      <span className="text-xs text-ink-soft">{paymentTexts[payment_status]}</span>
      {isTestPayment && (
        <span className="rounded-full bg-marigold-soft px-2.5 py-0.5 text-xs font-semibold">
          {t('payment.title')}
        </span>
      )}
    </>
  );
}
