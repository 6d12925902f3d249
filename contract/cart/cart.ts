import { z } from 'zod';
import { defineEndpoint } from '#contract/base/endpoint.ts';
import { id, response } from '#contract/base/fields.ts';
import { maximumLines, maximumQuantity } from '#contract/base/limits.ts';
import { product } from '#contract/products/product.ts';
import { guestSubstitution } from './substitution.ts';

/** Reasons to review a line before paying. */
export const cartNotice = z.enum(['OUT_OF_STOCK', 'STOCK_SHORT', 'MAXIMUM_PER_ORDER', 'PRICE_CHANGED']);

export const cartLine = z
  .object({
    _id: id,
    quantity: z.number().int(),
    productId: product,
    notices: z.array(cartNotice),
    /** The discounted price in rupees that the shopper saw last. */
    seenPrice: z.number(),
  })
  .meta({ id: 'CartLine' });
export type CartLine = z.output<typeof cartLine>;

export const createCartLine = defineEndpoint({
  method: 'POST',
  path: '/api/cart/create',
  summary: 'Adds one piece of a product to the cart; a product that is in the cart stays unchanged.',
  audience: 'user',
  errors: ['NOT_FOUND', 'STOCK_SHORT', 'CONFLICT'],
  input: z.strictObject({ productId: id }),
  output: response(cartLine),
});

export const listCartLines = defineEndpoint({
  method: 'GET',
  path: '/api/cart/get',
  summary: 'Returns the cart with current prices and stock.',
  audience: 'user',
  input: z.object({}),
  output: response(z.array(cartLine)),
});

export const updateCartQuantity = defineEndpoint({
  method: 'PUT',
  path: '/api/cart/update-qty',
  summary: 'Sets the quantity of a line.',
  audience: 'user',
  errors: ['NOT_FOUND', 'STOCK_SHORT', 'MAXIMUM_PER_ORDER'],
  input: z.strictObject({ _id: id, qty: z.int().min(1).max(maximumQuantity) }),
  output: response(cartLine),
});

export const deleteCartLine = defineEndpoint({
  method: 'DELETE',
  path: '/api/cart/delete-cart-item',
  summary: 'Removes a line from the cart.',
  audience: 'user',
  errors: ['NOT_FOUND'],
  input: z.strictObject({ _id: id }),
  output: response(z.null()),
});

/** A product by its name; without one in Hindi it is empty. */
const named = z.object({ name: z.string(), nameHindi: z.string() });

export const mergeCart = defineEndpoint({
  method: 'POST',
  path: '/api/cart/merge',
  summary:
    'Merges a guest cart into the cart of the caller, once for each guest cart, and returns the result. `leftOut` has what stock and limits did not allow.',
  audience: 'user',
  input: z.strictObject({
    guestCartId: z.string().regex(/^[0-9A-Za-z]{16,64}$/),
    lines: z
      .array(z.strictObject({ productId: id, quantity: z.int().min(1).max(maximumQuantity) }))
      .max(maximumLines),
    /** Replaces what the caller has chosen for the same products. */
    substitution: guestSubstitution.optional(),
  }),
  output: response(z.array(cartLine)).extend({
    /** Units not added; the name is empty for a product that is no longer sold. A former version is without. */
    leftOut: z.array(named.extend({ productId: id, quantity: z.int() })).optional(),
  }),
});

/** What became of each line that was to be added to a cart. */
export const addedToCart = z
  .object({
    added: z.array(named.extend({ quantity: z.number().int() })),
    /** Added with a lower quantity than wanted. */
    short: z.array(named.extend({ wanted: z.number().int(), got: z.number().int() })),
    /** Sold out or no longer sold. */
    gone: z.array(named),
  })
  .meta({ id: 'AddedToCart' });
export type AddedToCart = z.output<typeof addedToCart>;
