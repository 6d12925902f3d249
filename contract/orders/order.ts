import { z } from 'zod';
import { coordinates } from '#contract/addresses/address.ts';
import { addressLabels } from '#contract/addresses/postal-address.ts';
import { reservationMinutes } from '#contract/base/durations.ts';
import { defineEndpoint } from '#contract/base/endpoint.ts';
import { id, limit, moment, page, pagedResponse, response, rupees, text } from '#contract/base/fields.ts';
import { maximumLines, maximumQuantity } from '#contract/base/limits.ts';
import { billLineKinds } from '#contract/cart/bill.ts';
import { addedToCart } from '#contract/cart/cart.ts';
import { longestPromiseMinutes } from '#contract/delivery/promised-minutes.ts';
import { couponCode } from '#contract/discounts/offer.ts';
import { product } from '#contract/products/product.ts';
import { documentTitles, taxDocumentKinds } from '#contract/tax/document-number.ts';
import { undeliveredReasons } from './undelivered.ts';

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

/** How the staff receive a payment. */
export const receiptMethod = z.enum(['CASH', 'UPI']);

/** A payment that the staff recorded; `collection` in the API. */
export const receipt = z.object({
  method: receiptMethod,
  amount: z.number(),
  /** Of a UPI transfer. */
  reference: z.string().nullable(),
  at: moment,
});

/** A window of later delivery. */
const deliverySlot = z.object({ startsAt: moment, endsAt: moment });

/** A line of the cart that the client shows; a whole cart line is accepted too. */
export const listItem = z.union([plainItem, cartLineItem]);

/**
 * A line of an order with a copy of its product: `price` in rupees and `discount` in percent at the time of the
 * order.
 */
export const orderLine = z.object({
  /** Index in the order, from 0; identifies the line in requests. */
  position: z.number().int(),
  productId: id,
  name: z.string(),
  /** Empty for none. */
  nameHindi: z.string(),
  unit: z.string(),
  image: z.string(),
  price: z.number(),
  discount: z.number(),
  /** Paid instead of the discounted price. */
  salePrice: z.number().nullable(),
  /** What is delivered and charged. */
  quantity: z.number().int(),
  /** More than `quantity` if pieces were missing when the order was packed. */
  orderedQuantity: z.number().int(),
  /**
   * What was ordered, of a product that is sold by weight. If less was weighed, the line is one piece with that unit
   * and its price.
   */
  orderedGrams: z.number().int().nullable(),
  /** The position of the line that this one replaces; null for one that was ordered. */
  replaces: z.number().int().nullable(),
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
  business_name: z.string().optional(),
  gstin: z.string().optional(),
});

/** An order. `subTotalAmt` is its items before discount, `totalAmt` the whole bill, in rupees. */
const order = z
  .object({
    _id: id,
    orderId: z.string(),
    /** The first line, for order lists. */
    product_details: z.object({ name: z.string(), nameHindi: z.string(), image: z.array(z.string()) }),
    items: z.array(orderLine),
    subTotalAmt: z.number(),
    totalAmt: z.number(),
    /**
     * Adds up to `totalAmt`. A line is never changed; items that turn out to be unavailable, and refunds after the
     * delivery, add one.
     */
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
    collection: receipt.nullable(),
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
    /** The new time of which the shopper of a late order was told. */
    revisedAt: moment.optional(),
    /** The store credit that the shopper got because of it. */
    lateCreditAmt: z.number().optional(),
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
  slot: z.strictObject(deliverySlot.shape).optional(),
  /** The minutes to the door that the shopper has seen; not with a slot. */
  shownMinutes: z.int().min(1).max(longestPromiseMinutes).optional(),
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
  'MAXIMUM_PER_ORDER',
  'PRODUCT_UNAVAILABLE',
  'PRICE_CHANGED',
  'CART_CHANGED',
  'CART_EMPTY',
  'ORDER_UNITS_LIMIT',
  'STORE_CLOSED',
  'PROMISE_CHANGED',
  'SLOT_UNAVAILABLE',
  'OUTSIDE_AREA',
  'ADDRESS_UNCLEAR',
  'MINIMUM_ORDER',
  'ACCOUNT_BLOCKED',
  'CREDIT_CHANGED',
  'COUPON_UNUSABLE',
  'COUPON_NEEDS_VERIFICATION',
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
  errors: [...commonOrderErrors, 'CASH_ORDER_LIMIT', 'CASH_PAYMENT_OFF'],
  input: orderInput,
  output: response(order),
});

