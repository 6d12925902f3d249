import { renderToStaticMarkup } from 'react-dom/server';
import { createMemoryRouter, RouterProvider } from 'react-router';
import { expect, test } from 'vitest';
import type { Order } from '#contract/orders/order.ts';
import { OrderRow } from './order-row.tsx';

const line = {
  nameHindi: '',
  unit: '1 kg',
  image: '',
  discount: 0,
  salePrice: null,
  quantity: 2,
  orderedQuantity: 1,
  orderedGrams: null,
  replaces: null,
  isTakenOff: false,
};
const order: Order = {
  _id: '1',
  orderId: 'ORD-7K3M9Q2X',
  product_details: { name: 'Milk', nameHindi: '', image: [] },
  items: [
    { ...line, position: 0, productId: '1', name: 'Milk', price: 30 },
    { ...line, position: 1, productId: '2', name: 'Ghee', price: 500, quantity: 3 },
  ],
  subTotalAmt: 60,
  totalAmt: 60,
  bill: [
    { kind: 'ITEMS', amount: 1560 },
    { kind: 'UNAVAILABLE', amount: -1500 },
  ],
  payment_status: 'PAID',
  payment_method: 'CARD',
  isTestPayment: false,
  collection: null,
  refundedAmt: 1500,
  creditAmt: 0,
  creditReturnedAmt: 0,
  status: 'PACKING',
  delivery_address: {
    ...{ address_line: '12 Lake Road', city: 'Pune', state: 'Maharashtra', country: 'India' },
    ...{ pincode: '411001', mobile: '9876543210' },
  },
  createdAt: '2026-11-21T09:30:00.000Z',
  slot: null,
  promisedMinutes: 10,
  promisedAt: '2026-11-21T09:40:00.000Z',
  ...{ deliveredAt: null, expiresAt: null, paymentUrl: null },
};

function drawn(given: Partial<Order>): string {
  const router = createMemoryRouter([{ path: '/', element: <OrderRow order={{ ...order, ...given }} /> }]);
  return renderToStaticMarkup(<RouterProvider router={router} />);
}

test('an order with an unavailable line shows the charged and the refunded amount', () => {
  const items = order.items.map((item) => ({ ...item, isTakenOff: item.name === 'Ghee' }));
  const html = drawn({ items });
  expect(html).toContain('Not available, not charged');
  expect(html).toMatch(/<s[^>]*>₹1,500<\/s>/);
  expect(html).toContain('2 item');
  expect(html).toMatch(/Refunded<\/span><span>₹1,500/);
});

test('lines say what was found in part, weighed less, and replaced, with what that saves', () => {
  const [milk, ghee] = order.items;
  if (milk === undefined || ghee === undefined) throw new Error('There are no lines.');
  const html = drawn({
    items: [
      { ...milk, quantity: 2, orderedQuantity: 3 },
      { ...ghee, isTakenOff: true },
      { ...milk, position: 2, name: 'Onions', unit: '463 g', quantity: 1, orderedGrams: 500 },
      { ...ghee, position: 3, name: 'Butter', replaces: 1 },
    ],
  });
  expect(html).toContain('and 2 more');
  for (const text of ['2 of 3', '463 g of 500 g', 'Replaced by Butter', 'In place of Ghee', '–₹1,500'])
    expect(html).toContain(`>${text}<`);
  expect(html).not.toContain('Not available, not charged');
  expect(html.indexOf('Replaced by Butter')).toBeLessThan(html.indexOf('In place of Ghee'));
  expect(html.indexOf('In place of Ghee')).toBeLessThan(html.indexOf('463 g of 500 g'));
});

test('a complete order has nothing struck through', () => {
  const html = drawn({
    refundedAmt: 0,
    subTotalAmt: 1560,
    totalAmt: 1560,
    bill: [{ kind: 'ITEMS', amount: 1560 }],
  });
  expect(html).not.toContain('<s ');
  expect(html).not.toContain('Refunded');
  expect(html).toContain('5 item');
});

test('an order of the sandbox has a badge', () => {
  expect(drawn({})).not.toContain('Test payment');
  expect(drawn({ isTestPayment: true })).toContain('Test payment');
});

test('an order can be ordered again unless its items are in the cart or wait for the payment', () => {
  expect(drawn({})).toContain('Order again');
  expect(drawn({ status: 'CANCELLED', payment_method: 'CASH' })).toContain('Order again');
  expect(drawn({ status: 'PENDING_PAYMENT' })).not.toContain('Order again');
  expect(drawn({ status: 'CANCELLED', payment_status: 'FAILED' })).not.toContain('Order again');
});
