import { z } from 'zod';
import { defineEndpoint } from '#contract/base/endpoint.ts';
import {
  id,
  label,
  limit,
  moment,
  name,
  optionalName,
  page,
  pagedResponse,
  prose,
  references,
  required,
  response,
  rupees,
  searchText,
  text,
} from '#contract/base/fields.ts';
import { findSalePriceProblem } from '#contract/base/money.ts';
import { toBrandSlug } from '#contract/base/slug.ts';
import { maximumProductImages } from '#contract/images/image.ts';
import { uploadedImageUrl } from '#contract/images/upload.ts';
import { maximumStock } from '#contract/inventory/stock.ts';
import { categoryName } from './category.ts';
import { findStepProblem } from './pack-sizes.ts';
import {
  type BulkEditedField,
  bulkEditedFields,
  detailMessages,
  emptyValue,
  type Field,
  isNumeric,
  mapFields,
  maximumBulkEditedProducts,
  type NumericField,
  type OptionalField,
  optionalFields,
  type ProductField,
  type ProductValues,
  type PublicField,
  productFields,
  productLimits,
  productStatuses,
  publicFields,
  type RequiredField,
  type TextField,
  validateProductNumber,
} from './product-fields.ts';
import { maximumFilterBrands, productSorts, toCanonicalBrands } from './product-filter.ts';

/** Schemas of the fields in responses. */
const responseSchemas = mapFields<{ [Name in ProductField]: z.ZodType<ProductValues[Name]> }>((field) =>
  toResponseSchema(field),
);

function toResponseSchema(field: Field) {
  if (field.type === 'text') return z.string();
  if (field.type === 'status') return z.enum(productStatuses);
  if (field.type === 'mark') return z.boolean().nullable();
  const number = field.type === 'count' ? z.number().int() : z.number();
  return field.isRequired ? number : number.nullable();
}

/** A product as shoppers see it. */
export const product = z
  .object({
    _id: id,
    ...mapFields<Pick<typeof responseSchemas, PublicField>>(
      (_field, name) => responseSchemas[name],
      publicFields,
    ),
    image: z.array(z.string()),
    category: z.array(categoryName.extend({ hue: z.number().int() })),
    subCategory: z.array(categoryName),
    /** The number of sizes of the family, with the product itself; 0 without a family. */
    options: z.number().int(),
    /** The price after discount of a kilogram, litre or piece: `₹120.00/kg`. Empty where the unit names no quantity. */
    unitPrice: z.string(),
    /** The unit price by law: of a gram or millilitre below 1 kg or 1 litre. Empty also below half a paisa. */
    declaredUnitPrice: z.string(),
    stock: z.number().int(),
    more_details: z.record(z.string(), z.string()),
    createdAt: moment,
    updatedAt: moment,
  })
  .meta({ id: 'Product' });
export type Product = z.output<typeof product>;

/**
 * A product with the fields that only administrators see, and without computed ones: a client sends it back to change
 * it.
 */
export const adminProduct = product
  .omit({ unitPrice: true, declaredUnitPrice: true, options: true })
  .extend(responseSchemas)
  .meta({ id: 'AdminProduct' });
export type AdminProduct = z.output<typeof adminProduct>;

export const listProducts = defineEndpoint({
  method: 'POST',
  path: '/api/product/get',
  summary: 'Lists products, newest first, or searches them.',
  audience: 'anyone',
  isCatalogueRead: true,
  input: z.object({ search: searchText, page, limit: limit(12) }).prefault({}),
  output: pagedResponse(product),
});

export const listProductsByCategory = defineEndpoint({
  method: 'POST',
  path: '/api/product/get-product-by-category',
  summary:
    'Lists the first products of a category, popular ones first, from its sub-categories in turn, for a row of the home page.',
  audience: 'anyone',
  isCatalogueRead: true,
  input: z.object({ id, limit: limit(15) }),
  output: response(z.array(product)),
});

/** Conditions of a list; an empty one is left out. */
const productFilter = {
  /** Any of these, in any case. */
  brands: z
    .array(name(productFields.brand.maximum))
    .max(maximumFilterBrands, `At most ${maximumFilterBrands} brands.`)
    .transform(toCanonicalBrands)
    .optional(),
  /** Rupees after discount, like `maxPrice`. */
  minPrice: rupees.optional(),
  maxPrice: rupees.optional(),
  inStock: z.boolean().optional(),
  /** Percent. */
  minDiscount: z.number().min(0).max(productFields.discount.maximum).optional(),
  veg: z.boolean().optional(),
};

