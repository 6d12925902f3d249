import { z } from 'zod';
import { answer, describeCall, pagedAnswer } from './call.ts';
import { categoryName } from './category.ts';
import { id, limit, moment, page, searchText } from './fields.ts';

/** A product (specification section 3). `price` is rupees, `discount` percent, both with at most two decimals. */
export const product = z.object({
  _id: id,
  name: z.string(),
  image: z.array(z.string()),
  category: z.array(categoryName.extend({ hue: z.number().int() })),
  subCategory: z.array(categoryName),
  unit: z.string(),
  stock: z.number().int(),
  price: z.number(),
  discount: z.number(),
  description: z.string(),
  more_details: z.record(z.string(), z.string()),
  createdAt: moment,
  updatedAt: moment,
});
export type Product = z.output<typeof product>;

export const listProducts = describeCall({
  name: 'listProducts',
  summary: 'Gives products, newest first, or those that a search finds.',
  audience: 'anyone',
  isCatalogueRead: true,
  input: z.object({ search: searchText, page, limit: limit(12) }).prefault({}),
  output: pagedAnswer(product),
});

export const listProductsByCategory = describeCall({
  name: 'listProductsByCategory',
  summary: 'Gives the first products of a category, as a row of the home page shows them.',
  audience: 'anyone',
  isCatalogueRead: true,
  input: z.object({ id, limit: limit(15) }),
  output: answer(z.array(product)),
});

export const listProductsByCategoryAndSubCategory = describeCall({
  name: 'listProductsByCategoryAndSubCategory',
  summary: 'Gives a page of the products that are in both a category and a sub-category.',
  audience: 'anyone',
  isCatalogueRead: true,
  input: z.object({ categoryId: id, subCategoryId: id, page, limit: limit(8) }),
  output: pagedAnswer(product),
});

export const listProductsById = describeCall({
  name: 'listProductsById',
  summary: 'Gives the named products that exist; a guest cart refreshes its prices and stock with it.',
  audience: 'anyone',
  isCatalogueRead: true,
  input: z.object({ ids: z.array(id).max(100) }),
  output: answer(z.array(product)),
});

export const getProductDetails = describeCall({
  name: 'getProductDetails',
  summary: 'Gives one product.',
  audience: 'anyone',
  isCatalogueRead: true,
  input: z.object({ productId: id }),
  output: answer(product),
});

export const searchProducts = describeCall({
  name: 'searchProducts',
  summary: 'Finds products by words, their beginnings and their misspellings, the best match first.',
  audience: 'anyone',
  isCatalogueRead: true,
  input: z.object({ search: searchText, page, limit: limit(12) }).prefault({}),
  output: pagedAnswer(product),
});
