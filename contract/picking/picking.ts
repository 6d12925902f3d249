import { z } from 'zod';
import { defineEndpoint } from '#contract/base/endpoint.ts';
import { id, moment, response } from '#contract/base/fields.ts';
import { maximumQuantity } from '#contract/base/limits.ts';
import { substitutions } from '#contract/cart/substitution.ts';
import { maximumStock } from '#contract/inventory/stock.ts';
import { orderLine, orderStatus } from '#contract/orders/order.ts';
import { handlings } from './handling.ts';
import { totes } from './totes.ts';

const slot = z.object({ startsAt: moment, endsAt: moment }).nullable();

/** What the shopper is asked about missing pieces of a line. */
const question = z
  .object({
    position: z.number().int(),
    askedAt: moment,
    /** Without an answer until then, the first proposal counts. */
    deadline: moment,
    proposals: z.array(
      orderLine
        .pick({ productId: true, name: true, nameHindi: true, unit: true, image: true, quantity: true })
        /** What all pieces cost at most, in rupees. */
        .extend({ amount: z.number() }),
    ),
    /** `productId` is null for a refund. */
    answer: z.object({ productId: id.nullable(), at: moment }).nullable(),
  })
  .meta({ id: 'SubstitutionQuestion' });
export type SubstitutionQuestion = z.output<typeof question>;

/** A question as its shopper reads it. */
const shopperQuestion = question
  .extend({
    /** Pieces, or grams of a product by weight, that were found. */
    found: z.number().int(),
    /** Until the deadline by the clock of the server; 0 if it is over or nothing is asked any more. */
    secondsLeft: z.number(),
  })
  .meta({ id: 'ShopperQuestion' });
export type ShopperQuestion = z.output<typeof shopperQuestion>;

/** What a picker knows of the shopper. */
const pickedFor = {
  _id: id,
  orderId: z.string(),
  firstName: z.string(),
  promisedAt: moment.nullable(),
  slot,
};

/** An order that is to be picked. */
const waitingOrder = z.object({
  ...pickedFor,
  lineCount: z.number().int(),
  pieceCount: z.number().int(),
  /** When work has to begin, by which the list is sorted; of a later delivery before its window begins. */
  workBeginsAt: moment,
  /** The name of the picker who has it. */
  takenBy: z.string().nullable(),
});
export type WaitingOrder = z.output<typeof waitingOrder>;

const pickingLine = orderLine
  .pick({
    position: true,
    productId: true,
    name: true,
    nameHindi: true,
    unit: true,
    image: true,
    isTakenOff: true,
  })
  .extend({
    /** What was ordered. */
    quantity: z.number().int(),
    /** The grams of one of them, if it is sold by weight; at most `mostGrams` may be found then. */
    stepGrams: z.number().int().nullable(),
    mostGrams: z.number().int().nullable(),
    /** What one of them costs, in rupees, for the barcode of a scale that holds a price; null unless by weight. */
    stepPrice: z.number().nullable(),
    /** Empty if unknown, like SKU, location and category. */
    barcode: z.string(),
    /** A scale prints it as the number of the product. */
    sku: z.string(),
    location: z.string(),
    category: z.string(),
    /** What to take care of when it is packed. */
    handling: z.array(z.enum(handlings)),
    /** How many pieces, or grams by weight, were found; null until the line is picked. */
    found: z.number().int().nullable(),
    /** By the clock of the phone. */
    pickedAt: moment.nullable(),
    /** What the shopper wants if pieces are missing, and the product that is to be tried first. */
    substitution: z.enum(substitutions),
    preferredId: id.nullable(),
    question: question.nullable(),
    /** Where the product is that the shopper chose, or the first one of the question; empty without one. */
    proposalLocation: z.string(),
    /** What was taken for the missing pieces. */
    replacement: orderLine
      .pick({ productId: true, name: true, nameHindi: true, unit: true, image: true, quantity: true })
      .nullable(),
  });

/** An order that someone has taken, with its lines in the order of a walk through the store. */
const pickingOrder = z
  .object({
    ...pickedFor,
    status: orderStatus,
    /** Counts how often the order was taken. A request that has another one fails with ORDER_TAKEN. */
    version: z.number().int(),
    tote: z.enum(totes),
    takenAt: moment,
    /** Null until the order is packed. */
    packedAt: moment.nullable(),
    bags: z.number().int().nullable(),
    lines: z.array(pickingLine),
  })
  .meta({ id: 'PickingOrder' });
export type PickingOrder = z.output<typeof pickingOrder>;

export const listPicking = defineEndpoint({
  method: 'GET',
  path: '/api/pick/orders',
  summary:
    'Lists the orders that the caller has taken, also those that were cancelled since, and the orders to be picked in the order in which work must begin.',
  audience: 'staff',
  permissions: ['pick'],
  input: z.object({}),
  output: response(z.object({ own: z.array(pickingOrder), waiting: z.array(waitingOrder) })),
});

export const takeOrder = defineEndpoint({
  method: 'POST',
  path: '/api/pick/take',
  summary:
    'Takes an order to pick it, at most four at once. ORDER_TAKEN, with the name of the picker in its details, if another has it, unless `takeOver`: then it continues with what was found so far. A repeated request changes nothing.',
  audience: 'staff',
  permissions: ['pick'],
  errors: ['NOT_FOUND', 'ORDER_STATUS', 'ORDER_TAKEN', 'BATCH_FULL'],
  input: z.strictObject({ _id: id, takeOver: z.boolean().default(false) }),
  output: response(pickingOrder),
});

/** An order as the picker has taken it. */
const taken = { _id: id, version: z.int().min(1).max(1_000_000) };

