import { paidPricePaise, toOffBasisPoints } from '#contract/base/money.ts';
import { toBrandSlug } from '#contract/base/slug.ts';
import { extractSizes } from '#contract/products/pack-sizes.ts';
import { fromPriceColumns } from '#server/base/price-columns.ts';
import type { CoreName } from './core-name.ts';
import type { ProductAttributes } from './product-facets.ts';
import { fieldBit } from './search-ranking.ts';
import { isIndianScript, toLatinWords, toSoundWord } from './words/indian-scripts.ts';

/** A product as the index needs it. */
export interface IndexedProduct {
  id: string;
  /** Changes with the texts. */
  version: string;
  /** Words of the name (weight A), brand (B), description (D) and pack size, as a tsvector such as `'milk':2A,5`. */
  product_text: string;
  /** Words of the names of its sub-categories (B) and categories (C). */
  category_text: string;
  is_sold_out: boolean;
  has_picture: boolean;
  name: string;
  /** Empty for none. */
  name_hindi: string;
  unit: string;
  created_at: Date;
  price_paise: number;
  discount_basis_points: number;
  sale_price_paise: number | null;
  brand: string;
  veg: boolean | null;
  /** Empty for none. */
  family: string;
  /** The listings that show it (`listingKey`). */
  listings: string[];
}

/** The listing of a category and sub-category, as `listings` names it. */
export function listingKey({
  categoryId,
  subCategoryId,
}: {
  categoryId: string;
  subCategoryId: string;
}): string {
  return `${categoryId} ${subCategoryId}`;
}

/** The list of the products of a brand, which differs from the name of each listing. */
export function brandKey(slug: string): string {
  return `brand:${slug}`;
}

/** @param brands one copy of each brand, because thousands of products have the same */
export function toAttributes(product: IndexedProduct, brands: Map<string, string>): ProductAttributes {
  const { id, is_sold_out, has_picture, created_at, veg, family } = product;
  const price = fromPriceColumns(product);
  const brand = brands.get(product.brand) ?? product.brand;
  brands.set(brand, brand);
  return {
    id,
    isSoldOut: is_sold_out,
    hasPicture: has_picture,
    pricePaise: paidPricePaise(price),
    discountBasisPoints: toOffBasisPoints(price),
    createdAt: created_at.getTime(),
    brand,
    veg,
    family,
  };
}

/** A brand with the name that most of its products have, and their number, a family counted once. */
export interface IndexedBrand {
  name: string;
  count: number;
}

/** All brands by slug. */
export function countBrands(products: readonly ProductAttributes[]): ReadonlyMap<string, IndexedBrand> {
  const counts = new Map<string, number>();
  const families = new Set<string>();
  for (const { brand, family } of products) {
    if (brand === '') continue;
    const key = `${toBrandSlug(brand)} ${family}`;
    const isCounted = family !== '' && families.has(key);
    families.add(key);
    counts.set(brand, (counts.get(brand) ?? 0) + (isCounted ? 0 : 1));
  }
  const spellings = Map.groupBy(counts, ([name]) => toBrandSlug(name));
  return new Map(
    [...spellings].map(([slug, names]) => {
      const [[name] = ['']] = names.sort(
        ([one, count], [other, otherCount]) => otherCount - count || (one < other ? -1 : 1),
      );
      return [slug, { name, count: names.reduce((sum, [, count]) => sum + count, 0) }];
    }),
  );
}

type ParsedVector = readonly { word: string; weights: string }[];

/** Vectors that many products have, such as those of their categories, by their text. */
export type ParsedVectors = Map<string, ParsedVector>;

/**
 * The words of a product, each with the fields that have it: those of Indian scripts by their sound, and by Latin words
 * if its name is in one. `coreNames` are those of its names. Adds its categories to `parsed`.
 */
export function fieldsByWord(
  { product_text, category_text, name, unit }: IndexedProduct,
  coreNames: readonly CoreName[],
  parsed: ParsedVectors,
  stemOf: (word: string) => string,
): Map<string, number> {
  const fields = new Map<string, number>();
  const add = (word: string, bits: number) =>
    fields.set(word, (fields.get(word) ?? 0) | bits | fieldBit.anyText);
  const toForms = isIndianScript(name) ? toBothScripts : toSound;
  for (const { word, weights } of parseVector(product_text))
    for (const form of toForms(word)) add(form, productFields(weights));
  for (const size of extractSizes(`${unit} ${name}`).sizes) add(size, productFields(''));
  // Thousands of products have the same categories.
  let categories = parsed.get(category_text);
  if (categories === undefined) {
    categories = parseVector(category_text);
    parsed.set(category_text, categories);
  }
  for (const { word, weights } of categories)
    for (const form of toForms(word)) add(form, categoryFields(weights));
  for (const { words, mainWords } of coreNames) {
    for (const [bits, named] of [
      [fieldBit.coreName, words],
      [fieldBit.mainWord, mainWords],
    ] as const) {
      for (const word of named) {
        for (const form of new Set([...toForms(word), ...(isIndianScript(word) ? [] : [stemOf(word)])]))
          add(form, bits | fieldBit.coreName | fieldBit.name);
      }
    }
  }
  return fields;
}

const vectorWord = /'((?:[^']|'')*)'(?::(\S+))?/g;

const toSound = (word: string): string[] => [isIndianScript(word) ? toSoundWord(word) : word];
const toBothScripts = (word: string): string[] =>
  isIndianScript(word) ? [...toLatinWords(word), toSoundWord(word)] : [word];

function parseVector(vector: string): ParsedVector {
  return Array.from(vector.matchAll(vectorWord), ([, word = '', weights = '']) => ({
    word: word.replaceAll("''", "'"),
    weights,
  }));
}

/** A word without positions, such as a pack size, counts as part of the name and the brand. */
function productFields(weights: string): number {
  if (weights === '') return fieldBit.name | fieldBit.brand;
  return (weights.includes('A') ? fieldBit.name : 0) | (weights.includes('B') ? fieldBit.brand : 0);
}

function categoryFields(weights: string): number {
  return (weights.includes('B') ? fieldBit.subCategory : 0) | (weights.includes('C') ? fieldBit.category : 0);
}
