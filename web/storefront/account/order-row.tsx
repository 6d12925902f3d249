import { ArrowRight, ChevronDown } from 'lucide-react';
import { Link } from 'react-router';
import type { Order } from '#contract/order.ts';
import { formatPaise, paiseOf, productPricePaise } from '#contract/rules/money.ts';
import { formatMoment } from '#web/moment.ts';
import { CartBill } from '#web/storefront/cart/cart-bill.tsx';
import { buttonClass } from '#web/ui/button.tsx';
import { Picture } from '#web/ui/picture.tsx';
import { AddressLines } from './address-lines.tsx';

/** One order of the list: its number, first product, total and state; its lines unfold. */
export function OrderRow({ order }: { order: Order }) {
  const { orderId, product_details, items, totalAmt, subTotalAmt, createdAt, delivery_address } = order;
  const others = items.length - 1;
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
                Order No <span className="font-semibold text-ink">{orderId}</span>
              </span>
              <OrderState order={order} />
            </span>
            <span className="mt-0.5 flex gap-1">
              <span className="truncate font-semibold">{product_details.name}</span>
              {others > 0 && <span className="flex-none text-ink-soft">and {others} more</span>}
            </span>
            <span className="block text-sm text-ink-soft tabular-nums">
              {formatMoment(createdAt)} ·{' '}
              <span className="font-semibold text-ink">{formatPaise(paiseOf(totalAmt))}</span>
            </span>
          </span>
          <ChevronDown
            aria-hidden="true"
            className="size-5 flex-none self-center text-ink-soft transition-transform duration-(--brief) group-open:rotate-180"
          />
        </summary>
        <div className="grid gap-6 border-t border-line p-4 md:grid-cols-2">
          <ul className="divide-y divide-line">
            {items.map((item) => (
              <li key={item.productId} className="flex items-center gap-3 py-2">
                <span className="size-11 flex-none overflow-hidden rounded-sm bg-sunken p-0.5">
                  <Picture src={item.image} alt="" width={44} height={44} sizes="44px" />
                </span>
                <span className="min-w-0 flex-1 text-sm">
                  <span className="line-clamp-2 font-semibold">{item.name}</span>
                  <span className="text-ink-soft">
                    {item.unit} × {item.quantity}
                  </span>
                </span>
                <span className="text-sm font-semibold tabular-nums">
                  {formatPaise(productPricePaise(item) * item.quantity)}
                </span>
              </li>
            ))}
          </ul>
          <div className="space-y-5">
            <CartBill
              subTotalPaise={paiseOf(subTotalAmt)}
              totalPaise={paiseOf(totalAmt)}
              count={items.reduce((sum, item) => sum + item.quantity, 0)}
            />
            <div>
              <h3 className="mb-1 text-sm text-ink-soft">Delivery address</h3>
              <AddressLines address={delivery_address} />
            </div>
          </div>
        </div>
      </details>
      {order.status === 'PENDING_PAYMENT' && order.paymentUrl !== null && (
        <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 border-t border-line p-4 text-sm">
          <span>
            {order.expiresAt === null
              ? 'Your items are held for you.'
              : `Your items are held for you until ${formatMoment(order.expiresAt)}.`}
          </span>
          <a href={order.paymentUrl} className={buttonClass()}>
            Pay now
          </a>
        </div>
      )}
      <Link
        to={`/orders/${order._id}`}
        className="flex min-h-11 items-center justify-between gap-3 rounded-b-lg border-t border-line px-4 text-sm font-semibold text-leaf hover:bg-leaf-soft"
      >
        <span>
          {isOver(order) ? 'See this order' : 'Follow this order'} <span className="sr-only">{orderId}</span>
        </span>
        <ArrowRight aria-hidden="true" className="size-4" />
      </Link>
    </li>
  );
}

function isOver({ status }: Order): boolean {
  return status === 'DELIVERED' || status === 'CANCELLED';
}

const statusTexts: Record<Order['status'], string> = {
  PENDING_PAYMENT: 'Waiting for payment',
  PLACED: 'Placed',
  PACKING: 'Packing',
  OUT_FOR_DELIVERY: 'Out for delivery',
  DELIVERED: 'Delivered',
  CANCELLED: 'Cancelled',
};

const paymentTexts: Record<Order['payment_status'], string> = {
  'CASH ON DELIVERY': 'Cash on delivery',
  PENDING: 'Payment pending',
  PAID: 'Paid',
  FAILED: 'Payment failed',
  REFUNDED: 'Refunded',
};

function OrderState({ order: { status, payment_status } }: { order: Order }) {
  const look = status === 'CANCELLED' ? 'bg-danger-soft text-danger' : 'bg-leaf-soft text-leaf';
  return (
    <>
      <span className={`rounded-full px-2.5 py-0.5 text-xs font-semibold ${look}`}>
        {statusTexts[status]}
      </span>
      <span className="text-xs text-ink-soft">{paymentTexts[payment_status]}</span>
    </>
  );
}
