import { z } from 'zod';
import { defineEndpoint } from '#contract/base/endpoint.ts';
import {
  anyText,
  id,
  limit,
  moment,
  name,
  optionalName,
  page,
  pagedResponse,
  required,
  response,
  rupees,
} from '#contract/base/fields.ts';
import { homeLimits } from '#contract/base/limits.ts';
import { uploadedImageUrl } from '#contract/images/upload.ts';
import { product } from '#contract/products/product.ts';
import { productFields } from '#contract/products/product-fields.ts';
import { parseShopPath } from './shop-path.ts';

const schedule = {
  /** Shown from then on, and until just before `endsAt`; null without a limit. */
  startsAt: moment.nullable(),
  endsAt: moment.nullable(),
  isActive: z.boolean(),
};
const isPeriod = ({ startsAt, endsAt }: { startsAt: string | null; endsAt: string | null }) =>
  startsAt === null || endsAt === null || Date.parse(startsAt) < Date.parse(endsAt);
const periodMessage = { path: ['endsAt'], message: 'The end must be after the start.' };

const version = z.int(required).min(1).max(2_000_000_000);

/** The path of a search, brand, product, collection or listing of this store. */
const link = anyText()
  .trim()
  .min(1, required)
  .refine(
    (typed) => parseShopPath(typed) !== null,
    'Enter the path of a search, brand, product, collection or listing of this store.',
  )
  .transform((typed) => parseShopPath(typed)?.path ?? typed);

const bannerFields = {
  /** What the image says: its alternative text. */
  title: name(120),
  /** The same in Hindi; empty for none. */
  titleHindi: optionalName(120),
  image: uploadedImageUrl,
  /** For screens below 768 px; empty for the same image. */
  phoneImage: z.union([z.literal(''), uploadedImageUrl], 'Upload a picture.'),
  link,
  ...schedule,
};

/** What a shopper sees of a banner. */
const shownBanner = z.object({
  _id: id,
  title: z.string(),
  titleHindi: z.string(),
  image: z.string(),
  phoneImage: z.string(),
  link: z.string(),
});
export type ShownBanner = z.output<typeof shownBanner>;

const banner = shownBanner
  .extend({
    startsAt: moment.nullable(),
    endsAt: moment.nullable(),
    isActive: z.boolean(),
    /** Counts changes. */
    version: z.int(),
  })
  .meta({ id: 'Banner' });
export type Banner = z.output<typeof banner>;

/** `best-selling` is `popular` of other lists. */
export const collectionSorts = ['newest', 'price-low', 'price-high', 'discount', 'best-selling'] as const;
export type CollectionSort = (typeof collectionSorts)[number];

const ids = (maximum: number) =>
  z
    .array(id)
    .max(maximum, `At most ${maximum}.`)
    .transform((all) => [...new Set(all)]);

const handPicked = z.strictObject({
  kind: z.literal('PRODUCTS'),
  /** In the order in which they are shown. */
  productIds: ids(homeLimits.products).pipe(z.array(id).min(1, 'Choose at least one product.')),
});
/** Products that meet all conditions. */
const rule = z.strictObject({
  kind: z.literal('RULE'),
  /** Any of these categories or sub-categories; empty for all. */
  categoryIds: ids(20),
  /** Empty for all. */
  brand: optionalName(productFields.brand.maximum),
  /** Percent. */
  minDiscount: z.number('Enter a percentage.').min(0).max(productFields.discount.maximum).nullable(),
  /** Rupees after discount. */
  maxPriceAmt: rupees.nullable(),
  sort: z.enum(collectionSorts),
});
const source = z.discriminatedUnion('kind', [handPicked, rule]);
export type CollectionSource = z.output<typeof source>;

const collectionFields = {
  title: name(60),
  /** In Hindi; empty for none. */
  titleHindi: optionalName(60),
  source,
  /** Most products. */
  productCount: z
    .int('Enter a whole number.')
    .min(1, 'At least 1.')
    .max(homeLimits.products, `At most ${homeLimits.products}.`),
  ...schedule,
};

const collection = z
  .object({
    _id: id,
    title: z.string(),
    titleHindi: z.string(),
    source,
    productCount: z.int(),
    startsAt: moment.nullable(),
    endsAt: moment.nullable(),
    isActive: z.boolean(),
    version: z.int(),
  })
  .meta({ id: 'Collection' });
export type Collection = z.output<typeof collection>;

/** A row of products on the home page. */
const rowKey = z.object({ kind: z.enum(['COLLECTION', 'CATEGORY']), _id: id });
export type HomeRowKey = z.output<typeof rowKey>;

/** A collection as the home page names it. */
const shownCollection = z.object({ _id: id, title: z.string(), titleHindi: z.string() });
export type ShownCollection = z.output<typeof shownCollection>;

const shownHome = z.object({
  banners: z.array(shownBanner),
  collections: z.array(shownCollection),
  /** The order of the rows. Categories that are not among them follow, by name. */
  rows: z.array(rowKey),
});
export type ShownHome = z.output<typeof shownHome>;

