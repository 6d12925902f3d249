import type { Category, SubCategory } from '#contract/category.ts';
import type { Product } from '#contract/product.ts';
import { listingPath } from '#contract/rules/slug.ts';
import { type ProductCardData, toProductCardData } from '#web/storefront/product-card/product-card-data.ts';

export interface CategoryTile {
  _id: string;
  name: string;
  image: string;
  hue: number;
  path: string;
}

/** `hasMore` if the category has more products than the page data contains. */
export interface HomeRow {
  categoryId: string;
  name: string;
  /** The listing; null when the category has no sub-category. */
  path: string | null;
  products: ProductCardData[];
  hasMore: boolean;
}

export interface HomeData {
  /** Products for the banner images, each of another category. */
  banner: ProductCardData[];
  tiles: CategoryTile[];
  rows: HomeRow[];
}

// A row on a wide screen shows six to seven cards, and the first rows may be scrolled at once. The browser loads the
// rest of a row when it comes near the viewport.
const cardsOfFirstRows = 8;
const cardsOfLaterRows = 7;
const firstRowCount = 2;
/** The number of products of a category that the page reads: one more than any row shows, which tells that there are more. */
export const homeRowProducts = cardsOfFirstRows + 1;
const bannerImageCount = 5;

/** Reduces the home page to what is visible at first. `productsByCategory` is in the order of `categories`. */
export function toHomeData(
  categories: readonly Category[],
  subCategories: readonly SubCategory[],
  productsByCategory: readonly (readonly Product[])[],
): HomeData {
  const tiles: CategoryTile[] = [];
  const rows: HomeRow[] = [];
  categories.forEach((category, index) => {
    const { _id, name, image, hue } = category;
    const path = categoryPath(category, subCategories);
    if (path !== null) tiles.push({ _id, name, image, hue, path });
    const products = productsByCategory[index] ?? [];
    if (products.length === 0) return;
    const shown = rows.length < firstRowCount ? cardsOfFirstRows : cardsOfLaterRows;
    rows.push({
      categoryId: _id,
      name,
      path,
      products: products.slice(0, shown).map(toProductCardData),
      hasMore: products.length > shown,
    });
  });
  const banner = rows.flatMap(({ products }) => products.find(({ stock }) => stock > 0) ?? []);
  return { banner: banner.slice(0, bannerImageCount), tiles, rows };
}

/**
 * The path of a category: the listing of its first sub-category, in the order of `subCategories` (by name). Null when
 * the category has no sub-category.
 */
export function categoryPath(
  category: Pick<Category, '_id' | 'name'>,
  subCategories: readonly Pick<SubCategory, '_id' | 'name' | 'category'>[],
): string | null {
  const first = subCategories.find((candidate) => candidate.category.some(({ _id }) => _id === category._id));
  return first === undefined ? null : listingPath(category, first);
}

/**
 * The value of a promise if it resolves within `waitMs`, otherwise the promise itself: fast data is rendered without a
 * flash of placeholders, and slow data does not delay the navigation. Throws if the promise rejects within that time.
 */
export async function withTimeout<Value>(
  promise: Promise<Value>,
  waitMs: number,
): Promise<{ value: Value | Promise<Value> }> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const timeout = new Promise<{ value: Promise<Value> }>((resolve) => {
    timer = setTimeout(() => resolve({ value: promise }), waitMs);
  });
  try {
    return await Promise.race([promise.then((value) => ({ value })), timeout]);
  } finally {
    clearTimeout(timer);
  }
}
