import { z } from 'zod';
import { coordinates } from '#contract/accounts/address.ts';
import { billLineKinds } from '#contract/rules/bill.ts';
import { reservationMinutes } from '#contract/rules/durations.ts';
import { maximumLines, maximumQuantity } from '#contract/rules/limits.ts';
import { addressLabels } from '#contract/rules/postal-address.ts';
import { addedToCart } from './cart.ts';
import { defineEndpoint } from './endpoint.ts';
import { id, limit, moment, page, pagedResponse, response, rupees, searchText, text } from './fields.ts';
import { couponCode } from './offer.ts';
import { product } from './product.ts';

export const orderStatus = z
  .enum(['PENDING_PAYMENT', 'PLACED', 'PACKING', 'OUT_FOR_DELIVERY', 'DELIVERED', 'CANCELLED'])
  .meta({ id: 'OrderStatus' });
const paymentStatus = z
  .enum(['CASH ON DELIVERY', 'PENDING', 'PAID', 'FAILED', 'REFUNDED'])
  .meta({ id: 'PaymentStatus' });

export const paymentMethod = z.enum(['CASH', 'CARD', 'UPI']);
export type PaymentMethod = z.output<typeof paymentMethod>;

const quantity = z.int().min(1).max(maximumQuantity);
const plainItem = z.object({ productId: id, quantity });
const cartLineItem = z
  .object({ productId: z.object({ _id: id }), quantity })
  .transform((line) => ({ productId: line.productId._id, quantity: line.quantity }));

/** How the staff collect a payment. */
const collectionMethod = z.enum(['CASH', 'UPI']);

/** The number of a UPI transfer (UTR or RRN), which banks and UPI apps show. */
const upiReference = text(20)
  .transform((typed) => typed.replaceAll(/[\s-]/g, ''))
  .pipe(z.string().regex(/^\d{12}$/, 'Enter the 12 digits of the UPI reference number.'));

/** A payment that the staff recorded. */
const collection = z.object({
  method: collectionMethod,
  amount: z.number(),
  /** Of a UPI transfer. */
  reference: z.string().nullable(),
  at: moment,
});

/** A window of later delivery. */
const deliverySlot = z.object({ startsAt: moment, endsAt: moment });

/** A line of the cart that the client shows; a whole cart line is accepted too. */
export const listItem = z.union([plainItem, cartLineItem]);

/** A line of an order with a copy of its product: `price` in rupees and `discount` in percent at the time of the order. */
const orderLine = z.object({
  /** Index in the order, from 0; identifies the line in requests. */
  position: z.number().int(),
  productId: id,
  name: z.string(),
  unit: z.string(),
  image: z.string(),
  price: z.number(),
  discount: z.number(),
  quantity: z.number().int(),
  /** Unavailable when picked: neither delivered nor charged. */
  isTakenOff: z.boolean(),
});

const deliveryAddress = z.object({
  address_line: z.string(),
  city: z.string(),
  state: z.string(),
  country: z.string(),
  pincode: z.string(),
  mobile: z.string(),
  // Those that the shopper has entered.
  label: z.enum(addressLabels).optional(),
  recipient_name: z.string().optional(),
  landmark: z.string().optional(),
  delivery_note: z.string().optional(),
  location: coordinates.optional(),
});