const listOptions = {
  ...productFilter,
  /** Sold-out products come last. Without it a listing and a brand are sorted by `popular`, a search by relevance. */
  sort: z.enum(productSorts).optional(),
  /** `next` of the page before: continues there, whatever has changed. */
  after: z
    .string()
    .regex(/^-?\d{1,17} -?\d{1,17} [0-9A-Za-z]{1,32}( \d{1,7})?$/, 'Invalid position.')
    .optional(),
};

/** `next` of a listing, a brand and a sorted or filtered search is where the next page continues; null on the last. */
const productPage = pagedResponse(product).extend({ next: z.string().nullable().optional() });

export const listProductsByCategoryAndSubCategory = defineEndpoint({
  method: 'POST',
  path: '/api/product/get-pruduct-by-category-and-subcategory',
  summary:
    'Lists products that are in both a category and a sub-category, popular ones first: in stock, with a picture, by pieces sold in 30 days, then newest first.',
  audience: 'anyone',
  isCatalogueRead: true,
  input: z.object({ categoryId: id, subCategoryId: id, page, limit: limit(8), ...listOptions }),
  output: productPage,
});

/** The name of a brand or its slug, which is what its page is called. */
const brandOfPage = name(productFields.brand.maximum).transform(toBrandSlug);

export const listProductsByBrand = defineEndpoint({
  method: 'POST',
  path: '/api/product/get-by-brand',
  summary:
    'Lists products of a brand, popular ones first. A brand whose products all got another brand is that one.',
  audience: 'anyone',
  errors: ['NOT_FOUND'],
  isCatalogueRead: true,
  input: z.object({ brand: brandOfPage, page, limit: limit(12), ...listOptions }),
  output: productPage.extend({
    /** As most of its products write it. */
    brand: z.string(),
  }),
});

export const listProductsById = defineEndpoint({
  method: 'POST',
  path: '/api/product/get-by-ids',
  summary: 'Returns products by id, without missing ones; a guest cart uses it for current prices and stock.',
  audience: 'anyone',
  isCatalogueRead: true,
  input: z.object({ ids: z.array(id).max(100) }),
  output: response(z.array(product)),
});

/** In the details of NOT_FOUND for an archived product, which was sold once: what its page still says. */
export const formerProductDetails = z.object({
  former: product.pick({ name: true, nameHindi: true, unit: true, category: true, subCategory: true }),
});
export type FormerProductDetails = z.output<typeof formerProductDetails>;

export const getProductDetails = defineEndpoint({
  method: 'POST',
  path: '/api/product/get-product-details',
  summary:
    'Returns a product with all sizes of its family. NOT_FOUND for an archived product says in its details which product it was.',
  audience: 'anyone',
  errors: ['NOT_FOUND'],
  isCatalogueRead: true,
  input: z.object({ productId: id }),
  output: response(
    product.extend({
      /** The products of its family, with itself, smallest first; none without a family, at most 100. */
      sizes: z.array(product),
    }),
  ),
});

export const searchProducts = defineEndpoint({
  method: 'POST',
  path: '/api/product/search-product',
  summary: 'Searches products by words, prefixes and misspellings, best match first.',
  audience: 'anyone',
  isCatalogueRead: true,
  input: z.object({ search: searchText, page, limit: limit(12), ...listOptions }).prefault({}),
  output: productPage,
});

const count = z.number().int();

/** A brand, named as most of its products name it, with the number of its products. */
const countedBrand = z.object({ name: z.string(), count });
export type CountedBrand = z.output<typeof countedBrand>;

export const listBrands = defineEndpoint({
  method: 'POST',
  path: '/api/product/list-brands',
  summary:
    'Lists the brands that a text names or begins to name, best match first; all, most products first, without a text.',
  audience: 'anyone',
  isCatalogueRead: true,
  input: z.object({ search: searchText, limit: limit(20) }).prefault({}),
  output: response(z.array(countedBrand)),
});

