import { categoryPath, collectionPath } from '#contract/base/slug.ts';
import type { ShownBanner, ShownHome } from '#contract/home/home.ts';
import type { Category, CategoryName, SubCategory } from '#contract/products/category.ts';
import type { Product } from '#contract/products/product.ts';
import { type ProductCardData, toFamilyCardData } from '#web/storefront/product-card-data.ts';

export interface CategoryTile extends CategoryName {
  image: string;
  hue: number;
  path: string;
}

interface RowProducts {
  products: ProductCardData[];
  /** Whether there are more products than the page data contains. */
  hasMore: boolean;
}

export interface CategoryRowData extends RowProducts {
  categoryId: string;
  name: string;
  /** Empty for none. */
  nameHindi: string;
  /** The listing; null when the category has no sub-category. */
  path: string | null;
}

export interface CollectionRowData extends RowProducts {
  collectionId: string;
  name: string;
  /** Empty for none. */
  nameHindi: string;
  path: string;
}

export type HomeRow = CategoryRowData | CollectionRowData;

export interface HomeData {
  /** Of the staff, in place of the shop's own banner. */
  banners: ShownBanner[];
  /** Products for the images of the shop's own banner, each of another category; none if it is not shown. */
  banner: ProductCardData[];
  tiles: CategoryTile[];
  rows: HomeRow[];
}

// A row on a wide screen shows six to seven cards, and the first rows may be scrolled at once. The browser loads the
// rest of a row when it comes near the viewport.
const cardsOfFirstRows = 8;
const cardsOfLaterRows = 7;
const firstRowCount = 2;
/**
 * The number of products of a category that the page reads: one more than any row shows, which tells that there are
 * more.
 */
export const homeRowProducts = cardsOfFirstRows + 1;
const bannerImageCount = 5;

/** What the staff have put on the home page, with the products of its collections. */
export interface StaffHome extends Omit<ShownHome, 'collections'> {
  collections: (ShownHome['collections'][number] & { products: readonly Product[] })[];
}

const nothingAdded: StaffHome = { banners: [], collections: [], rows: [] };

/**
 * Reduces the home page to what is visible at first. `productsByCategory` is in the order of `categories`, which is
 * that of their rows unless `home` says otherwise.
 */
export function toHomeData(
  categories: readonly Category[],
  subCategories: readonly SubCategory[],
  productsByCategory: readonly (readonly Product[])[],
  home: StaffHome = nothingAdded,
): HomeData {
  const paths = categories.map((category) => categoryPath(category, subCategories));
  const tiles = categories.flatMap(({ _id, name, nameHindi, image, hue }, index): CategoryTile[] => {
    const path = paths[index] ?? null;
    return path === null ? [] : [{ _id, name, nameHindi, image, hue, path }];
  });
  const categoryRows = categories.map(({ _id, name, nameHindi }, index) => ({
    key: `CATEGORY:${_id}`,
    products: productsByCategory[index] ?? [],
    row: { categoryId: _id, name, nameHindi, path: paths[index] ?? null },
  }));
  const collectionRows = home.collections.map(({ products, ...collection }) => ({
    key: `COLLECTION:${collection._id}`,
    products,
    row: {
      collectionId: collection._id,
      name: collection.title,
      nameHindi: collection.titleHindi,
      path: collectionPath(collection),
    },
  }));
  const byKey = new Map([...collectionRows, ...categoryRows].map((row) => [row.key, row]));
  const keys = new Set([...home.rows.map(({ kind, _id }) => `${kind}:${_id}`), ...byKey.keys()]);
  const rows = [...keys]
    .flatMap((key) => byKey.get(key) ?? [])
    .filter(({ products }) => products.length > 0)
    .map(({ row, products }, index) => {
      const shown = index < firstRowCount ? cardsOfFirstRows : cardsOfLaterRows;
      const cards = products.slice(0, shown).map(toFamilyCardData);
      return { ...row, products: cards, hasMore: products.length > shown };
    });
  const { banners } = home;
  const pictured = rows
    .filter((row) => 'categoryId' in row)
    .flatMap(({ products }) => products.find(({ stock }) => stock > 0) ?? []);
  return { banners, banner: banners.length > 0 ? [] : pictured.slice(0, bannerImageCount), tiles, rows };
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
