import type { Order } from '#contract/order.ts';
import { formatPaise, paiseOf, productPricePaise } from '#contract/rules/money.ts';
import type { OrderLetter } from './letter.ts';
import { button, greeting, type Part, paragraph, type ShopIdentity, type Wording } from './wording.ts';

export function orderPlacedWording({ name, order }: OrderLetter, shop: ShopIdentity): Wording {
  return {
    subject: `Your order ${order.orderId} is placed`,
    first: `Your order ${order.orderId} for ${money(order.totalAmt)} is placed.`,
    parts: [
      greeting(name),
      paragraph('Thank you. This is what we bring:'),
      ...billOf(order),
      paragraph(`To: ${spelledAddress(order.delivery_address)}`),
      ...(order.payment_status === 'CASH ON DELIVERY' ? [paragraph('You pay in cash at your door.')] : []),
      button('Follow your order', orderUrl(order, shop)),
    ],
  };
}

export function orderOnItsWayWording({ name, order }: OrderLetter, shop: ShopIdentity): Wording {
  return {
    subject: `Your order ${order.orderId} is on its way`,
    first: `Your order ${order.orderId} has left our store.`,
    parts: [
      greeting(name),
      paragraph('It is on its way to you, with this in the bag:'),
      ...billOf(order),
      paragraph(`To: ${spelledAddress(order.delivery_address)}`),
      ...(order.payment_status === 'CASH ON DELIVERY'
        ? [paragraph(`Please have ${money(order.totalAmt)} in cash ready.`)]
        : []),
      seeOrder(order, shop),
    ],
  };
}

export function orderDeliveredWording({ name, order }: OrderLetter, shop: ShopIdentity): Wording {
  return {
    subject: `Your order ${order.orderId} is delivered`,
    first: `Your order ${order.orderId} is at your door.`,
    parts: [
      greeting(name),
      paragraph('It was just delivered. Thank you for shopping with us.'),
      ...billOf(order),
      paragraph(`On its page you find the invoice. Is something not as it should be? ${writeUs(shop)}`),
      seeOrder(order, shop),
    ],
  };
}

export function orderCancelledWording(
  { name, order, by, reason }: Extract<OrderLetter, { kind: 'order-cancelled' }>,
  shop: ShopIdentity,
): Wording {
  const isOwnWish = by === 'shopper';
  const reasons = isOwnWish || reason === null ? [] : [paragraph(`The reason: ${reason}`)];
  return {
    subject: `Your order ${order.orderId} is cancelled`,
    first: `Your order ${order.orderId} is cancelled and will not be delivered.`,
    parts: [
      greeting(name),
      paragraph(isOwnWish ? 'It is cancelled, as you wished.' : 'We are sorry: we had to cancel it.'),
      ...reasons,
      paragraph(
        order.payment_method === 'CARD'
          ? `${money(order.refundedAmt)} goes back to the card that you paid with. We write to you when it is on its way.`
          : 'You have nothing to pay.',
      ),
      ...(isOwnWish ? [paragraph(`This was not you? ${writeUs(shop)}`)] : []),
      seeOrder(order, shop),
    ],
  };
}

export function orderRefundedWording(
  { name, order, byHand = null }: Extract<OrderLetter, { kind: 'order-refunded' }>,
  shop: ShopIdentity,
): Wording {
  if (byHand !== null) return givenBackWording({ name, order, byHand }, shop);
  const amount = money(order.refundedAmt);
  return {
    subject: `${amount} for your order ${order.orderId} is on its way back`,
    first: `We have sent ${amount} back to the card with which you paid order ${order.orderId}.`,
    parts: [
      greeting(name),
      paragraph('That is all that you paid for it. Banks take a few days until it shows on your statement.'),
      seeOrder(order, shop),
    ],
  };
}

function givenBackWording(
  { name, order, byHand }: { name: string; order: Order; byHand: string },
  shop: ShopIdentity,
): Wording {
  return {
    subject: `What you paid for your order ${order.orderId} is given back`,
    first: `Your card did not take the refund of order ${order.orderId}, so we have given the money back another way.`,
    parts: [
      greeting(name),
      paragraph(byHand),
      paragraph(`You do not have it? ${writeUs(shop)}`),
      seeOrder(order, shop),
    ],
  };
}

/** What is charged, line by line, and before it what could not be packed. */
function billOf(order: Order): Part[] {
  const missing = order.items.filter(({ isTakenOff }) => isTakenOff);
  const kept = order.items.filter(({ isTakenOff }) => !isTakenOff);
  const total = {
    label: order.payment_status === 'PAID' ? 'Total, paid' : 'Total',
    amount: money(order.totalAmt),
  };
  const rows = kept.map((item) => ({
    label: `${item.quantity} × ${item.name}, ${item.unit}`,
    amount: formatPaise(productPricePaise(item) * item.quantity),
  }));
  return [
    ...(missing.length === 0 ? [] : [paragraph(missingWords(missing, order))]),
    { kind: 'bill', rows: [...rows, total] },
  ];
}

function missingWords(missing: Order['items'], { refundedAmt }: Order): string {
  const names = missing.map(({ quantity, name }) => `${quantity} × ${name}`).join(', ');
  const charge =
    refundedAmt > 0 ? `${money(refundedAmt)} goes back to your card.` : 'It is not on your bill.';
  return `Sorry, this could not be packed: ${names}. ${charge}`;
}

function writeUs({ contactEmail }: ShopIdentity): string {
  return `Please write to ${contactEmail}.`;
}

function seeOrder(order: Order, shop: ShopIdentity): Part {
  return button('See the order', orderUrl(order, shop));
}

function orderUrl({ _id }: Order, { url }: ShopIdentity): string {
  return `${url}/orders/${_id}`;
}

function money(rupees: number): string {
  return formatPaise(paiseOf(rupees));
}

function spelledAddress({ address_line, city, state, country, pincode }: Order['delivery_address']): string {
  return `${address_line}, ${city} ${pincode}, ${state}, ${country}`;
}
