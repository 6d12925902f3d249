import { z } from 'zod';
import { toPaise } from '#contract/rules/money.ts';
import { categoryName } from './category.ts';
import { defineEndpoint } from './endpoint.ts';
import {
  id,
  label,
  limit,
  moment,
  name,
  page,
  pagedResponse,
  percent,
  prose,
  references,
  required,
  response,
  rupees,
  searchText,
  text,
  uploadedImageUrl,
} from './fields.ts';

/** A product (specification section 3). `price` is rupees, `discount` percent, both with at most two decimals. */
export const product = z
  .object({
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
  })
  .meta({ id: 'Product' });
export type Product = z.output<typeof product>;

export const listProducts = defineEndpoint({
  method: 'POST',
  path: '/api/product/get',
  summary: 'Gives products, newest first, or those that a search finds.',
  audience: 'anyone',
  isCatalogueRead: true,
  input: z.object({ search: searchText, page, limit: limit(12) }).prefault({}),
  output: pagedResponse(product),
});

export const listProductsByCategory = defineEndpoint({
  method: 'POST',
  path: '/api/product/get-product-by-category',
  summary: 'Gives the first products of a category, as a row of the home page shows them.',
  audience: 'anyone',
  isCatalogueRead: true,
  input: z.object({ id, limit: limit(15) }),
  output: response(z.array(product)),
});

export const listProductsByCategoryAndSubCategory = defineEndpoint({
  method: 'POST',
  path: '/api/product/get-pruduct-by-category-and-subcategory',
  summary: 'Gives a page of the products that are in both a category and a sub-category.',
  audience: 'anyone',
  isCatalogueRead: true,
  input: z.object({ categoryId: id, subCategoryId: id, page, limit: limit(8) }),
  output: pagedResponse(product),
});

export const listProductsById = defineEndpoint({
  method: 'POST',
  path: '/api/product/get-by-ids',
  summary: 'Gives the named products that exist; a guest cart refreshes its prices and stock with it.',
  audience: 'anyone',
  isCatalogueRead: true,
  input: z.object({ ids: z.array(id).max(100) }),
  output: response(z.array(product)),
});

export const getProductDetails = defineEndpoint({
  method: 'POST',
  path: '/api/product/get-product-details',
  summary: 'Gives one product.',
  audience: 'anyone',
  errors: ['NOT_FOUND'],
  isCatalogueRead: true,
  input: z.object({ productId: id }),
  output: response(product),
});

export const searchProducts = defineEndpoint({
  method: 'POST',
  path: '/api/product/search-product',
  summary: 'Finds products by words, their beginnings and their misspellings, the best match first.',
  audience: 'anyone',
  isCatalogueRead: true,
  input: z.object({ search: searchText, page, limit: limit(12) }).prefault({}),
  output: pagedResponse(product),
});

/** As many as one call may change together. */
export const maximumChanges = 500;
const maximumPictures = 12;
const maximumDetails = 40;

/** What one piece costs: more than 0 and at most ten lakh rupees. */
export const price = rupees
  .refine((amount) => toPaise(amount) > 0, 'The price must be more than 0.')
  .refine((amount) => amount <= 1_000_000, 'At most ₹10,00,000.');
export const stock = z
  .int('Please enter a whole number.')
  .min(0, 'The stock cannot be less than 0.')
  .max(1_000_000, 'At most 10,00,000.');

/** Labels and texts that a product has beside its fields; unique labels, whatever their case. */
const moreDetails = z
  .record(label(60), text(500))
  .refine((details) => Object.keys(details).length <= maximumDetails, `At most ${maximumDetails} fields.`)
  .refine((details) => {
    const labels = Object.keys(details).map((name) => name.trim().toLowerCase());
    return new Set(labels).size === labels.length;
  }, 'Each field may be there once.')
  // Only now, or the last of two labels that differ in a space would silently replace the first.
  .transform((details) =>
    Object.fromEntries(Object.entries(details).map(([name, value]) => [name.trim(), value])),
  );

