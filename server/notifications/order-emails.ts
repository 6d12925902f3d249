import { formatPaise, formatSignedPaise, toPaise } from '#contract/base/money.ts';
import { toBillLines, toShownBill, toTotalPaise } from '#contract/cart/bill.ts';
import { linePaise, toPricedQuantity } from '#contract/cart/price-cart.ts';
import { toSlotText } from '#contract/delivery/slot-text.ts';
import { orderAmountDuePaise } from '#contract/ledger/settle-refund.ts';
import type { Order } from '#contract/orders/order.ts';
import { listPaymentParts, type PaymentPart } from '#contract/orders/payment-parts.ts';
import { toDeliveredPart, toLineNote, withReplacements } from '#contract/picking/delivered-line.ts';
import { isLessToPay } from '#contract/problems/refundable.ts';
import { bothNames, toBracketed } from '#server/base/both-names.ts';
import type { ShopIdentity } from '#server/http/context.ts';
import { button, type EmailBlock, type EmailContent, greeting, paragraph } from './email-layout.ts';
import type { OrderEmail } from './notifications.service.ts';

export function orderPlacedEmail(
  { name, order, isToUnverified }: OrderEmail,
  shop: ShopIdentity,
): EmailContent {
  return {
    subject: `Your order ${order.orderId} is placed`,
    first: `Your order ${order.orderId} for ${money(order.totalAmt)} is placed.`,
    parts: [
      greeting(name),
      paragraph('Thank you. Your order:'),
      ...toBillBlocks(order),
      ...toDeliveryTime(order),
      ...(isToUnverified ? [] : [paragraph(`To: ${formatAddress(order.delivery_address)}`)]),
      ...(isCashDue(order) ? [paragraph('You pay in cash on delivery.')] : []),
      ...toUpiRequest(order),
      button('Follow your order', orderUrl(order, shop)),
    ],
  };
}

export function orderOnItsWayEmail(
  { name, order, isToUnverified }: OrderEmail,
  shop: ShopIdentity,
): EmailContent {
  return {
    subject: `Your order ${order.orderId} is on its way`,
    first: `Your order ${order.orderId} has left our store.`,
    parts: [
      greeting(name),
      paragraph('It is on its way to you, with these products:'),
      ...toBillBlocks(order),
      ...toDeliveryTime(order),
      ...(isToUnverified ? [] : [paragraph(`To: ${formatAddress(order.delivery_address)}`)]),
      ...(isCashDue(order)
        ? [paragraph(`Please have ${formatPaise(orderAmountDuePaise(order))} in cash ready.`)]
        : []),
      ...toUpiRequest(order),
      seeOrder(order, shop),
    ],
  };
}

export function orderDeliveredEmail({ name, order }: OrderEmail, shop: ShopIdentity): EmailContent {
  return {
    subject: `Your order ${order.orderId} is delivered`,
    first: `Your order ${order.orderId} was delivered.`,
    parts: [
      greeting(name),
      paragraph('Thank you for shopping with us.'),
      ...toBillBlocks(order),
      paragraph(`The order page has your invoice. Is something wrong? ${writeUs(shop)}`),
      seeOrder(order, shop),
    ],
  };
}

export function orderUndeliveredEmail(
  { name, order, reason }: Extract<OrderEmail, { kind: 'order-undelivered' }>,
  shop: ShopIdentity,
): EmailContent {
  return {
    subject: `Your order ${order.orderId} could not be delivered yet`,
    first: `We could not deliver your order ${order.orderId} yet.`,
    parts: [
      greeting(name),
      ...(reason === null ? [] : [paragraph(reason)]),
      paragraph(`Has your address or mobile number changed? ${writeUs(shop)}`),
      seeOrder(order, shop),
    ],
  };
}

export function orderLateEmail(
  { name, order, time, credit }: Extract<OrderEmail, { kind: 'order-late' }>,
  shop: ShopIdentity,
): EmailContent {
  return {
    subject: `Your order ${order.orderId} will be late`,
    first: `We are sorry: your order ${order.orderId} will be late.`,
    parts: [
      greeting(name),
      paragraph(`It is expected by ${time}.`),
      ...(credit === '' ? [] : [paragraph(`We have added ${credit} of store credit to your account.`)]),
      button('Follow your order', orderUrl(order, shop)),
    ],
  };
}

export function orderCancelledEmail(
  { name, order, by, reason }: Extract<OrderEmail, { kind: 'order-cancelled' }>,
  shop: ShopIdentity,
): EmailContent {
  const isOwnWish = by === 'shopper';
  const reasons = isOwnWish || reason === null ? [] : [paragraph(`Reason: ${reason}`)];
  return {
    subject: `Your order ${order.orderId} is cancelled`,
    first: `Your order ${order.orderId} is cancelled and will not be delivered.`,
    parts: [
      greeting(name),
      paragraph(isOwnWish ? 'It is cancelled, as you requested.' : 'We are sorry: we had to cancel it.'),
      ...reasons,
      ...(order.creditReturnedAmt > 0
        ? [paragraph(`${money(order.creditReturnedAmt)} is back in your store credit.`)]
        : []),
      paragraph(
        order.payment_method === 'CARD'
          ? `${money(order.refundedAmt)} will be refunded to the card you paid with. We will email you when it is on its way.`
          : order.collection === null
            ? 'You have nothing to pay.'
            : `We will pay back the ${money(order.collection.amount)} that you paid and email you when it is done.`,
      ),
      ...(isOwnWish ? [paragraph(`Did you not request this? ${writeUs(shop)}`)] : []),
      seeOrder(order, shop),
    ],
  };
}

