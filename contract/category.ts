import { z } from 'zod';
import { defineEndpoint } from './endpoint.ts';
import { id, moment, name, references, response, uploadedImageUrl } from './fields.ts';

const category = z
  .object({
    _id: id,
    name: z.string(),
    image: z.string(),
    /** The tint of the tiles of this category: an oklch hue in degrees. */
    hue: z.number().int(),
    updatedAt: moment,
  })
  .meta({ id: 'Category' });
export type Category = z.output<typeof category>;

/** How products and sub-categories name the categories they belong to. */
export const categoryName = z.object({ _id: id, name: z.string() });

export const listCategories = defineEndpoint({
  method: 'GET',
  path: '/api/category/get',
  summary: 'Gives all categories, sorted by name.',
  audience: 'anyone',
  isCatalogueRead: true,
  input: z.object({}),
  output: response(z.array(category)),
});

const categoryFields = {
  name: name(100),
  image: uploadedImageUrl,
  /** Left out, a new category gets a tint of its own and a changed one keeps its tint. */
  hue: z.int().min(0).max(359).optional(),
};

export const addCategory = defineEndpoint({
  method: 'POST',
  path: '/api/category/add-category',
  summary: 'Adds a category.',
  audience: 'admin',
  errors: ['NAME_TAKEN'],
  input: z.strictObject(categoryFields),
  output: response(category),
});

export const updateCategory = defineEndpoint({
  method: 'PUT',
  path: '/api/category/update',
  summary: 'Changes a category; `updatedAt` as it was read refuses to overwrite what somebody else changed.',
  audience: 'admin',
  errors: ['NOT_FOUND', 'NAME_TAKEN', 'CHANGED_MEANWHILE'],
  input: z.strictObject({ _id: id, ...categoryFields, updatedAt: moment.optional() }),
  output: response(category),
});

export const deleteCategory = defineEndpoint({
  method: 'DELETE',
  path: '/api/category/delete',
  summary: 'Deletes a category that nothing belongs to.',
  audience: 'admin',
  errors: ['NOT_FOUND', 'IN_USE'],
  input: z.strictObject({ _id: id }),
  output: response(z.null()),
});

const subCategory = z
  .object({
    _id: id,
    name: z.string(),
    image: z.string(),
    category: z.array(categoryName),
    updatedAt: moment,
  })
  .meta({ id: 'SubCategory' });
export type SubCategory = z.output<typeof subCategory>;

export const listSubCategories = defineEndpoint({
  method: 'POST',
  path: '/api/subcategory/get',
  summary: 'Gives all sub-categories, sorted by name, each with its categories.',
  audience: 'anyone',
  isCatalogueRead: true,
  input: z.object({}).default({}),
  output: response(z.array(subCategory)),
});

const subCategoryFields = { name: name(100), image: uploadedImageUrl, category: references(20) };

export const createSubCategory = defineEndpoint({
  method: 'POST',
  path: '/api/subcategory/create',
  summary: 'Adds a sub-category to one or more categories.',
  audience: 'admin',
  errors: ['NAME_TAKEN'],
  input: z.strictObject(subCategoryFields),
  output: response(subCategory),
});

export const updateSubCategory = defineEndpoint({
  method: 'PUT',
  path: '/api/subcategory/update',
  summary:
    'Changes a sub-category; `updatedAt` as it was read refuses to overwrite what somebody else changed.',
  audience: 'admin',
  errors: ['NOT_FOUND', 'NAME_TAKEN', 'CHANGED_MEANWHILE'],
  input: z.strictObject({ _id: id, ...subCategoryFields, updatedAt: moment.optional() }),
  output: response(subCategory),
});

export const deleteSubCategory = defineEndpoint({
  method: 'DELETE',
  path: '/api/subcategory/delete',
  summary: 'Deletes a sub-category that no product belongs to.',
  audience: 'admin',
  errors: ['NOT_FOUND', 'IN_USE'],
  input: z.strictObject({ _id: id }),
  output: response(z.null()),
});
