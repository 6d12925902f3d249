import type { Order } from '#contract/order.ts';
import { formatPaise, paiseOf, productPricePaise } from '#contract/rules/money.ts';
import type { Letter } from './letter.ts';
import { button, greeting, paragraph, type ShopIdentity, type Wording } from './wording.ts';

export function orderPlacedWording(
  { name, order }: Extract<Letter, { kind: 'order-placed' }>,
  shop: ShopIdentity,
): Wording {
  const total = formatPaise(paiseOf(order.totalAmt));
  return {
    subject: `Your order ${order.orderId} is placed`,
    first: `Your order ${order.orderId} for ${total} is placed.`,
    parts: [
      greeting(name),
      paragraph('Thank you. This is what we bring:'),
      {
        kind: 'bill',
        rows: [
          ...order.items.map((item) => ({
            label: `${item.quantity} × ${item.name}, ${item.unit}`,
            amount: formatPaise(productPricePaise(item) * item.quantity),
          })),
          { label: order.payment_status === 'PAID' ? 'Total, paid' : 'Total', amount: total },
        ],
      },
      paragraph(`To: ${spelledAddress(order.delivery_address)}`),
      ...(order.payment_status === 'CASH ON DELIVERY' ? [paragraph('You pay in cash at your door.')] : []),
      button('See my orders', `${shop.url}/dashboard/myorders`),
    ],
  };
}

function spelledAddress({ address_line, city, state, country, pincode }: Order['delivery_address']): string {
  return `${address_line}, ${city} ${pincode}, ${state}, ${country}`;
}