export const placeUpiOrder = defineEndpoint({
  method: 'POST',
  path: '/api/order/upi',
  summary:
    'Places the cart as an order that the shopper pays to the UPI ID of the store; the order has the link. A retry with the same `Idempotency-Key` header returns the same order.',
  audience: 'user',
  errors: [...commonOrderErrors, 'CASH_ORDER_LIMIT', 'UPI_PAYMENT_OFF'],
  input: orderInput,
  output: response(order),
});

export const checkoutOrder = defineEndpoint({
  method: 'POST',
  path: '/api/order/checkout',
  summary: `Places the cart as an unpaid order, reserved for ${reservationMinutes} minutes, and returns the payment page. A retry with the same \`Idempotency-Key\` header returns the same order.`,
  audience: 'user',
  errors: [...commonOrderErrors, 'CARD_PAYMENT_OFF', 'UNPAID_ORDER_LIMIT', 'PAYMENT_OVER'],
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
export const orderStep = z.object({
  status: orderStatus,
  payment_status: paymentStatus,
  at: moment,
  by: z.enum(['shopper', 'staff', 'shop']),
  /** Shown to the shopper. */
  reason: z.string().nullable(),
  /** Of an attempt to deliver the order that failed: it is tried again, or with status CANCELLED back at the store. */
  undelivered: z.enum(undeliveredReasons).optional(),
});

/** How an unpaid order is paid by UPI: `url` opens a UPI app and is the content of the QR code. */
const upiRequest = z.object({
  url: z.string(),
  vpa: z.string(),
  payeeName: z.string(),
  /** By which the staff find the payment. */
  reference: z.string(),
});

/** An invoice, bill of supply or credit note of an order. It is never changed; `invoicePath` prints it. */
const orderDocument = z
  .object({
    _id: id,
    kind: z.enum(taxDocumentKinds),
    title: z.enum(documentTitles),
    number: z.string(),
    issuedAt: moment,
    /** In rupees, like the tax that it includes. */
    totalAmt: z.number(),
    taxAmt: z.number(),
  })
  .meta({ id: 'OrderDocument' });

/** An order with its status changes, oldest first. */
export const orderDetails = order
  .extend({
    steps: z.array(orderStep),
    canCancel: z.boolean(),
    /** Null when nothing is to be paid at the door, or the store takes no UPI payments. */
    upi: upiRequest.nullable(),
    /** The invoice, which an order has from the hand-over on, and its credit notes in the order of their issue. */
    documents: z.array(orderDocument),
    /** The tax in `totalAmt`, in rupees; 0 if nothing is taxable or the store has no GSTIN. */
    includedTaxAmt: z.number(),
  })
  .meta({ id: 'OrderDetails' });
export type OrderDetails = z.output<typeof orderDetails>;

const reason = text(200);

/** What the caller's order costs with the cart added to it, in rupees. */
const addition = z
  .object({
    lines: z.array(
      z.object({
        ...{ productId: id, name: z.string(), nameHindi: z.string(), unit: z.string(), image: z.string() },
        quantity: z.number().int(),
        amount: z.number(),
      }),
    ),
    /** Of the order as it is, and with the addition. */
    totalAmt: z.number(),
    newTotalAmt: z.number(),
  })
  .meta({ id: 'OrderAddition' });
export type OrderAddition = z.output<typeof addition>;

const additionErrors = [
  ...(['NOT_FOUND', 'ORDER_STATUS', 'CART_EMPTY', 'STOCK_SHORT', 'MAXIMUM_PER_ORDER'] as const),
  ...(['PRODUCT_UNAVAILABLE', 'CONFLICT'] as const),
];

export const quoteAddition = defineEndpoint({
  method: 'GET',
  path: '/api/order/addition',
  summary:
    'Prices the cart as an addition to an order of the caller that is paid on delivery and not being packed yet. CONFLICT for a product whose price has changed since it was ordered.',
  audience: 'user',
  errors: additionErrors,
  input: z.object({ _id: id }),
  output: response(addition),
});

export const addToOrder = defineEndpoint({
  method: 'POST',
  path: '/api/order/add',
  summary:
    'Moves the cart into an order that is paid on delivery, unless packing has started: ORDER_STATUS. `newTotalAmt` is the total of `quoteAddition`. A retry with the same `Idempotency-Key` header returns the order.',
  audience: 'user',
  errors: [
    ...additionErrors,
    ...(['CART_CHANGED', 'PRICE_CHANGED', 'ORDER_UNITS_LIMIT', 'ACCOUNT_BLOCKED'] as const),
    'IDEMPOTENCY_MISMATCH',
  ],
  input: z.strictObject({ _id: id, list_items: orderInput.shape.list_items, newTotalAmt: rupees }),
  output: response(orderDetails),
});

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
