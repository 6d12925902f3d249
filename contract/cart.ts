import { z } from 'zod';
import { maximumLines, maximumQuantity } from '#contract/rules/stock.ts';
import { defineEndpoint } from './endpoint.ts';
import { id, response } from './fields.ts';
import { product } from './product.ts';

/** Why a shopper should look at a line again before paying. */
export const cartNotice = z.enum(['OUT_OF_STOCK', 'STOCK_SHORT', 'PRICE_CHANGED']);

export const cartLine = z
  .object({
    _id: id,
    quantity: z.number().int(),
    productId: product,
    notices: z.array(cartNotice),
    /** The discounted price in rupees that the shopper last saw. */
    seenPrice: z.number(),
  })
  .meta({ id: 'CartLine' });
export type CartLine = z.output<typeof cartLine>;

export const createCartLine = defineEndpoint({
  method: 'POST',
  path: '/api/cart/create',
  summary: 'Puts one piece of a product into the cart; a product that is there already stays as it is.',
  audience: 'user',
  errors: ['NOT_FOUND', 'STOCK_SHORT', 'CONFLICT'],
  input: z.strictObject({ productId: id }),
  output: response(cartLine),
});

export const listCartLines = defineEndpoint({
  method: 'GET',
  path: '/api/cart/get',
  summary: 'Gives the cart with today’s prices and stock.',
  audience: 'user',
  input: z.object({}),
  output: response(z.array(cartLine)),
});

export const updateCartQuantity = defineEndpoint({
  method: 'PUT',
  path: '/api/cart/update-qty',
  summary: 'Sets how many pieces of a line are wanted.',
  audience: 'user',
  errors: ['NOT_FOUND', 'STOCK_SHORT'],
  input: z.strictObject({ _id: id, qty: z.int().min(1).max(maximumQuantity) }),
  output: response(cartLine),
});

export const deleteCartLine = defineEndpoint({
  method: 'DELETE',
  path: '/api/cart/delete-cart-item',
  summary: 'Takes a line out of the cart.',
  audience: 'user',
  errors: ['NOT_FOUND'],
  input: z.strictObject({ _id: id }),
  output: response(z.null()),
});

export const mergeCart = defineEndpoint({
  method: 'POST',
  path: '/api/cart/merge',
  summary: 'Adds a guest cart to the caller’s, once for each guest cart, and gives the result.',
  audience: 'user',
  input: z.strictObject({
    guestCartId: z.string().regex(/^[0-9A-Za-z]{16,64}$/),
    lines: z
      .array(z.strictObject({ productId: id, quantity: z.int().min(1).max(maximumQuantity) }))
      .max(maximumLines),
  }),
  output: response(z.array(cartLine)),
});
