import type { OrderDetails } from '#contract/order.ts';
import { OrderCard } from './order-card.tsx';
import { OrderLineList } from './order-line-list.tsx';

/** What was ordered. */
export function OrderLines({ order: { items } }: { order: OrderDetails }) {
  return (
    <OrderCard title={items.length === 1 ? '1 product' : `${items.length} products`}>
      <OrderLineList items={items} />
    </OrderCard>
  );
}
