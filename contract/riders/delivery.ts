import { z } from 'zod';
import { defineEndpoint } from '#contract/base/endpoint.ts';
import { id, moment, response, rupees, text } from '#contract/base/fields.ts';
import { orderDetails, orderStatus } from '#contract/orders/order.ts';
import { undeliveredOutcomes, undeliveredReasons } from '#contract/orders/undelivered.ts';

const slot = orderDetails.shape.slot;
const address = orderDetails.shape.delivery_address
  .pick({
    address_line: true,
    city: true,
    pincode: true,
    landmark: true,
    delivery_note: true,
    location: true,
  })
  .meta({ id: 'DoorAddress' });

/** How an order is paid at the door. UPI: the store confirms the payment later. NONE: nothing is due. */
export const doorPayments = ['CASH', 'UPI', 'NONE'] as const;
export type DoorPayment = (typeof doorPayments)[number];

/** An order that waits for a rider, or that another rider has. */
const waitingDelivery = z.object({
  _id: id,
  orderId: z.string(),
  status: orderStatus,
  firstName: z.string(),
  /** Where it goes to, without the door. */
  city: z.string(),
  pincode: z.string(),
  bags: z.number().int().nullable(),
  promisedAt: moment.nullable(),
  slot,
  rider: z.object({ _id: id, name: z.string() }).nullable(),
  /** 0 if it was never taken. */
  version: z.number().int(),
  /** Why the rider brings it back. */
  returning: z.enum(undeliveredReasons).nullable(),
});
export type WaitingDelivery = z.output<typeof waitingDelivery>;

/** An order of a rider, with what is needed at the door. */
const delivery = z
  .object({
    _id: id,
    orderId: z.string(),
    status: orderStatus,
    /** Counts how often the order was taken. A request that has another one fails with ORDER_TAKEN. */
    version: z.number().int(),
    takenAt: moment,
    leftAt: moment.nullable(),
    deliveredAt: moment.nullable(),
    promisedAt: moment.nullable(),
    slot,
    name: z.string(),
    mobile: z.string(),
    address,
    bags: z.number().int().nullable(),
    pieceCount: z.number().int(),
    totalAmt: z.number(),
    /** To be paid at the door, in rupees. */
    dueAmt: z.number(),
    /** Null if nothing is due, or the store takes no UPI payments. */
    upi: orderDetails.shape.upi,
    needsPin: z.boolean(),
    needsPhoto: z.boolean(),
    hasPhoto: z.boolean(),
    /** Of a delivered order. */
    payment: z.enum(doorPayments).nullable(),
    /** How often it could not be delivered. */
    attempts: z.number().int(),
    /** It goes back to the store, which has not confirmed that yet. */
    returning: z
      .object({ reason: z.enum(undeliveredReasons), note: z.string().nullable(), at: moment })
      .nullable(),
  })
  .meta({ id: 'Delivery' });
export type Delivery = z.output<typeof delivery>;

export const listDeliveries = defineEndpoint({
  method: 'GET',
  path: '/api/deliver/orders',
  summary:
    'Lists the orders that the caller has taken and not delivered yet, also those that were cancelled since, and the packed orders that wait for a rider or that other riders have.',
  audience: 'staff',
  permissions: ['deliver', 'hand-over'],
  input: z.object({}),
  output: response(
    z.object({
      own: z.array(delivery),
      waiting: z.array(waitingDelivery),
      /** The caller consents that shoppers see how far away their orders are. */
      sharesPosition: z.boolean(),
    }),
  ),
});

export const takeDelivery = defineEndpoint({
  method: 'POST',
  path: '/api/deliver/take',
  summary:
    'Takes a packed order to deliver it, at most four at once. ORDER_TAKEN, with the name of the rider in its details, if another has it. A repeated request changes nothing.',
  audience: 'staff',
  permissions: ['deliver'],
  errors: ['NOT_FOUND', 'ORDER_STATUS', 'ORDER_TAKEN', 'UNPICKED_LINES', 'BATCH_FULL'],
  input: z.strictObject({ _id: id }),
  output: response(delivery),
});