/** Numbers of products for each choice of a filter, with all other filters applied. */
const productFacets = z
  .object({
    /** With all filters. */
    totalCount: count,
    /** At most 100, the most frequent ones first, and those of the filter. */
    brands: z.array(countedBrand),
    inStock: count,
    /** Products with at least `minimum` percent off. */
    discounts: z.array(z.object({ minimum: z.number().int(), count })),
    veg: count,
    nonVeg: count,
    /** In rupees, after discount; null without products. */
    price: z.object({ minimum: z.number(), maximum: z.number() }).nullable(),
    /** Without one of the filters. */
    without: z.object({ brands: count, price: count, inStock: count, discount: count, veg: count }),
  })
  .meta({ id: 'ProductFacets' });
export type ProductFacets = z.output<typeof productFacets>;

export const listFacets = defineEndpoint({
  method: 'POST',
  path: '/api/product/list-facets',
  summary: 'Counts the products of a listing, a brand or a search by brand, stock, discount, mark and price.',
  audience: 'anyone',
  isCatalogueRead: true,
  input: z
    .object({
      categoryId: id.optional(),
      subCategoryId: id.optional(),
      brand: brandOfPage.optional(),
      search: searchText,
      ...productFilter,
    })
    .refine(
      ({ categoryId, subCategoryId, brand }) =>
        (categoryId === undefined) === (subCategoryId === undefined) &&
        (categoryId === undefined || brand === undefined),
      'Send both ids, a brand, or a search.',
    ),
  output: response(productFacets),
});

/** What the search box offers for a text that is being typed. */
const searchSuggestions = z.object({
  products: z.array(
    product
      .pick({
        _id: true,
        name: true,
        nameHindi: true,
        unit: true,
        price: true,
        discount: true,
        salePrice: true,
      })
      .extend({ image: z.string() }),
  ),
  /** Those that the text names or begins to name. */
  brands: z.array(countedBrand),
  /** Listings of the first results. */
  listings: z.array(z.object({ category: categoryName, subCategory: categoryName })),
  /** The text without its misspelling, null if there is none. */
  correction: z.string().nullable(),
});
export type SearchSuggestions = z.output<typeof searchSuggestions>;

export const suggestProducts = defineEndpoint({
  method: 'POST',
  path: '/api/product/suggest',
  summary:
    'Suggests up to 5 products, 3 listings and 2 brands and a corrected text for a search that is being typed.',
  audience: 'anyone',
  isCatalogueRead: true,
  input: z.object({ search: searchText }),
  output: response(searchSuggestions),
});

/** A number of a product, with its limits for the OpenAPI document. */
function toNumberSchema(
  name: NumericField | 'stock',
  limits: { minimum?: number; exclusiveMinimum?: number; maximum: number },
) {
  return z
    .number({
      error: ({ input }) => validateProductNumber(name, typeof input === 'number' ? input : toMissing(input)),
    })
    .superRefine((value, context) => {
      const message = validateProductNumber(name, value);
      if (message !== undefined) context.addIssue(message);
    })
    .meta(limits);
}

/** A value of another type is no number; only a missing one has the message of an empty field. */
function toMissing(input: unknown): number | undefined {
  return input === undefined || input === null ? undefined : Number.NaN;
}

function toTextSchema({ maximum, textKind, isRequired, normalize, validate }: TextField) {
  if (textKind === 'prose') return isRequired ? prose(maximum).min(1, required) : prose(maximum);
  if (isRequired) return textKind === 'line' ? text(maximum) : name(maximum);
  // A text may get longer when it is normalised: few characters become two in lower case.
  return optionalName(maximum)
    .overwrite((typed) => normalize?.(typed) ?? typed)
    .max(maximum, `At most ${maximum} characters.`)
    .superRefine((value, context) => {
      const message = value === '' ? undefined : validate?.(value);
      if (message !== undefined) context.addIssue(message);
    });
}

type FieldSchemas = { [Name in ProductField]: z.ZodType<ProductValues[Name], ProductValues[Name]> };

/** Schemas of the fields in requests. */
export const fieldSchemas = mapFields<FieldSchemas>((field, name) => {
  if (field.type === 'text') return toTextSchema(field);
  if (field.type === 'status') return z.enum(productStatuses);
  if (field.type === 'mark' || !isNumeric(name)) return z.boolean().nullable();
  const { type, minimum, maximum } = field;
  const limits = type === 'rupees' ? { exclusiveMinimum: minimum, maximum } : { minimum, maximum };
  const number = toNumberSchema(name, limits);
  return field.isRequired ? number : number.nullable();
});

