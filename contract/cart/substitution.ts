import { z } from 'zod';
import { defineEndpoint } from '#contract/base/endpoint.ts';
import { id, response } from '#contract/base/fields.ts';
import { maximumLines } from '#contract/base/limits.ts';
import { product } from '#contract/products/product.ts';

/** What happens with a product that is missing when an order is picked. */
export const substitutions = ['SIMILAR', 'ASK', 'REFUND'] as const;
export type Substitution = (typeof substitutions)[number];

/** A product as another one that is named with it. */
export const namedProduct = product
  .pick({ _id: true, name: true, nameHindi: true, unit: true })
  .extend({ image: z.string() });

const choices = z.object({
  /** For all orders. */
  choice: z.enum(substitutions),
  /** Products of the cart for which something else was chosen. */
  products: z.array(
    z.object({ productId: id, choice: z.enum(substitutions), preferred: namedProduct.nullable() }),
  ),
});
export type SubstitutionChoices = z.output<typeof choices>;

/** What a guest has chosen: for all products, null for nothing, and for single ones. */
export const guestSubstitution = z.strictObject({
  choice: z.enum(substitutions).nullable(),
  products: z
    .array(z.strictObject({ productId: id, choice: z.enum(substitutions), preferredId: id.nullable() }))
    .max(maximumLines),
});
export type GuestSubstitution = z.output<typeof guestSubstitution>;

export const getSubstitution = defineEndpoint({
  method: 'GET',
  path: '/api/cart/substitution',
  summary:
    'Returns what the caller wants if a product is missing: SIMILAR replaces it, ASK asks on the page of the order, REFUND leaves it out. It is remembered for the next orders.',
  audience: 'user',
  input: z.object({}),
  output: response(choices),
});

export const setSubstitution = defineEndpoint({
  method: 'PUT',
  path: '/api/cart/set-substitution',
  summary:
    'Chooses what happens if a product is missing, without a `productId` if any is. `preferredId` is tried before other products. Without a `choice` the product has that of all orders again.',
  audience: 'user',
  errors: ['NOT_FOUND', 'CONFLICT'],
  input: z
    .strictObject({
      productId: id.optional(),
      choice: z.enum(substitutions).nullable(),
      preferredId: id.nullable().default(null),
    })
    .refine(({ productId, choice }) => productId !== undefined || choice !== null, {
      path: ['choice'],
      message: 'Choose what happens if a product is missing.',
    })
    .refine(
      ({ productId, choice, preferredId }) =>
        preferredId === null || (productId !== undefined && choice !== null),
      {
        path: ['preferredId'],
        message: 'Choose a product that it replaces.',
      },
    ),
  output: response(choices),
});