export const assignDelivery = defineEndpoint({
  method: 'PUT',
  path: '/api/deliver/assign',
  summary:
    'Gives a packed order, or one on its way, to a rider, or with null to none. `version` is the one that the caller saw, 0 if it was never taken: CHANGED_MEANWHILE if there is another.',
  audience: 'staff',
  permissions: ['hand-over'],
  errors: [
    ...(['NOT_FOUND', 'ORDER_STATUS', 'ORDER_TAKEN', 'UNPICKED_LINES', 'BATCH_FULL'] as const),
    'CHANGED_MEANWHILE',
  ],
  input: z.strictObject({ _id: id, riderId: id.nullable(), version: z.int().min(0).max(1_000_000) }),
  output: response(z.null()),
});

/** An order as the rider has taken it. */
const taken = { _id: id, version: z.int().min(1).max(1_000_000) };

export const giveBackDelivery = defineEndpoint({
  method: 'PUT',
  path: '/api/deliver/give-back',
  summary:
    'Gives an order back that has not left the store, or confirms that it was cancelled. A repeated request changes nothing.',
  audience: 'staff',
  permissions: ['deliver'],
  errors: ['NOT_FOUND', 'ORDER_STATUS', 'ORDER_TAKEN'],
  input: z.strictObject(taken),
  output: response(z.null()),
});

export const leaveWithOrder = defineEndpoint({
  method: 'PUT',
  path: '/api/deliver/leave',
  summary:
    'Hands an order over to its rider, who leaves with it: it gets its invoice. A repeated request changes nothing.',
  audience: 'staff',
  permissions: ['deliver'],
  errors: ['NOT_FOUND', 'ORDER_STATUS', 'ORDER_TAKEN', 'UNPICKED_LINES'],
  input: z.strictObject({ ...taken, at: moment }),
  output: response(delivery),
});

/** Most characters of a photo in base64. Clients reduce photos to about a tenth of it. */
const maximumPhotoCharacters = 4_000_000;

export const addDeliveryPhoto = defineEndpoint({
  method: 'POST',
  path: '/api/deliver/photo',
  summary:
    'Stores a picture as proof of a delivery (JPEG, PNG, WebP or AVIF in base64), before the delivery. Another one replaces it.',
  audience: 'staff',
  permissions: ['deliver'],
  bodyBytes: maximumPhotoCharacters + 10_000,
  errors: ['NOT_FOUND', 'ORDER_STATUS', 'ORDER_TAKEN'],
  input: z.strictObject({
    ...taken,
    photo: z.base64('Choose a photo.').min(1, 'Choose a photo.').max(maximumPhotoCharacters),
    at: moment,
  }),
  output: response(z.null()),
});

export const deliverOrder = defineEndpoint({
  method: 'PUT',
  path: '/api/deliver/delivered',
  summary:
    'Records that an order was delivered and how it was paid, once, however often it is sent. Cash is the amount due and goes in the cash book of the rider. A payment by UPI waits for its confirmation. PAYMENT_DUE if something is due and NONE is paid, BAD_DELIVERY_PIN for a missing or wrong PIN, PHOTO_NEEDED.',
  audience: 'staff',
  permissions: ['deliver'],
  errors: [
    ...(['NOT_FOUND', 'ORDER_STATUS', 'ORDER_TAKEN', 'PAYMENT_DUE', 'PAYMENT_AMOUNT'] as const),
    ...(['PAYMENT_RECORDED', 'BAD_DELIVERY_PIN', 'PHOTO_NEEDED'] as const),
  ],
  input: z.strictObject({
    ...taken,
    payment: z.discriminatedUnion('kind', [
      z
        .strictObject({
          kind: z.literal('CASH'),
          /** The amount due, as the phone showed it. */
          amount: rupees.min(0.01),
          /** In notes and coins; what is more is the change. */
          received: rupees.max(1_000_000),
        })
        .refine(({ amount, received }) => received >= amount, {
          path: ['received'],
          message: 'This is less than the amount due.',
        }),
      z.strictObject({ kind: z.literal('UPI') }),
      z.strictObject({ kind: z.literal('NONE') }),
    ]),
    pin: z
      .string()
      .regex(/^\d{4}$/, 'Enter the 4 digits.')
      .optional(),
    /** By the clock of the phone. */
    at: moment,
  }),
  output: response(delivery),
});

