import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';

/** Decides the texts and details of the products of a sub-category. */
const productKind = z.enum([
  'produce',
  'chilled',
  'bakery',
  'staple',
  'spice',
  'snack',
  'sweet',
  'frozen',
  'drink',
  'brew',
  'quick-meal',
  'condiment',
  'meat',
  'baby',
  'care',
  'cleaning',
  'home',
  'puja',
  'pet-food',
  'pet-care',
]);
export type ProductKind = z.output<typeof productKind>;

const subCategoryData = z.strictObject({
  name: z.string(),
  nameHindi: z.string(),
  /** Other categories that list this sub-category too. */
  alsoIn: z.array(z.string()).optional(),
  kind: productKind,
  /** Shelf life or guarantee. */
  life: z.string(),
  /** Ingredients or material. */
  made: z.string(),
  /** Names from `brands.ts`, separated by commas; `-` is without a brand. */
  brands: z.string(),
  /** Sentences of which each product description uses one. */
  about: z.array(z.string()),
  /** The price list; see `parsePriceListLine`. */
  lines: z.array(z.string()),
});
export type SubCategoryData = z.output<typeof subCategoryData>;

const categoryData = z.strictObject({
  name: z.string(),
  nameHindi: z.string(),
  /** Tint of its tiles: an oklch hue in degrees. */
  hue: z.number(),
  /** Food drawings shown in the picture of the category. */
  foods: z.array(z.string()),
  subCategories: z.array(subCategoryData),
});
export type CategoryData = z.output<typeof categoryData>;

/** File names in `categories/`, in the order of the shop. */
const files = [
  'fruits-vegetables',
  'dairy-bread-eggs',
  'atta-rice-dal',
  'oil-ghee-masala',
  'dry-fruits-seeds',
  'breakfast-spreads',
  'chips-namkeen',
  'biscuits-bakery',
  'chocolates-sweets',
  'ice-creams',
  'cold-drinks-juices',
  'tea-coffee',
  'instant-frozen',
  'sauces-pickles',
  'chicken-meat-fish',
  'baby-care',
  'bath-body-hair',
  'cleaning-household',
  'home-kitchen-puja',
  'pet-care',
];

/** All categories of the demo catalogue. */
export const categories: readonly CategoryData[] = files.map((file) =>
  categoryData.parse(
    JSON.parse(readFileSync(join(import.meta.dirname, 'categories', `${file}.json`), 'utf8')),
  ),
);