/** What a manager fills in (specification section 5, decisions section 3). */
export const productFields = {
  name: name(150),
  image: z.array(uploadedImageUrl).max(maximumPictures, `At most ${maximumPictures} pictures.`),
  category: references(20),
  subCategory: references(20),
  unit: text(50),
  stock,
  price,
  discount: percent,
  description: prose(5000).min(1, required),
  more_details: moreDetails.default({}),
};

export const createProduct = defineEndpoint({
  method: 'POST',
  path: '/api/product/create',
  summary: 'Adds a product.',
  audience: 'admin',
  errors: ['NAME_TAKEN'],
  input: z.strictObject(productFields),
  output: response(product),
});

export const updateProduct = defineEndpoint({
  method: 'PUT',
  path: '/api/product/update-product-details',
  summary:
    'Changes a product. `updatedAt` as it was read refuses to overwrite what somebody else changed; with `stockBefore`, what was sold meanwhile stays sold: only the difference is applied.',
  audience: 'admin',
  errors: ['NOT_FOUND', 'NAME_TAKEN', 'CHANGED_MEANWHILE', 'STOCK_SHORT'],
  input: z.strictObject({
    _id: id,
    ...productFields,
    updatedAt: moment.optional(),
    stockBefore: stock.optional(),
  }),
  output: response(product),
});

export const deleteProduct = defineEndpoint({
  method: 'DELETE',
  path: '/api/product/delete-product',
  summary: 'Deletes a product and takes it out of all carts; past orders keep their copy.',
  audience: 'admin',
  errors: ['NOT_FOUND'],
  input: z.strictObject({ _id: id }),
  output: response(z.null()),
});

/** Some figures of one product; what is left out stays. `stockBefore` as in `updateProduct`. */
const productChange = z.strictObject({
  _id: id,
  updatedAt: moment.optional(),
  price: price.optional(),
  discount: percent.optional(),
  stock: stock.optional(),
  stockBefore: stock.optional(),
  category: references(20).optional(),
  subCategory: references(20).optional(),
});

export const changeProducts = defineEndpoint({
  method: 'POST',
  path: '/api/product/change-many',
  summary:
    'Changes figures of some products together, all or none. Gives them as they were and as they are, so that a client can undo it.',
  audience: 'admin',
  errors: ['NOT_FOUND', 'CHANGED_MEANWHILE', 'STOCK_SHORT'],
  input: z.strictObject({ changes: z.array(productChange).min(1).max(maximumChanges) }),
  bodyBytes: 256 * 1024,
  output: response(z.object({ before: z.array(product), after: z.array(product) })),
});

/** By what a list of the store room is sorted; `best` is the best match of a search, otherwise the newest first. */
const productSort = z.enum(['best', 'name', 'price', 'discount', 'stock']);
export type ProductSort = z.output<typeof productSort>;

export const listStock = defineEndpoint({
  method: 'POST',
  path: '/api/product/list-stock',
  summary:
    'Gives a page of products as whoever runs the shop looks for them: by words, by how many are left, by category, in any order. Never kept: the stock is that of this moment.',
  audience: 'admin',
  input: z
    .object({
      search: searchText,
      /** `low` is not sold out yet. */
      level: z.enum(['any', 'low', 'out']).default('any'),
      category: id.optional(),
      order: productSort.default('best'),
      isDescending: z.boolean().default(false),
      page,
      limit: limit(12),
    })
    .prefault({}),
  output: pagedResponse(product),
});

export const uploadFile = defineEndpoint({
  method: 'POST',
  path: '/api/file/upload',
  summary:
    'Takes in a picture (multipart field `image`: JPEG, PNG, WebP or AVIF, up to 5 MB) and gives its address.',
  audience: 'admin',
  upload: 'image',
  input: z.strictObject({ image: z.instanceof(Uint8Array) }),
  output: response(z.object({ url: z.string() })),
});