/** An order. `subTotalAmt` is its items before discount, `totalAmt` the whole bill, in rupees. */
const order = z
  .object({
    _id: id,
    orderId: z.string(),
    /** The first line, for order lists. */
    product_details: z.object({ name: z.string(), image: z.array(z.string()) }),
    items: z.array(orderLine),
    subTotalAmt: z.number(),
    totalAmt: z.number(),
    /** Adds up to `totalAmt`. A line is never changed; items that turn out to be unavailable, and refunds after the delivery, add one. */
    bill: z.array(
      z.object({
        kind: z.enum(billLineKinds),
        amount: z.number(),
        /** Of a discount or a refund, whose amount is negative. */
        name: z.string().optional(),
      }),
    ),
    payment_status: paymentStatus,
    payment_method: paymentMethod,
    /** Paid, or to be paid, on the test page of the sandbox: no money moves. */
    isTestPayment: z.boolean(),
    /** Paid with store credit, and what of that was returned, in rupees. Card or cash pay the rest. */
    creditAmt: z.number(),
    creditReturnedAmt: z.number(),
    /** The payment in cash or by UPI, once the staff have recorded it. */
    collection: collection.nullable(),
    /** Refunded so far, in rupees. */
    refundedAmt: z.number(),
    status: orderStatus,
    delivery_address: deliveryAddress,
    createdAt: moment,
    /** From the order, or from its payment by card, to the door, as promised before the order. */
    promisedMinutes: z.number().int(),
    /** The later time of delivery that the shopper chose; null for a delivery as soon as possible. */
    slot: deliverySlot.nullable(),
    /** Promised delivery time, of a chosen window its end; null until the order is placed. */
    promisedAt: moment.nullable(),
    deliveredAt: moment.nullable(),
    /** Until when an unpaid order reserves its stock, and where it can be paid until then. */
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
  /** Paid with store credit, at most the total and the balance. */
  creditAmt: rupees.optional(),
  couponCode: couponCode.optional(),
  /** A window of `listDeliverySlots`; without one the order is delivered as soon as possible. */
  slot: z.strictObject({ startsAt: moment, endsAt: moment }).optional(),
});

export const listPaymentMethods = defineEndpoint({
  method: 'GET',
  path: '/api/order/payment-methods',
  summary: 'Lists the payment methods of the shop. `isTest`: card payments are simulated.',
  audience: 'anyone',
  input: z.object({}),
  output: response(z.object({ methods: z.array(paymentMethod), isTest: z.boolean() })),
});

const commonOrderErrors = [
  'NOT_FOUND',
  'STOCK_SHORT',
  'PRICE_CHANGED',
  'CART_CHANGED',
  'CART_EMPTY',
  'CASH_ORDER_LIMIT',
  'ORDER_UNITS_LIMIT',
  'STORE_CLOSED',
  'SLOT_UNAVAILABLE',
  'OUTSIDE_AREA',
  'MINIMUM_ORDER',
  'ACCOUNT_BLOCKED',
  'CREDIT_CHANGED',
  'COUPON_UNUSABLE',
  'IDEMPOTENCY_MISMATCH',
  'CONFLICT',
] as const;

export const listDeliverySlots = defineEndpoint({
  method: 'GET',
  path: '/api/order/slots',
  summary:
    'Lists the later times of delivery that can be chosen now, earliest first, and whether they are full.',
  audience: 'user',
  input: z.object({}),
  output: response(z.array(deliverySlot.extend({ isFull: z.boolean() }))),
});

export const placeCashOrder = defineEndpoint({
  method: 'POST',
  path: '/api/order/cash-on-delivery',
  summary:
    'Places the cart as a cash order. A retry with the same `Idempotency-Key` header returns the same order.',
  audience: 'user',
  errors: [...commonOrderErrors, 'CASH_PAYMENT_OFF'],
  input: orderInput,
  output: response(order),
});

export const placeUpiOrder = defineEndpoint({
  method: 'POST',
  path: '/api/order/upi',
  summary:
    'Places the cart as an order that the shopper pays to the UPI id of the store; the order has the link. A retry with the same `Idempotency-Key` header returns the same order.',
  audience: 'user',
  errors: [...commonOrderErrors, 'UPI_PAYMENT_OFF'],
  input: orderInput,
  output: response(order),
});

