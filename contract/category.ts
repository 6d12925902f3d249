import { z } from 'zod';
import { answer, describeCall } from './call.ts';
import { id, moment } from './fields.ts';

export const category = z.object({
  _id: id,
  name: z.string(),
  image: z.string(),
  /** The tint of the tiles of this category: an oklch hue in degrees. */
  hue: z.number().int(),
  updatedAt: moment,
});
export type Category = z.output<typeof category>;

/** How products and sub-categories name the categories they belong to. */
export const categoryName = z.object({ _id: id, name: z.string() });

export const listCategories = describeCall({
  name: 'listCategories',
  summary: 'Gives all categories, sorted by name.',
  audience: 'anyone',
  isCatalogueRead: true,
  input: z.object({}),
  output: answer(z.array(category)),
});