export function orderRefundedEmail(
  { name, order, byHand = null }: Extract<OrderEmail, { kind: 'order-refunded' }>,
  shop: ShopIdentity,
): EmailContent {
  if (byHand !== null) return manualRefundEmail({ name, order, byHand }, shop);
  const amount = money(order.refundedAmt);
  return {
    subject: `Refund of ${amount} for your order ${order.orderId}`,
    first: `We have refunded ${amount} to the card you paid with, for order ${order.orderId}.`,
    parts: [
      greeting(name),
      paragraph('This is the full amount. Banks take a few days to show it on your statement.'),
      seeOrder(order, shop),
    ],
  };
}

export function orderProblemEmail(
  { name, order, message, refundedAmt, refundedTo }: Extract<OrderEmail, { kind: 'order-problem' }>,
  shop: ShopIdentity,
): EmailContent {
  const amount = money(refundedAmt);
  return {
    subject:
      refundedTo === null
        ? `About the problem with your order ${order.orderId}`
        : `Refund of ${amount} for your order ${order.orderId}`,
    first:
      refundedTo === null
        ? `We have looked into the problem with your order ${order.orderId}.`
        : `We refund ${amount} of your order ${order.orderId}.`,
    parts: [
      greeting(name),
      paragraph(message),
      ...(refundedTo === null ? [] : [paragraph(describeWay(order, refundedTo))]),
      paragraph(`Is something still wrong? ${writeUs(shop)}`),
      seeOrder(order, shop),
    ],
  };
}

/** Where a refund after the delivery goes. What was paid with store credit returns there in any case. */
function describeWay(order: Order, to: 'SOURCE' | 'CREDIT'): string {
  if (to === 'CREDIT') return 'It is in your store credit, which pays your next order.';
  if (order.payment_method === 'CARD')
    return 'It goes to the card you paid with. Banks take a few days to show it on your statement.';
  return isLessToPay(order) ? 'You have that much less to pay.' : 'We will pay it back the way you paid.';
}

function manualRefundEmail(
  { name, order, byHand }: { name: string; order: Order; byHand: string },
  shop: ShopIdentity,
): EmailContent {
  return {
    subject: `Your order ${order.orderId} is refunded`,
    first:
      order.collection === null
        ? `Your card rejected the refund of order ${order.orderId}, so we have paid you back another way.`
        : `We have paid back what you paid for order ${order.orderId}.`,
    parts: [
      greeting(name),
      paragraph(byHand),
      paragraph(`Have you not received it? ${writeUs(shop)}`),
      seeOrder(order, shop),
    ],
  };
}

/** The bill line by line, after what of it is not as ordered. */
function toBillBlocks(order: OrderEmail['order']): EmailBlock[] {
  const items = withReplacements(order.items);
  const kept = items.filter(({ isTakenOff }) => !isTakenOff);
  const total = {
    label: order.payment_status === 'PAID' || order.collection !== null ? 'Total, paid' : 'Total',
    amount: money(order.totalAmt),
  };
  const rows = kept.map((item) => ({
    label: `${item.quantity} × ${bothNames(item)}, ${item.unit}${toBracketed(toLineNote(item, items))}`,
    amount: formatPaise(linePaise(toPricedQuantity(item))),
  }));
  const { discounts, charges, refunds, rounding } = toShownBill(toBillLines(order.bill));
  const added = [
    ...discounts.map(({ name, amountPaise }) => ({ label: name, amount: `–${formatPaise(-amountPaise)}` })),
    ...charges.map(({ name, amountPaise }) => ({ label: name, amount: formatPaise(amountPaise) })),
    ...refunds.map(({ name, amountPaise }) => ({
      label: `Refund: ${name}`,
      amount: `–${formatPaise(-amountPaise)}`,
    })),
    ...rounding.map(({ name, amountPaise }) => ({ label: name, amount: formatSignedPaise(amountPaise) })),
  ];
  return [
    ...describeDifferences(order),
    { kind: 'bill', rows: [...rows, ...added, total, ...toTaxRows(order), ...toPaymentRows(order)] },
  ];
}

function toTaxRows({ includedTaxAmt = 0 }: OrderEmail['order']): { label: string; amount: string }[] {
  return includedTaxAmt === 0 ? [] : [{ label: 'Includes GST', amount: money(includedTaxAmt) }];
}