/** The fields, and one mark for each of those that may be missing. */
const fieldObject = z.strictObject(fieldSchemas);
const optionalMarks = mapFields<Record<OptionalField, true>>(() => true, optionalFields);
const bulkEditedMarks = mapFields<Record<BulkEditedField, true>>(() => true, bulkEditedFields);

export const stock = toNumberSchema('stock', { minimum: 0, maximum: maximumStock });

/** Further details of a product by label; labels are unique regardless of case. */
const moreDetails = z
  .record(label(productLimits.detailLabel), text(productLimits.detailText))
  .refine((details) => Object.keys(details).length <= productLimits.details, detailMessages.tooMany)
  .refine((details) => {
    const labels = Object.keys(details).map((name) => name.trim().toLowerCase());
    return new Set(labels).size === labels.length;
  }, detailMessages.isDuplicate)
  // After the check for duplicates, because trimming makes labels equal that differ in spaces.
  .transform((details) =>
    Object.fromEntries(Object.entries(details).map(([name, value]) => [name.trim(), value])),
  );

/** Schemas of what a product has besides the fields of the list. */
export const otherSchemas = {
  image: z.array(uploadedImageUrl).max(maximumProductImages, `At most ${maximumProductImages} pictures.`),
  category: references(productLimits.categories),
  subCategory: references(productLimits.categories),
  stock,
  more_details: moreDetails,
};

/** Optional fields of a new product may be missing. */
const newFields = mapFields<{
  [Name in ProductField]: Name extends RequiredField ? FieldSchemas[Name] : z.ZodDefault<FieldSchemas[Name]>;
}>((field, name) =>
  field.isRequired ? fieldSchemas[name] : z._default(fieldSchemas[name], emptyValue(field)),
);

/** Only what is in the input; the database refuses the rest. */
function checkSalePrice(change: Parameters<typeof findSalePriceProblem>[0], context: z.RefinementCtx): void {
  const message = findSalePriceProblem(change);
  if (message !== undefined) context.addIssue({ code: 'custom', path: ['salePrice'], message });
}

function checkProduct(
  change: Parameters<typeof findSalePriceProblem>[0] & Parameters<typeof findStepProblem>[0],
  context: z.RefinementCtx,
): void {
  checkSalePrice(change, context);
  const message = findStepProblem(change);
  if (message !== undefined) context.addIssue({ code: 'custom', path: ['unit'], message });
}

export const createProduct = defineEndpoint({
  method: 'POST',
  path: '/api/product/create',
  summary:
    'Adds a product. SKU and barcode are unique; without both, name, unit and brand together are (NAME_TAKEN).',
  audience: 'staff',
  permissions: ['edit-products'],
  errors: ['NAME_TAKEN', 'SKU_TAKEN', 'BARCODE_TAKEN'],
  input: z
    .strictObject({ ...newFields, ...otherSchemas, more_details: moreDetails.default({}) })
    .superRefine(checkProduct),
  output: response(adminProduct),
});

export const updateProduct = defineEndpoint({
  method: 'PUT',
  path: '/api/product/update-product-details',
  summary: `Updates a product. Without ${optionalFields.map((name) => `\`${name}\``).join(', ')} these stay unchanged. With the \`updatedAt\` that was read, a change by someone else fails with CHANGED_MEANWHILE. With \`stockBefore\`, only the difference of the stock is applied, so that sales in between count.`,
  audience: 'staff',
  permissions: ['edit-products', 'change-prices'],
  // For another price, beyond `maximumUnconfirmedPrices` of the session within an hour.
  needsStepUp: 'sometimes',
  errors: ['NOT_FOUND', 'NAME_TAKEN', 'SKU_TAKEN', 'BARCODE_TAKEN', 'CHANGED_MEANWHILE', 'STOCK_SHORT'],
  input: z
    .strictObject({
      _id: id,
      // Clients of earlier versions do not send all optional fields.
      ...fieldObject.partial(optionalMarks).shape,
      ...otherSchemas,
      more_details: moreDetails.default({}),
      updatedAt: moment.optional(),
      stockBefore: stock.optional(),
    })
    .superRefine(checkProduct),
  output: response(adminProduct),
});

