import { z } from 'zod';
import { maximumLines, maximumQuantity } from '#contract/rules/stock.ts';
import { defineEndpoint } from './endpoint.ts';
import { id, limit, moment, page, pagedResponse, response, rupees, searchText, text } from './fields.ts';

export const orderStatus = z
  .enum(['PENDING_PAYMENT', 'PLACED', 'PACKING', 'OUT_FOR_DELIVERY', 'DELIVERED', 'CANCELLED'])
  .meta({ id: 'OrderStatus' });
const paymentStatus = z
  .enum(['CASH ON DELIVERY', 'PENDING', 'PAID', 'FAILED', 'REFUNDED'])
  .meta({ id: 'PaymentStatus' });

const paymentMethod = z.enum(['CASH', 'CARD']);

const quantity = z.int().min(1).max(maximumQuantity);
const plainItem = z.object({ productId: id, quantity });
const cartLineItem = z
  .object({ productId: z.object({ _id: id }), quantity })
  .transform((line) => ({ productId: line.productId._id, quantity: line.quantity }));

/** A line as the client believes the cart to be; a populated cart line is accepted too (decisions section 5). */
export const listItem = z.union([plainItem, cartLineItem]);

/** What an order line remembers of its product: `price` in rupees and `discount` in percent as they were. */
const orderLine = z.object({
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

const deliveryAddress = z.object({
  address_line: z.string(),
  city: z.string(),
  state: z.string(),
  country: z.string(),
  pincode: z.string(),
  mobile: z.string(),
});

/** An order (decisions section 5). `subTotalAmt` is rupees before, `totalAmt` rupees after discount. */
const order = z
  .object({
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
  })
  .meta({ id: 'Order' });
export type Order = z.output<typeof order>;

const orderInput = z.strictObject({
  list_items: z.array(listItem).min(1).max(maximumLines),
  addressId: id,
  subTotalAmt: rupees,
  totalAmt: rupees,
});

export const placeCashOrder = defineEndpoint({
  method: 'POST',
  path: '/api/order/cash-on-delivery',
  summary:
    'Places the cart as an order that is paid in cash. An `Idempotency-Key` header makes repeats harmless.',
  audience: 'user',
  errors: [
    'NOT_FOUND',
    'STOCK_SHORT',
    'PRICE_CHANGED',
    'CART_CHANGED',
    'CART_EMPTY',
    'IDEMPOTENCY_MISMATCH',
    'CONFLICT',
  ],
  input: orderInput,
  output: response(order),
});

export const checkoutOrder = defineEndpoint({
  method: 'POST',
  path: '/api/order/checkout',
  summary:
    'Holds the cart as an unpaid order for 30 minutes and gives the page of the payment provider where it is paid. An `Idempotency-Key` header makes repeats harmless.',
  audience: 'user',
  errors: [
    'NOT_FOUND',
    'STOCK_SHORT',
    'PRICE_CHANGED',
    'CART_CHANGED',
    'CART_EMPTY',
    'IDEMPOTENCY_MISMATCH',
    'CONFLICT',
    'PAYMENT_OVER',
  ],
  input: orderInput,
  output: response(z.object({ id: z.string(), url: z.string(), order })),
});

export const listOrders = defineEndpoint({
  method: 'GET',
  path: '/api/order/order-list',
  summary: 'Gives the caller’s orders, newest first.',
  audience: 'user',
  input: z.object({ page, limit: limit(10) }),
  output: pagedResponse(order),
});

/** One step in the life of an order. */
const orderStep = z.object({
  status: orderStatus,
  payment_status: paymentStatus,
  at: moment,
  by: z.enum(['shopper', 'staff', 'shop']),
  reason: z.string().nullable(),
});

/** An order with its life so far, the oldest step first. */
const orderDetails = order
  .extend({ steps: z.array(orderStep), canCancel: z.boolean() })
  .meta({ id: 'OrderDetails' });
export type OrderDetails = z.output<typeof orderDetails>;

const reason = text(200);

export const getOrder = defineEndpoint({
  method: 'GET',
  path: '/api/order/details',
  summary: 'Gives one of the caller’s orders with its life so far.',
  audience: 'user',
  errors: ['NOT_FOUND'],
  input: z.object({ _id: id }),
  output: response(orderDetails),
});

export const cancelOrder = defineEndpoint({
  method: 'PUT',
  path: '/api/order/cancel',
  summary:
    'Cancels an order that is not on its way yet: its stock goes back, what was paid is refunded, and what was never paid returns to the cart.',
  audience: 'user',
  errors: ['NOT_FOUND', 'ORDER_STATUS'],
  input: z.strictObject({ _id: id, reason: reason.optional() }),
  output: response(orderDetails),
});

export const reorder = defineEndpoint({
  method: 'POST',
  path: '/api/order/reorder',
  summary: 'Puts what an order had into the cart, as far as it is in stock, and says what is not.',
  audience: 'user',
  errors: ['NOT_FOUND'],
  input: z.strictObject({ _id: id }),
  output: response(
    z.object({
      added: z.array(z.object({ name: z.string(), quantity: z.number().int() })),
      /** In the cart, but fewer than there were in the order. */
      short: z.array(z.object({ name: z.string(), wanted: z.number().int(), got: z.number().int() })),
      gone: z.array(z.object({ name: z.string() })),
    }),
  ),
});

/** A line as whoever packs sees it: with where it stands and whether it is in the bag. */
const boardLine = orderLine.extend({ category: z.string(), isPicked: z.boolean() });

/** An order as the staff sees it: with its shopper, its lines sorted by category for the walk along the shelves. */
const boardOrder = orderDetails
  .extend({
    items: z.array(boardLine),
    shopper: z.object({ name: z.string(), email: z.string(), mobile: z.string() }),
    /** What should have gone back to the shopper and did not, in rupees: the shop has to find another way. */
    owedAmt: z.number(),
  })
  .meta({ id: 'BoardOrder' });
export type BoardOrder = z.output<typeof boardOrder>;

export const listBoard = defineEndpoint({
  method: 'GET',
  path: '/api/order/board',
  summary:
    'Gives orders for the staff: `OPEN` ones the most urgent first, others the newest first, `OWED` ones being those whose refund did not arrive; `search` finds order numbers, names and mobile numbers.',
  audience: 'admin',
  input: z.object({
    status: z.enum([...orderStatus.options, 'OPEN', 'OWED', 'ALL']).default('OPEN'),
    search: searchText,
    page,
    limit: limit(30),
  }),
  output: pagedResponse(boardOrder),
});

export const getBoardOrder = defineEndpoint({
  method: 'GET',
  path: '/api/order/board-order',
  summary: 'Gives any order for the staff.',
  audience: 'admin',
  errors: ['NOT_FOUND'],
  input: z.object({ _id: id }),
  output: response(boardOrder),
});

export const changeOrders = defineEndpoint({
  method: 'PUT',
  path: '/api/order/change-status',
  summary:
    'Takes orders to their next state, each on its own: those that cannot go there are named with the reason and stay as they are.',
  audience: 'admin',
  input: z
    .strictObject({
      ids: z.array(id).min(1).max(100),
      to: z.enum(['PACKING', 'OUT_FOR_DELIVERY', 'DELIVERED', 'CANCELLED']),
      reason: text(200).optional(),
    })
    .refine((input) => input.to !== 'CANCELLED' || input.reason !== undefined, {
      path: ['reason'],
      message: 'Please say why it is cancelled.',
    }),
  output: response(
    z.object({
      changed: z.array(boardOrder),
      refused: z.array(z.object({ _id: id, orderId: z.string(), code: z.string(), message: z.string() })),
    }),
  ),
});

export const pickLine = defineEndpoint({
  method: 'PUT',
  path: '/api/order/pick-line',
  summary: 'Notes that a line is in the bag, or out of it again.',
  audience: 'admin',
  errors: ['NOT_FOUND', 'ORDER_STATUS', 'CONFLICT'],
  input: z.strictObject({ _id: id, position: z.int().min(0).max(1000), isPicked: z.boolean() }),
  output: response(boardOrder),
});

export const takeOffLine = defineEndpoint({
  method: 'PUT',
  path: '/api/order/take-off-line',
  summary:
    'Takes a line off that cannot be picked: the bill gets smaller, and what was paid for it is refunded. The last line cannot be taken off: cancel the order.',
  audience: 'admin',
  errors: ['NOT_FOUND', 'ORDER_STATUS', 'CONFLICT'],
  input: z.strictObject({ _id: id, position: z.int().min(0).max(1000), reason: text(200).optional() }),
  output: response(boardOrder),
});

export const settleRefund = defineEndpoint({
  method: 'PUT',
  path: '/api/order/settle-refund',
  summary:
    'Notes that the shop has given back, by another way, what a refund did not bring back: `amount` is what was owed, `how` says by what way. An order that was cancelled counts as refunded then.',
  audience: 'admin',
  errors: ['NOT_FOUND', 'CONFLICT'],
  input: z.strictObject({ _id: id, amount: rupees, how: text(120) }),
  output: response(boardOrder),
});