/** How each part is paid. An order of one method says so elsewhere. */
function toPaymentRows(order: Order): { label: string; amount: string }[] {
  const parts = listPaymentParts(order);
  return parts.every(({ method }) => method !== 'CREDIT')
    ? []
    : parts.map(({ method, isPaid, amountPaise }) => ({
        label: isPaid ? paidLabels[method] : `To pay ${methodLabels[method]}`,
        amount: formatPaise(amountPaise),
      }));
}

const methodLabels: Record<PaymentPart['method'], string> = {
  CREDIT: 'with store credit',
  CASH: 'in cash',
  UPI: 'by UPI',
  CARD: 'by card',
};

const paidLabels: Record<PaymentPart['method'], string> = {
  CREDIT: 'Paid with store credit',
  CASH: 'Paid in cash',
  UPI: 'Paid by UPI',
  CARD: 'Paid by card',
};

/** The later time that the shopper chose. */
function toDeliveryTime({ slot }: Order): EmailBlock[] {
  return slot === null ? [] : [paragraph(`Delivery time: ${toSlotText(slot, 'en-IN')}`)];
}

function isCashDue(order: Order): boolean {
  return (
    order.payment_status === 'CASH ON DELIVERY' && order.collection === null && orderAmountDuePaise(order) > 0
  );
}

/** Asks for the UPI payment until it is recorded. */
function toUpiRequest(order: Order): EmailBlock[] {
  if (order.payment_method !== 'UPI' || order.collection !== null) return [];
  const amount = formatPaise(orderAmountDuePaise(order));
  return [paragraph(`Please pay ${amount} by UPI. The page of your order has the link and the QR code.`)];
}

/** What was unavailable, replaced or lighter than ordered, and what that changes of the payment. */
function describeDifferences(order: Order): EmailBlock[] {
  const { items } = order;
  const replacedBy = (line: Order['items'][number]) =>
    items.find(({ replaces }) => replaces === line.position);
  const toMissing = (line: Order['items'][number]) => ({
    line,
    quantity: line.orderedQuantity - (line.isTakenOff ? 0 : line.quantity),
  });
  const all = items.map(toMissing).filter(({ quantity }) => quantity > 0);
  const missing = all.filter(({ line }) => replacedBy(line) === undefined);
  const replaced = items.flatMap((line) => {
    const by = replacedBy(line);
    return by === undefined ? [] : [`${bothNames(by)} in place of ${bothNames(line)}`];
  });
  const lighter = items.flatMap((line) => {
    const part = line.orderedGrams === null ? null : toDeliveredPart(line);
    return part === null ? [] : [`${bothNames(line)}, ${part.delivered} of ${part.ordered}`];
  });
  const texts = [
    ...(missing.length === 0 ? [] : [`Sorry, this was unavailable: ${listNames(missing)}.`]),
    ...(replaced.length === 0 ? [] : [`We replaced what was missing: ${replaced.join(', ')}.`]),
    ...(lighter.length === 0 ? [] : [`This weighs less than you ordered: ${lighter.join(', ')}.`]),
  ];
  if (texts.length === 0) return [];
  const lessPaise = -toTotalPaise(toBillLines(order.bill).filter(({ kind }) => kind === 'UNAVAILABLE'));
  const charge =
    describeRefund(order) ??
    (replaced.length + lighter.length === 0
      ? 'You are not charged for it.'
      : lessPaise > 0
        ? `You pay ${formatPaise(lessPaise)} less.`
        : 'You pay the same.');
  return [paragraph([...texts, charge].join(' '))];
}

function listNames(missing: readonly { line: Order['items'][number]; quantity: number }[]): string {
  return missing.map(({ line, quantity }) => `${quantity} × ${bothNames(line)}`).join(', ');
}

/** What was, or will be, paid back; null for nothing. */
function describeRefund(order: Order): string | null {
  const { refundedAmt, collection } = order;
  const overPaise =
    collection === null ? 0 : toPaise(collection.amount) - toPaise(refundedAmt) - orderAmountDuePaise(order);
  if (overPaise > 0) return `We will pay back ${formatPaise(overPaise)}.`;
  if (refundedAmt === 0) return null;
  return collection === null
    ? `${money(refundedAmt)} is refunded to your card.`
    : `${money(refundedAmt)} was paid back.`;
}

function writeUs({ contactEmail }: ShopIdentity): string {
  return `Please write to ${contactEmail}.`;
}

function seeOrder(order: Order, shop: ShopIdentity): EmailBlock {
  return button('See the order', orderUrl(order, shop));
}

function orderUrl({ _id }: Order, { url }: ShopIdentity): string {
  return `${url}/orders/${_id}`;
}

function money(rupees: number): string {
  return formatPaise(toPaise(rupees));
}

function formatAddress(address: Order['delivery_address']): string {
  const { recipient_name, address_line, landmark, city, state, country, pincode } = address;
  const parts = [recipient_name, address_line, landmark, `${city} ${pincode}`, state, country];
  return parts.filter((part) => part !== undefined).join(', ');
}
