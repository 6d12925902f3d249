import { z } from 'zod';
import { defineEndpoint } from '#contract/base/endpoint.ts';
import { response } from '#contract/base/fields.ts';

/** What belongs to the demo catalogue and would be deleted with it. */
const demoCatalogue = z
  .object({
    products: z.number().int(),
    categories: z.number().int(),
    subCategories: z.number().int(),
  })
  .meta({ id: 'DemoCatalogue' });
export type DemoCatalogue = z.output<typeof demoCatalogue>;

export const getDemoCatalogue = defineEndpoint({
  method: 'GET',
  path: '/api/demo-catalogue/get',
  summary:
    'Counts the products and categories of the demo catalogue that are still in the store and would be deleted with it.',
  audience: 'staff',
  permissions: ['settings'],
  input: z.object({}),
  output: response(demoCatalogue),
});

export const removeDemoCatalogue = defineEndpoint({
  method: 'DELETE',
  path: '/api/demo-catalogue/remove',
  summary:
    "Deletes the products of the demo catalogue, and its categories without other products, and returns their numbers: 0 if it was removed before. What was given another name, picture or code, or was imported, stays. DEMO_ORDERED if a customer has ordered a product of it and the order is not cancelled: an administrator's order before the store went live is a test and does not count.",
  audience: 'staff',
  permissions: ['settings'],
  needsStepUp: true,
  errors: ['DEMO_ORDERED'],
  input: z.strictObject({}),
  output: response(demoCatalogue),
});
