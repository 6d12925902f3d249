import { z } from 'zod';
import { answer, describeCall, pagedAnswer } from './call.ts';
import { id, limit, moment, page, rupees } from './fields.ts';
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

const quantity = z.int().min(1).max(maximumQuantity);
const plainItem = z.object({ productId: id, quantity });
const cartLineItem = z
  .object({ productId: z.object({ _id: id }), quantity })
  .transform((line) => ({ productId: line.productId._id, quantity: line.quantity }));

/** A line as the client believes the cart to be; a populated cart line is accepted too (decisions section 5). */
export const listItem = z.union([plainItem, cartLineItem]);

/** What an order line remembers of its product: `price` in rupees and `discount` in percent as they were. */
export const orderLine = z.object({
  productId: id,
  name: z.string(),
  unit: z.string(),
  image: z.string(),
  price: z.number(),
  discount: z.number(),
  quantity: z.number().int(),
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
  status: orderStatus,
  delivery_address: deliveryAddress,
  createdAt: moment,
});
export type Order = z.output<typeof order>;

export const placeCashOrder = describeCall({
  name: 'placeCashOrder',
  summary:
    'Places the cart as an order that is paid in cash. An `Idempotency-Key` header makes repeats harmless.',
  audience: 'user',
  input: z.strictObject({
    list_items: z.array(listItem).min(1).max(maximumLines),
    addressId: id,
    subTotalAmt: rupees,
    totalAmt: rupees,
  }),
  output: answer(order),
});

export const listOrders = describeCall({
  name: 'listOrders',
  summary: 'Gives the caller’s orders, newest first.',
  audience: 'user',
  input: z.object({ page, limit: limit(10) }),
  output: pagedAnswer(order),
});
