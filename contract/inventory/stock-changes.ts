import { z } from 'zod';
import { defineEndpoint } from '#contract/base/endpoint.ts';
import { id, limit, moment, page, pagedResponse, response, text } from '#contract/base/fields.ts';
import { maximumStock, stockActions, stockCauses } from './stock.ts';

/** A change of the stock of a product. */
const stockChange = z.object({
  _id: z.string(),
  at: moment,
  cause: z.enum(stockCauses),
  /** 0 only for a count that found what was expected. */
  difference: z.number().int(),
  /** After the change. */
  stock: z.number().int(),
  /** For which stock was taken or returned. */
  order: z.object({ _id: id, orderId: z.string() }).nullable(),
  /** Name of the staff member. */
  by: z.string().nullable(),
  note: z.string(),
});
export type StockChange = z.output<typeof stockChange>;

/** A product as it is counted. `waiting` units are sold but not picked yet: a count finds `stock + waiting`. */
const productSummary = z.object({
  _id: id,
  name: z.string(),
  unit: z.string(),
  image: z.string(),
  stock: z.number().int(),
  waiting: z.number().int(),
});
export type ProductSummary = z.output<typeof productSummary>;

export const listStockChanges = defineEndpoint({
  method: 'GET',
  path: '/api/stock/changes',
  summary:
    'Lists the changes of the stock of a product, newest first, with `until` only those up to that time: the first has the stock of that time. Also of a deleted product.',
  audience: 'staff',
  permissions: ['count-stock'],
  input: z.object({ productId: id, until: moment.optional(), page, limit: limit(20) }),
  output: pagedResponse(stockChange),
});

export const getProductSummary = defineEndpoint({
  method: 'GET',
  path: '/api/stock/product',
  summary: 'Returns a product as it is counted, with its present stock.',
  audience: 'staff',
  permissions: ['count-stock'],
  errors: ['NOT_FOUND'],
  input: z.object({ productId: id }),
  output: response(productSummary),
});

export const recordStock = defineEndpoint({
  method: 'POST',
  path: '/api/stock/record',
  summary:
    'Records what was counted, received or thrown away. `quantity` of a COUNT is all that is on the shelf, with the units of orders that are not picked yet. A repeated request with the same `requestId` changes nothing.',
  audience: 'staff',
  permissions: ['count-stock'],
  errors: ['NOT_FOUND', 'STOCK_SHORT', 'IDEMPOTENCY_MISMATCH'],
  input: z
    .strictObject({
      productId: id,
      action: z.enum(stockActions),
      quantity: z.int().min(0).max(maximumStock),
      note: text(200).optional(),
      /** Chosen by the client, new for each entry. */
      requestId: id,
    })
    .refine(({ action, quantity }) => action === 'COUNT' || quantity > 0, {
      path: ['quantity'],
      message: 'Enter at least 1.',
    }),
  /** `difference` is what was recorded. */
  output: response(productSummary.extend({ difference: z.number().int() })),
});