export const recordFailedDelivery = defineEndpoint({
  method: 'PUT',
  path: '/api/deliver/failed',
  summary:
    'Records that an order could not be delivered. RETRY: it stays with the rider for another try, and the shopper is told. RETURN: the rider brings it back, and the store confirms that with `recordUndelivered`, which restocks and refunds; until then it can still be delivered. A repeated request changes nothing; CHANGED_MEANWHILE if another attempt was recorded.',
  audience: 'staff',
  permissions: ['deliver'],
  errors: ['NOT_FOUND', 'ORDER_STATUS', 'ORDER_TAKEN', 'CHANGED_MEANWHILE'],
  input: z.strictObject({
    ...taken,
    /** Counts the failed attempts of the order, from 1. */
    attempt: z.int().min(1).max(1000),
    reason: z.enum(undeliveredReasons, 'Choose a reason.'),
    outcome: z.enum(undeliveredOutcomes, 'Choose what happens next.'),
    /** For the staff only. */
    note: text(200).optional(),
    at: moment,
  }),
  output: response(delivery),
});

export const sharePosition = defineEndpoint({
  method: 'PUT',
  path: '/api/deliver/share-position',
  summary:
    'Records that the caller consents that the shoppers of orders on their way see how far away they are, or withdraws it, which deletes the position.',
  audience: 'staff',
  permissions: ['deliver'],
  input: z.strictObject({ isShared: z.boolean() }),
  output: response(z.null()),
});

export const sendPosition = defineEndpoint({
  method: 'PUT',
  path: '/api/deliver/position',
  summary:
    'Stores where the caller is, instead of the position before. `isNeeded`: the caller has orders on their way; without one, or without consent, the position is not stored, and none should be sent. Positions within 10 seconds of the last one, and older ones, are ignored.',
  audience: 'staff',
  permissions: ['deliver'],
  input: z.strictObject({
    latitude: z.number().min(-90).max(90),
    longitude: z.number().min(-180).max(180),
    at: moment,
  }),
  output: response(z.object({ isNeeded: z.boolean() })),
});

export const listRiders = defineEndpoint({
  method: 'GET',
  path: '/api/deliver/riders',
  summary: 'Lists the people who deliver orders, those on shift first, and how many each of them has.',
  audience: 'staff',
  permissions: ['hand-over', 'close-day', 'accounting'],
  input: z.object({}),
  output: response(
    z.array(z.object({ _id: id, name: z.string(), orders: z.number().int(), isOnShift: z.boolean() })),
  ),
});

export const getDelivery = defineEndpoint({
  method: 'GET',
  path: '/api/order/delivery',
  summary:
    'Returns who brings an order of the caller, the PIN that the rider asks for at the door, and how far away the rider is; nulls without a rider, if none is needed, or if it is not known. The event stream of the order tells when it changes.',
  audience: 'user',
  errors: ['NOT_FOUND'],
  input: z.object({ _id: id }),
  output: response(
    z.object({
      /** First name. */
      rider: z.string().nullable(),
      pin: z.string().nullable(),
      /** How far away the rider is, if the order is on its way and the rider shares the position. */
      approach: z
        .object({
          /** By road, estimated, to within 100 m. */
          meters: z.number().int(),
          /** Estimated. */
          minutes: z.number().int(),
          at: moment,
        })
        .nullable(),
    }),
  ),
});