export const checkoutOrder = defineEndpoint({
  method: 'POST',
  path: '/api/order/checkout',
  summary: `Places the cart as an unpaid order, reserved for ${reservationMinutes} minutes, and returns the payment page. A retry with the same \`Idempotency-Key\` header returns the same order.`,
  audience: 'user',
  errors: [
    'NOT_FOUND',
    'STOCK_SHORT',
    'PRICE_CHANGED',
    'CART_CHANGED',
    'CART_EMPTY',
    'CARD_PAYMENT_OFF',
    'UNPAID_ORDER_LIMIT',
    'ORDER_UNITS_LIMIT',
    'STORE_CLOSED',
    'SLOT_UNAVAILABLE',
    'OUTSIDE_AREA',
    'MINIMUM_ORDER',
    'ACCOUNT_BLOCKED',
    'CREDIT_CHANGED',
    'COUPON_UNUSABLE',
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
  summary: 'Lists the orders of the caller, newest first.',
  audience: 'user',
  input: z.object({ page, limit: limit(10) }),
  output: pagedResponse(order),
});

export const listBoughtProducts = defineEndpoint({
  method: 'GET',
  path: '/api/order/bought-products',
  summary: 'Lists the products of past orders of the caller that are in stock, the last bought first.',
  audience: 'user',
  input: z.object({ limit: limit(15) }),
  output: response(z.array(product)),
});

/** A status change of an order. */
const orderStep = z.object({
  status: orderStatus,
  payment_status: paymentStatus,
  at: moment,
  by: z.enum(['shopper', 'staff', 'shop']),
  /** Shown to the shopper. */
  reason: z.string().nullable(),
});

/** How an unpaid order is paid by UPI: `url` opens a UPI app and is the content of the QR code. */
const upiRequest = z.object({
  url: z.string(),
  vpa: z.string(),
  payeeName: z.string(),
  /** By which the staff find the payment. */
  reference: z.string(),
});

/** An order with its status changes, oldest first. */
export const orderDetails = order
  .extend({
    steps: z.array(orderStep),
    canCancel: z.boolean(),
    /** Null when nothing is to be paid at the door, or the store takes no UPI payments. */
    upi: upiRequest.nullable(),
  })
  .meta({ id: 'OrderDetails' });
export type OrderDetails = z.output<typeof orderDetails>;

const reason = text(200);

export const getOrder = defineEndpoint({
  method: 'GET',
  path: '/api/order/details',
  summary: 'Returns an order of the caller with its status changes.',
  audience: 'user',
  errors: ['NOT_FOUND'],
  input: z.object({ _id: id }),
  output: response(orderDetails),
});

export const cancelOrder = defineEndpoint({
  method: 'PUT',
  path: '/api/order/cancel',
  summary:
    'Cancels an order that is not out for delivery: restocks it, refunds what was paid, and returns an unpaid order to the cart.',
  audience: 'user',
  errors: ['NOT_FOUND', 'ORDER_STATUS'],
  input: z.strictObject({ _id: id, reason: reason.optional() }),
  output: response(orderDetails),
});

export const reorder = defineEndpoint({
  method: 'POST',
  path: '/api/order/reorder',
  summary:
    'Adds the products of an order to the cart as far as they are in stock, and returns what is missing.',
  audience: 'user',
  errors: ['NOT_FOUND'],
  input: z.strictObject({ _id: id }),
  output: response(addedToCart),
});

/** A line with its category and whether it is picked. */
const boardLine = orderLine.extend({ category: z.string(), isPicked: z.boolean() });

/** An order for the staff: with its shopper, lines sorted by category for picking. */
const boardOrder = orderDetails
  .extend({
    items: z.array(boardLine),
    steps: z.array(orderStep.extend({ internalReason: z.string().nullable() })),
    shopper: z.object({ name: z.string(), email: z.string(), mobile: z.string() }),
    /** `by` is null if an earlier version did not record who; `note` says why another amount than was due was paid. */
    collection: collection.extend({ by: z.string().nullable(), note: z.string().nullable() }).nullable(),
    /** Refunds in rupees that the staff have to pay by hand. */
    owedAmt: z.number(),
  })
  .meta({ id: 'BoardOrder' });
export type BoardOrder = z.output<typeof boardOrder>;

export const listBoard = defineEndpoint({
  method: 'GET',
  path: '/api/order/board',
  summary:
    'Lists orders for the staff: `OPEN` ones in the order in which work must begin, others newest first; `OWED` are orders with a refund due, `UNPAID` those by UPI, and delivered ones in cash, of which no payment is recorded, oldest first. `search` matches order numbers, names and mobile numbers.',
  audience: 'admin',
  input: z.object({
    status: z.enum([...orderStatus.options, 'OPEN', 'OWED', 'UNPAID', 'ALL']).default('OPEN'),
    search: searchText,
    page,
    limit: limit(30),
  }),
  output: pagedResponse(boardOrder),
});

export const getBoardOrder = defineEndpoint({
  method: 'GET',
  path: '/api/order/board-order',
  summary: 'Returns any order, for the staff.',
  audience: 'admin',
  errors: ['NOT_FOUND'],
  input: z.object({ _id: id }),
  output: response(boardOrder),
});

export const changeOrders = defineEndpoint({
  method: 'PUT',
  path: '/api/order/change-status',
  summary:
    'Changes the status of orders independently; returns those that could not be changed with the reason: UNPICKED_LINES when an order is handed over of which lines are not picked, unless `allowUnpicked`, PAYMENT_DUE when an order is delivered of which the UPI payment is not recorded, unless `allowUnpaid`. A delivered cash order records the amount due as received in cash. `reason` of a cancellation is for the staff, `message` for the shopper.',
  audience: 'admin',
  // To cancel, which refunds paid orders.
  needsStepUp: 'sometimes',
  input: z
    .strictObject({
      ids: z.array(id).min(1).max(100),
      to: z.enum(['PACKING', 'OUT_FOR_DELIVERY', 'DELIVERED', 'CANCELLED']),
      /** Why an order is cancelled, or delivered without its payment: for the staff only. */
      reason: text(200).optional(),
      /** What the shopper reads about a cancellation, on the order and in the email. */
      message: text(200).optional(),
      /** Hands over orders of which lines are not picked; without it they are refused with UNPICKED_LINES. */
      allowUnpicked: z.boolean().default(false),
      /** Delivers orders of which no payment is recorded, an order in cash only with a `reason`; see PAYMENT_DUE. */
      allowUnpaid: z.boolean().default(false),
    })
    .refine((input) => input.to !== 'CANCELLED' || input.reason !== undefined, {
      path: ['reason'],
      message: 'Enter a reason',
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
  summary: 'Marks a line as picked or not picked.',
  audience: 'admin',
  errors: ['NOT_FOUND', 'ORDER_STATUS', 'CONFLICT'],
  input: z.strictObject({ _id: id, position: z.int().min(0).max(1000), isPicked: z.boolean() }),
  output: response(boardOrder),
});

export const markLineUnavailable = defineEndpoint({
  method: 'PUT',
  path: '/api/order/take-off-line',
  summary:
    'Marks a line as unavailable: reduces the total and refunds what was paid for it. The last line cannot be marked; cancel the order instead.',
  audience: 'admin',
  errors: ['NOT_FOUND', 'ORDER_STATUS', 'CONFLICT'],
  input: z.strictObject({ _id: id, position: z.int().min(0).max(1000), reason: text(200).optional() }),
  output: response(boardOrder),
});

export const recordPayment = defineEndpoint({
  method: 'PUT',
  path: '/api/order/record-payment',
  summary:
    'Records that an order was paid in cash or by UPI. Another amount than is due needs a `note`. A repeated request changes nothing; REFERENCE_USED if another order has this UPI reference, PAYMENT_RECORDED if another payment of the order is recorded.',
  audience: 'admin',
  errors: ['NOT_FOUND', 'ORDER_STATUS', 'CONFLICT', 'PAYMENT_AMOUNT', 'PAYMENT_RECORDED', 'REFERENCE_USED'],
  input: z
    .strictObject({
      _id: id,
      method: collectionMethod,
      amount: rupees.min(0.01, 'Enter the amount that was paid.'),
      /** Of a UPI transfer: 12 digits, spaces allowed. */
      reference: upiReference.optional(),
      note: text(200).optional(),
    })
    .refine(({ method, reference }) => (method === 'UPI') === (reference !== undefined), {
      path: ['reference'],
      message: 'A UPI payment has a reference number, cash has none.',
    }),
  output: response(boardOrder),
});

export const settleRefund = defineEndpoint({
  method: 'PUT',
  path: '/api/order/settle-refund',
  summary:
    'Marks a refund that is due as paid by hand: `amount` is the amount due, `how` the means, `method` where the money is missing on the day sheet. A cancelled order becomes refunded.',
  audience: 'admin',
  needsStepUp: true,
  errors: ['NOT_FOUND', 'CONFLICT'],
  input: z.strictObject({
    _id: id,
    amount: rupees,
    how: text(120),
    method: z.enum(['CASH', 'UPI', 'OTHER']).default('OTHER'),
  }),
  output: response(boardOrder),
});
