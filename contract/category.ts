import { z } from 'zod';
import { answer, describeCall } from './call.ts';
import { id, moment, name, pictureAddress } from './fields.ts';

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

const categoryFields = {
  name: name(100),
  image: pictureAddress,
  /** Left out, a new category gets a tint of its own and a changed one keeps its tint. */
  hue: z.int().min(0).max(359).optional(),
};

export const addCategory = describeCall({
  name: 'addCategory',
  summary: 'Adds a category.',
  audience: 'admin',
  input: z.strictObject(categoryFields),
  output: answer(category),
});

export const updateCategory = describeCall({
  name: 'updateCategory',
  summary: 'Changes a category; `updatedAt` as it was read refuses to overwrite what somebody else changed.',
  audience: 'admin',
  input: z.strictObject({ _id: id, ...categoryFields, updatedAt: moment.optional() }),
  output: answer(category),
});

export const deleteCategory = describeCall({
  name: 'deleteCategory',
  summary: 'Deletes a category that nothing belongs to.',
  audience: 'admin',
  input: z.strictObject({ _id: id }),
  output: answer(z.null()),
});
