import { z } from 'zod';
import { answer, describeCall } from './call.ts';
import { categoryName } from './category.ts';
import { id, moment, name, pictureAddress, references } from './fields.ts';

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

const subCategoryFields = { name: name(100), image: pictureAddress, category: references(20) };

export const createSubCategory = describeCall({
  name: 'createSubCategory',
  summary: 'Adds a sub-category to one or more categories.',
  audience: 'admin',
  input: z.strictObject(subCategoryFields),
  output: answer(subCategory),
});

export const updateSubCategory = describeCall({
  name: 'updateSubCategory',
  summary:
    'Changes a sub-category; `updatedAt` as it was read refuses to overwrite what somebody else changed.',
  audience: 'admin',
  input: z.strictObject({ _id: id, ...subCategoryFields, updatedAt: moment.optional() }),
  output: answer(subCategory),
});

export const deleteSubCategory = describeCall({
  name: 'deleteSubCategory',
  summary: 'Deletes a sub-category that no product belongs to.',
  audience: 'admin',
  input: z.strictObject({ _id: id }),
  output: answer(z.null()),
});
