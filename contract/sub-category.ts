import { z } from 'zod';
import { answer, describeCall } from './call.ts';
import { categoryName } from './category.ts';
import { id, moment } from './fields.ts';

export const subCategory = z.object({
  _id: id,
  name: z.string(),
  image: z.string(),
  category: z.array(categoryName),
  updatedAt: moment,
});
export type SubCategory = z.output<typeof subCategory>;

export const listSubCategories = describeCall({
  name: 'listSubCategories',
  summary: 'Gives all sub-categories, sorted by name, each with its categories.',
  audience: 'anyone',
  isCatalogueRead: true,
  input: z.object({}).default({}),
  output: answer(z.array(subCategory)),
});