export const getHome = defineEndpoint({
  method: 'GET',
  path: '/api/home/get',
  summary: 'Returns the banners and collections that the home page shows now, and the order of its rows.',
  audience: 'anyone',
  isCatalogueRead: true,
  input: z.object({}),
  output: response(
    shownHome.extend({
      /** When the schedule changes this next. */
      until: moment.nullable(),
    }),
  ),
});

export const listProductsByCollection = defineEndpoint({
  method: 'POST',
  path: '/api/home/get-products',
  summary: 'Lists the products of a collection that is shown now, without sold-out ones.',
  audience: 'anyone',
  errors: ['NOT_FOUND'],
  isCatalogueRead: true,
  input: z.object({ collectionId: id, page, limit: limit(12) }),
  output: pagedResponse(product).extend({
    collection: shownCollection,
    /** When the schedule or the sales of the past hour change this next. */
    until: moment.nullable(),
  }),
});

const homeLayout = z
  .object({
    /** Counts changes of the order and of what is in it. */
    version: z.int(),
    /** Of the store; dates are entered in it. */
    timeZone: z.string(),
    /** In the order of the home page, also those that are not shown now. */
    banners: z.array(banner),
    collections: z.array(collection),
    /** All collections and categories, in the order of the home page. */
    rows: z.array(rowKey),
  })
  .meta({ id: 'HomeLayout' });
export type HomeLayout = z.output<typeof homeLayout>;

export const getHomeLayout = defineEndpoint({
  method: 'GET',
  path: '/api/home/layout',
  summary: 'Returns all banners and collections in their order, also those that are not shown now.',
  audience: 'staff',
  permissions: ['home-page'],
  input: z.object({}),
  output: response(homeLayout),
});

export const previewHome = defineEndpoint({
  method: 'POST',
  path: '/api/home/preview',
  summary:
    'Returns what the home page shows at a time, with the first products of each collection as they are now. `includesOff` adds what is switched off.',
  audience: 'staff',
  permissions: ['home-page'],
  input: z.strictObject({ at: moment, includesOff: z.boolean().default(false) }),
  output: response(
    shownHome.extend({ products: z.array(z.object({ collectionId: id, products: z.array(product) })) }),
  ),
});

export const arrangeHome = defineEndpoint({
  method: 'PUT',
  path: '/api/home/arrange',
  summary:
    'Sets the order of banners and rows. `version` is the one that was read: CHANGED_MEANWHILE if there is a newer one.',
  audience: 'staff',
  permissions: ['home-page'],
  errors: ['CHANGED_MEANWHILE'],
  input: z.strictObject({
    version: z.int(required).min(0).max(2_000_000_000),
    bannerIds: z.array(id).max(homeLimits.banners, `At most ${homeLimits.banners}.`),
    rows: z.array(rowKey).max(1000, 'At most 1000.'),
  }),
  output: response(homeLayout),
});

export const createBanner = defineEndpoint({
  method: 'POST',
  path: '/api/home/create-banner',
  summary: `Adds a banner after the others; at most ${homeLimits.banners}.`,
  audience: 'staff',
  permissions: ['home-page'],
  input: z.strictObject(bannerFields).refine(isPeriod, periodMessage),
  output: response(banner),
});

export const updateBanner = defineEndpoint({
  method: 'PUT',
  path: '/api/home/update-banner',
  summary:
    'Replaces a banner. `version` is the one that was read: CHANGED_MEANWHILE if there is a newer one.',
  audience: 'staff',
  permissions: ['home-page'],
  errors: ['NOT_FOUND', 'CHANGED_MEANWHILE'],
  input: z.strictObject({ _id: id, version, ...bannerFields }).refine(isPeriod, periodMessage),
  output: response(banner),
});

export const deleteBanner = defineEndpoint({
  method: 'DELETE',
  path: '/api/home/delete-banner',
  summary: 'Deletes a banner.',
  audience: 'staff',
  permissions: ['home-page'],
  errors: ['NOT_FOUND'],
  input: z.strictObject({ _id: id }),
  output: response(z.null()),
});

export const createCollection = defineEndpoint({
  method: 'POST',
  path: '/api/home/create-collection',
  summary: `Adds a collection before the other rows; at most ${homeLimits.collections}.`,
  audience: 'staff',
  permissions: ['home-page'],
  errors: ['NAME_TAKEN'],
  input: z.strictObject(collectionFields).refine(isPeriod, periodMessage),
  output: response(collection),
});

export const updateCollection = defineEndpoint({
  method: 'PUT',
  path: '/api/home/update-collection',
  summary:
    'Replaces a collection. `version` is the one that was read: CHANGED_MEANWHILE if there is a newer one.',
  audience: 'staff',
  permissions: ['home-page'],
  errors: ['NOT_FOUND', 'NAME_TAKEN', 'CHANGED_MEANWHILE'],
  input: z.strictObject({ _id: id, version, ...collectionFields }).refine(isPeriod, periodMessage),
  output: response(collection),
});

export const deleteCollection = defineEndpoint({
  method: 'DELETE',
  path: '/api/home/delete-collection',
  summary: 'Deletes a collection, not its products.',
  audience: 'staff',
  permissions: ['home-page'],
  errors: ['NOT_FOUND'],
  input: z.strictObject({ _id: id }),
  output: response(z.null()),
});