export const giveBackOrder = defineEndpoint({
  method: 'PUT',
  path: '/api/pick/give-back',
  summary:
    'Gives an order back that is not packed, or was cancelled: what was found of it is forgotten. A repeated request changes nothing.',
  audience: 'staff',
  permissions: ['pick'],
  errors: ['NOT_FOUND', 'ORDER_STATUS', 'ORDER_TAKEN'],
  input: z.strictObject(taken),
  output: response(z.null()),
});

/** Pieces of another product; steps of one that is sold by weight. */
const replacement = z.strictObject({ productId: id, quantity: z.int().min(1).max(maximumQuantity) });

export const recordPickedLine = defineEndpoint({
  method: 'PUT',
  path: '/api/pick/line',
  summary:
    'Records how many pieces of a line were found, or how many grams of one that is sold by weight, and what replaces missing ones, whose stock is taken at once: the whole state of the line, so a phone can repeat what it sends. What was recorded at a later time of the phone stays. The replacement costs at most what it replaces; REPLACEMENT_REFUSED if the shopper wants a refund, or was not asked. `stock` sets the stock to what is left, once for each `requestId`.',
  audience: 'staff',
  permissions: ['pick'],
  errors: [
    ...(['NOT_FOUND', 'ORDER_STATUS', 'ORDER_TAKEN', 'CONFLICT', 'IDEMPOTENCY_MISMATCH'] as const),
    ...([
      'STOCK_SHORT',
      'PRODUCT_UNAVAILABLE',
      'DIET_MARK',
      'WEIGHT_TOO_HIGH',
      'REPLACEMENT_REFUSED',
    ] as const),
  ],
  input: z.strictObject({
    ...taken,
    position: z.int().min(0).max(1000),
    found: z.int().min(0).max(maximumStock),
    /** For missing pieces. */
    replacement: replacement.nullable().default(null),
    /** By the clock of the phone. */
    at: moment,
    /** The pieces, or grams, that are left after the found ones were taken. */
    stock: z.strictObject({ left: z.int().min(0).max(maximumStock), requestId: id }).optional(),
  }),
  output: response(pickingOrder),
});

/** A product that may replace another. */
const proposal = orderLine
  .pick({ productId: true, name: true, nameHindi: true, unit: true, image: true })
  .extend({
    brand: z.string(),
    barcode: z.string(),
    location: z.string(),
    veg: z.boolean().nullable(),
    /** What shoppers pay for a piece, in rupees. */
    price: z.number(),
    stock: z.number().int(),
  });
export type ReplacementProposal = z.output<typeof proposal>;

export const listReplacements = defineEndpoint({
  method: 'GET',
  path: '/api/pick/replacements',
  summary:
    'Lists at most six products in stock that may replace the product of a line, the one that the shopper prefers and then the most similar first: of its family or a category of it, and never one that is not vegetarian for one that is.',
  audience: 'staff',
  permissions: ['pick'],
  errors: ['NOT_FOUND'],
  input: z.object({ _id: id, position: z.coerce.number().int().min(0).max(1000) }),
  output: response(z.array(proposal)),
});

export const askShopper = defineEndpoint({
  method: 'POST',
  path: '/api/pick/ask',
  summary:
    'Records how much of a line was found, and asks the shopper what replaces the rest: one to three products, the best one first, which counts if there is no answer in time. Another question replaces one without an answer; CONFLICT after an answer.',
  audience: 'staff',
  permissions: ['pick'],
  errors: [
    ...(['NOT_FOUND', 'ORDER_STATUS', 'ORDER_TAKEN', 'CONFLICT', 'STOCK_SHORT'] as const),
    ...(['PRODUCT_UNAVAILABLE', 'DIET_MARK', 'WEIGHT_TOO_HIGH', 'REPLACEMENT_REFUSED'] as const),
  ],
  input: z.strictObject({
    ...taken,
    position: z.int().min(0).max(1000),
    found: z.int().min(0).max(maximumStock),
    at: moment,
    proposals: z.array(replacement).min(1).max(3),
  }),
  output: response(pickingOrder),
});

export const listQuestions = defineEndpoint({
  method: 'GET',
  path: '/api/order/questions',
  summary: 'Lists what the caller is asked about missing products of an order.',
  audience: 'user',
  errors: ['NOT_FOUND'],
  input: z.object({ _id: id }),
  output: response(z.array(shopperQuestion)),
});

export const answerQuestion = defineEndpoint({
  method: 'PUT',
  path: '/api/order/answer',
  summary:
    'Chooses what replaces missing pieces: one of the proposed products, or without a `productId` a refund. QUESTION_OVER after the deadline. A repeated request changes nothing.',
  audience: 'user',
  errors: ['NOT_FOUND', 'ORDER_STATUS', 'CONFLICT', 'QUESTION_OVER', 'STOCK_SHORT'],
  input: z.strictObject({ _id: id, position: z.int().min(0).max(1000), productId: id.nullable() }),
  output: response(z.array(shopperQuestion)),
});

export const packOrder = defineEndpoint({
  method: 'PUT',
  path: '/api/pick/packed',
  summary:
    'Marks an order packed: what was not found is no longer charged, and refunded if it was paid. UNPICKED_LINES, with the positions in its details, if lines are not picked; QUESTION_OPEN, with the deadline, if the shopper can still answer; NOTHING_FOUND if there is nothing to deliver. A repeated request changes nothing.',
  audience: 'staff',
  permissions: ['pick'],
  errors: ['NOT_FOUND', 'ORDER_STATUS', 'ORDER_TAKEN', 'UNPICKED_LINES', 'QUESTION_OPEN', 'NOTHING_FOUND'],
  input: z.strictObject({ ...taken, bags: z.int().min(0).max(100), at: moment }),
  output: response(pickingOrder),
});