export const deleteProduct = defineEndpoint({
  method: 'DELETE',
  path: '/api/product/delete-product',
  summary: 'Deletes a product and removes it from all carts. Past orders keep their copy.',
  audience: 'staff',
  permissions: ['edit-products'],
  errors: ['NOT_FOUND'],
  input: z.strictObject({ _id: id }),
  output: response(z.null()),
});

/** Changed fields of a product; missing fields stay unchanged. `stockBefore` as in `updateProduct`. */
const productChange = z
  .strictObject({
    _id: id,
    updatedAt: moment.optional(),
    ...fieldObject.pick(bulkEditedMarks).partial().shape,
    stock: stock.optional(),
    stockBefore: stock.optional(),
    category: otherSchemas.category.optional(),
    subCategory: otherSchemas.subCategory.optional(),
    image: otherSchemas.image.optional(),
  })
  .superRefine(checkSalePrice);

export const changeProducts = defineEndpoint({
  method: 'POST',
  path: '/api/product/change-many',
  summary:
    'Changes several products, all or none. Returns them before and after, so that a client can undo it.',
  audience: 'staff',
  permissions: ['edit-products', 'change-prices'],
  // As `updateProduct`.
  needsStepUp: 'sometimes',
  errors: ['NOT_FOUND', 'CHANGED_MEANWHILE', 'STOCK_SHORT'],
  input: z.strictObject({ changes: z.array(productChange).min(1).max(maximumBulkEditedProducts) }),
  bodyBytes: 512 * 1024,
  output: response(z.object({ before: z.array(adminProduct), after: z.array(adminProduct) })),
});

// As the page of pictures sends them.
const maximumPictureKeys = 1000;

/** A product that is named by a key, and by what of it. */
const keyMatch = z.object({
  key: z.string(),
  by: z.enum(['sku', 'barcode', 'nameAndUnit', 'name']),
  product: adminProduct.pick({ _id: true, name: true, unit: true, image: true, updatedAt: true }),
});
export type KeyMatch = z.output<typeof keyMatch>;

export const findPictureProducts = defineEndpoint({
  method: 'POST',
  path: '/api/product/find-by-keys',
  summary:
    'Finds the products whose SKU, barcode or name, also followed by the unit, is one of the keys, such as names of picture files. Case does not matter, nor does what separates the words of a name.',
  audience: 'staff',
  permissions: ['edit-products'],
  input: z.strictObject({ keys: z.array(z.string().max(200)).max(maximumPictureKeys) }),
  bodyBytes: 1024 * 1024,
  output: response(z.array(keyMatch)),
});

/** Sort order of the inventory; `best` is the best match of a search, otherwise newest first. */
const productSort = z.enum(['best', 'name', 'price', 'discount', 'stock']);
export type ProductSort = z.output<typeof productSort>;

export const listStock = defineEndpoint({
  method: 'POST',
  path: '/api/product/list-stock',
  summary:
    'Lists products for admins by search, stock level, status, category, GST rate, missing HSN code, brand, family and location, in any order. A search for a SKU or barcode finds its product first. Never cached: the stock is current.',
  audience: 'staff',
  permissions: ['edit-products', 'change-prices', 'count-stock', 'discounts', 'home-page'],
  input: z
    .object({
      search: searchText,
      /** Only these products, in this order unless `order` says otherwise. */
      ids: z.array(id).max(100).optional(),
      /** `low` excludes sold-out products. */
      level: z.enum(['any', 'low', 'out']).default('any'),
      /** Without it all products of any level, and active ones that are low or out. */
      status: z.enum(productStatuses).optional(),
      category: id.optional(),
      /** Only products without a GST rate. */
      isGstUnknown: z.boolean().default(false),
      /** Percent: only products with this rate. */
      gstRate: toNumberSchema('gstRate', { minimum: 0, maximum: productFields.gstRate.maximum }).optional(),
      /** Only products without an HSN code. */
      isHsnMissing: z.boolean().default(false),
      /** Only products whose brand begins with this text, in any case; so do family and location. Empty for any. */
      brand: fieldSchemas.brand.default(''),
      family: fieldSchemas.family.default(''),
      location: fieldSchemas.location.default(''),
      order: productSort.default('best'),
      isDescending: z.boolean().default(false),
      page,
      limit: limit(12),
    })
    .prefault({}),
  output: pagedResponse(adminProduct),
});
