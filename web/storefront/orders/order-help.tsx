import { isRunning } from '#contract/delivery/delivery-estimate.ts';
import type { OrderDetails } from '#contract/orders/order.ts';
import { useShop } from '#web/base/page-context.ts';
import PushCard from '#web/storefront/notifications/push-card.tsx';
import { ProblemCard } from '#web/storefront/problems/problem-card.tsx';
import { t } from '#web/texts/t.ts';
import { DocumentsCard } from './documents-card.tsx';

/** Problems of a delivered order, invoice and tax, the email address of the shop, and notifications about an order under way. */
export default function OrderHelp({ order }: { order: OrderDetails }) {
  return (
    <>
      {order.status === 'DELIVERED' && <ProblemCard order={order} />}
      <DocumentsCard order={order} />
      <HelpLine orderNumber={order.orderId} />
      {isRunning(order.status) && <PushCard />}
    </>
  );
}

function HelpLine({ orderNumber }: { orderNumber: string }) {
  const shop = useShop();
  if (shop === undefined) return null;
  const { email } = shop.contact;
  return (
    <p className="px-1 text-sm text-ink-soft">
      {t('orders.problem')}{' '}
      <a
        href={`mailto:${email}?subject=${encodeURIComponent(t('orders.orderNumber', { number: orderNumber }))}`}
        className="inline-flex min-h-6 items-center font-semibold break-all text-leaf underline"
      >
        {t('orders.contact', { email })}
      </a>
    </p>
  );
}
