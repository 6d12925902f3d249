import { z } from 'zod';
import { answer, describeCall, pagedAnswer } from './call.ts';
import { id, limit, moment, page, rupees, text } from './fields.ts';
import { maximumLines, maximumQuantity } from './rules/cart-quantity.ts';

export const orderStatus = z.enum([
  'PENDING_PAYMENT',
  'PLACED',
  'PACKING',
  'OUT_FOR_DELIVERY',
  'DELIVERED',
  'CANCELLED',
]);
export const paymentStatus = z.enum(['CASH ON DELIVERY', 'PENDING', 'PAID', 'FAILED', 'REFUNDED']);

export const paymentMethod = z.enum(['CASH', 'CARD']);

const quantity = z.int().min(1).max(maximumQuantity);
const plainItem = z.object({ productId: id, quantity });
const cartLineItem = z
  .object({ productId: z.object({ _id: id }), quantity })
  .transform((line) => ({ productId: line.productId._id, quantity: line.quantity }));

/** A line as the client believes the cart to be; a populated cart line is accepted too (decisions section 5). */
export const listItem = z.union([plainItem, cartLineItem]);

/** What an order line remembers of its product: `price` in rupees and `discount` in percent as they were. */
export const orderLine = z.object({
  /** Its place in the order, from 0: names the line in calls. */
  position: z.number().int(),
  productId: id,
  name: z.string(),
  unit: z.string(),
  image: z.string(),
  price: z.number(),
  discount: z.number(),
  quantity: z.number().int(),
  /** It could not be picked: it is not delivered and not charged. */
  isTakenOff: z.boolean(),
});

export const deliveryAddress = z.object({
  address_line: z.string(),
  city: z.string(),
  state: z.string(),
  country: z.string(),
  pincode: z.string(),
  mobile: z.string(),
});

/** An order (decisions section 5). `subTotalAmt` is rupees before, `totalAmt` rupees after discount. */
export const order = z.object({
  _id: id,
  orderId: z.string(),
  /** The first line, as the specification's order row shows it. */
  product_details: z.object({ name: z.string(), image: z.array(z.string()) }),
  items: z.array(orderLine),
  subTotalAmt: z.number(),
  totalAmt: z.number(),
  payment_status: paymentStatus,
  payment_method: paymentMethod,
  /** What went back to the shopper so far, in rupees. */
  refundedAmt: z.number(),
  status: orderStatus,
  delivery_address: deliveryAddress,
  createdAt: moment,
  /** When it should be at the door; null until it is placed. */
  promisedAt: moment.nullable(),
  deliveredAt: moment.nullable(),
  /** Until when an unpaid order holds its stock, and where it can be paid until then. */
  expiresAt: moment.nullable(),
  paymentUrl: z.string().nullable(),
});
export type Order = z.output<typeof order>;

const orderInput = z.strictObject({
  list_items: z.array(listItem).min(1).max(maximumLines),
  addressId: id,
  subTotalAmt: rupees,
  totalAmt: rupees,
});

export const placeCashOrder = describeCall({
  name: 'placeCashOrder',
  summary:
    'Places the cart as an order that is paid in cash. An `Idempotency-Key` header makes repeats harmless.',
  audience: 'user',
  input: orderInput,
  output: answer(order),
});

export const checkoutOrder = describeCall({
  name: 'checkoutOrder',
  summary:
    'Holds the cart as an unpaid order for 30 minutes and gives the page of the payment provider where it is paid. An `Idempotency-Key` header makes repeats harmless.',
  audience: 'user',
  input: orderInput,
  output: answer(z.object({ id: z.string(), url: z.string(), order })),
});

export const listOrders = describeCall({
  name: 'listOrders',
  summary: 'Gives the caller’s orders, newest first.',
  audience: 'user',
  input: z.object({ page, limit: limit(10) }),
  output: pagedAnswer(order),
});

/** One step in the life of an order. */
export const orderStep = z.object({
  status: orderStatus,
  payment_status: paymentStatus,
  at: moment,
  by: z.enum(['shopper', 'staff', 'shop']),
  reason: z.string().nullable(),
});

/** An order with its life so far, the oldest step first. */
export const orderDetails = order.extend({ steps: z.array(orderStep), canCancel: z.boolean() });
export type OrderDetails = z.output<typeof orderDetails>;

const reason = text(200);

export const getOrder = describeCall({
  name: 'getOrder',
  summary: 'Gives one of the caller’s orders with its life so far.',
  audience: 'user',
  input: z.object({ _id: id }),
  output: answer(orderDetails),
});

export const cancelOrder = describeCall({
  name: 'cancelOrder',
  summary:
    'Cancels an order that is not on its way yet: its stock goes back, what was paid is refunded, and what was never paid returns to the cart.',
  audience: 'user',
  input: z.strictObject({ _id: id, reason: reason.optional() }),
  output: answer(orderDetails),
});

export const reorder = describeCall({
  name: 'reorder',
  summary: 'Puts what an order had into the cart, as far as it is in stock, and says what is not.',
  audience: 'user',
  input: z.strictObject({ _id: id }),
  output: answer(
    z.object({
      added: z.array(z.object({ name: z.string(), quantity: z.number().int() })),
      /** In the cart, but fewer than there were in the order. */
      short: z.array(z.object({ name: z.string(), wanted: z.number().int(), got: z.number().int() })),
      gone: z.array(z.object({ name: z.string() })),
    }),
  ),
});
