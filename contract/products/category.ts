import { z } from 'zod';
import { defineEndpoint } from '#contract/base/endpoint.ts';
import { id, moment, name, optionalName, references, response } from '#contract/base/fields.ts';
import { uploadedImageUrl } from '#contract/images/upload.ts';

const category = z
  .object({
    _id: id,
    name: z.string(),
    /** Empty for none. */
    nameHindi: z.string(),
    image: z.string(),
    /** The colour of the category: an oklch hue in degrees. */
    hue: z.number().int(),
    updatedAt: moment,
  })
  .meta({ id: 'Category' });
export type Category = z.output<typeof category>;

/** A category as part of products and sub-categories. */
export const categoryName = z.object({ _id: id, name: z.string(), nameHindi: z.string() });
export type CategoryName = z.output<typeof categoryName>;

export const listCategories = defineEndpoint({
  method: 'GET',
  path: '/api/category/get',
  summary: 'Lists all categories by name.',
  audience: 'anyone',
  isCatalogueRead: true,
  input: z.object({}),
  output: response(z.array(category)),
});

/** Names of categories and sub-categories. */
const names = {
  name: name(100),
  /** Empty for none. If missing, it stays. */
  nameHindi: optionalName(100).optional(),
};

const categoryFields = {
  ...names,
  image: uploadedImageUrl,
  /** If missing, a new category gets an unused hue and an updated one keeps its hue. */
  hue: z.int().min(0).max(359).optional(),
};

export const addCategory = defineEndpoint({
  method: 'POST',
  path: '/api/category/add-category',
  summary: 'Adds a category.',
  audience: 'staff',
  permissions: ['edit-products'],
  errors: ['NAME_TAKEN'],
  input: z.strictObject(categoryFields),
  output: response(category),
});

export const updateCategory = defineEndpoint({
  method: 'PUT',
  path: '/api/category/update',
  summary:
    'Updates a category. With the `updatedAt` that was read, a change by someone else fails with CHANGED_MEANWHILE.',
  audience: 'staff',
  permissions: ['edit-products'],
  errors: ['NOT_FOUND', 'NAME_TAKEN', 'CHANGED_MEANWHILE'],
  input: z.strictObject({ _id: id, ...categoryFields, updatedAt: moment.optional() }),
  output: response(category),
});

export const deleteCategory = defineEndpoint({
  method: 'DELETE',
  path: '/api/category/delete',
  summary: 'Deletes an empty category.',
  audience: 'staff',
  permissions: ['edit-products'],
  errors: ['NOT_FOUND', 'IN_USE'],
  input: z.strictObject({ _id: id }),
  output: response(z.null()),
});

const subCategory = z
  .object({
    _id: id,
    name: z.string(),
    /** Empty for none. */
    nameHindi: z.string(),
    image: z.string(),
    category: z.array(categoryName),
    updatedAt: moment,
  })
  .meta({ id: 'SubCategory' });
export type SubCategory = z.output<typeof subCategory>;

export const listSubCategories = defineEndpoint({
  method: 'POST',
  path: '/api/subcategory/get',
  summary: 'Lists all sub-categories by name, with their categories.',
  audience: 'anyone',
  isCatalogueRead: true,
  input: z.object({}).default({}),
  output: response(z.array(subCategory)),
});

const subCategoryFields = { ...names, image: uploadedImageUrl, category: references(20) };

export const createSubCategory = defineEndpoint({
  method: 'POST',
  path: '/api/subcategory/create',
  summary: 'Adds a sub-category to one or more categories.',
  audience: 'staff',
  permissions: ['edit-products'],
  errors: ['NAME_TAKEN'],
  input: z.strictObject(subCategoryFields),
  output: response(subCategory),
});

export const updateSubCategory = defineEndpoint({
  method: 'PUT',
  path: '/api/subcategory/update',
  summary:
    'Updates a sub-category. With the `updatedAt` that was read, a change by someone else fails with CHANGED_MEANWHILE.',
  audience: 'staff',
  permissions: ['edit-products'],
  errors: ['NOT_FOUND', 'NAME_TAKEN', 'CHANGED_MEANWHILE'],
  input: z.strictObject({ _id: id, ...subCategoryFields, updatedAt: moment.optional() }),
  output: response(subCategory),
});

export const deleteSubCategory = defineEndpoint({
  method: 'DELETE',
  path: '/api/subcategory/delete',
  summary: 'Deletes an empty sub-category.',
  audience: 'staff',
  permissions: ['edit-products'],
  errors: ['NOT_FOUND', 'IN_USE'],
  input: z.strictObject({ _id: id }),
  output: response(z.null()),
});
