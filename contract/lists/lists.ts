import { z } from 'zod';
import { defineEndpoint } from '#contract/base/endpoint.ts';
import { id, moment, name, response } from '#contract/base/fields.ts';
import { maximumQuantity, maximumWishes } from '#contract/base/limits.ts';
import { addedToCart } from '#contract/cart/cart.ts';
import { product } from '#contract/products/product.ts';

/** A cart that was saved under a name. */
const shoppingList = z
  .object({
    _id: id,
    name: z.string(),
    /** Number of products. */
    lineCount: z.number().int(),
    /** The first images, at most four. */
    images: z.array(z.string()),
    updatedAt: moment,
  })
  .meta({ id: 'ShoppingList' });
export type ShoppingList = z.output<typeof shoppingList>;

const shoppingListLine = z
  .object({
    _id: id,
    /** Names and unit when the list was saved. */
    name: z.string(),
    nameHindi: z.string(),
    unit: z.string(),
    quantity: z.number().int().max(maximumQuantity),
    /** Null when it is no longer sold. */
    product: z.nullable(product),
  })
  .meta({ id: 'ShoppingListLine' });
export type ShoppingListLine = z.output<typeof shoppingListLine>;

const listName = name(60);

export const listShoppingLists = defineEndpoint({
  method: 'GET',
  path: '/api/list/get',
  summary: 'Returns the shopping lists of the caller, the last changed first.',
  audience: 'user',
  input: z.object({}),
  output: response(z.array(shoppingList)),
});

export const getShoppingList = defineEndpoint({
  method: 'GET',
  path: '/api/list/details',
  summary: 'Returns the lines of a shopping list with present prices and stock.',
  audience: 'user',
  errors: ['NOT_FOUND'],
  input: z.object({ _id: id }),
  output: response(shoppingList.extend({ lines: z.array(shoppingListLine) })),
});

export const saveShoppingList = defineEndpoint({
  method: 'POST',
  path: '/api/list/save-cart',
  summary:
    'Saves the cart of the caller as a shopping list. With `isReplacing` a list of that name gets the lines of the cart instead of those it had; otherwise NAME_TAKEN.',
  audience: 'user',
  errors: ['NAME_TAKEN', 'CART_EMPTY', 'CONFLICT'],
  input: z.strictObject({ name: listName, isReplacing: z.boolean().default(false) }),
  output: response(shoppingList),
});

export const renameShoppingList = defineEndpoint({
  method: 'PUT',
  path: '/api/list/rename',
  summary: 'Renames a shopping list.',
  audience: 'user',
  errors: ['NOT_FOUND', 'NAME_TAKEN'],
  input: z.strictObject({ _id: id, name: listName }),
  output: response(shoppingList),
});

export const deleteShoppingList = defineEndpoint({
  method: 'DELETE',
  path: '/api/list/delete',
  summary: 'Deletes a shopping list.',
  audience: 'user',
  errors: ['NOT_FOUND'],
  input: z.strictObject({ _id: id }),
  output: response(z.null()),
});

export const deleteShoppingListLine = defineEndpoint({
  method: 'DELETE',
  path: '/api/list/delete-line',
  summary: 'Removes a product from a shopping list.',
  audience: 'user',
  errors: ['NOT_FOUND'],
  input: z.strictObject({ _id: id }),
  output: response(z.null()),
});

export const addShoppingListToCart = defineEndpoint({
  method: 'POST',
  path: '/api/list/add-to-cart',
  summary:
    'Raises the cart of the caller to the quantities of a shopping list, as far as stock and limits allow. A product of which the cart has more stays as it is, so that a repeated call changes nothing.',
  audience: 'user',
  errors: ['NOT_FOUND'],
  input: z.strictObject({ _id: id }),
  output: response(addedToCart),
});

const wishlist = z
  .object({
    /** The last added first. */
    productIds: z.array(id),
    isFull: z.boolean(),
  })
  .meta({ id: 'Wishlist' });

export const getWishlist = defineEndpoint({
  method: 'GET',
  path: '/api/wishlist/get',
  summary: 'Returns the ids of the products on the wishlist of the caller.',
  audience: 'user',
  input: z.object({}),
  output: response(wishlist),
});

const wished = z.array(id).max(maximumWishes).default([]);

export const changeWishlist = defineEndpoint({
  method: 'PUT',
  path: '/api/wishlist/change',
  summary:
    'Adds products to the wishlist of the caller, as many as it has space for, and removes others. Unknown products are ignored. A repeated call changes nothing.',
  audience: 'user',
  input: z.strictObject({ add: wished, remove: wished }),
  output: response(wishlist),
});
